"""semantic-kernel's answers: what a model is sent for `@kernel_function` on each function. See `asked`."""

from answering import main
from semantic_kernel.connectors.ai.function_calling_utils import kernel_function_metadata_to_function_call_format
from semantic_kernel.functions import KernelFunctionFromMethod, kernel_function


def made(function):
    it = KernelFunctionFromMethod(method=kernel_function(function))
    said = kernel_function_metadata_to_function_call_format(it.metadata)["function"]
    return said["name"], said["description"], said["parameters"]


if __name__ == "__main__":
    main(made)
