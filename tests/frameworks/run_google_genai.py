"""google-genai's answers: the declaration of each function as a configuration makes it. See `asked`."""

from answering import main
from google.genai.types import FunctionDeclaration


def made(function):
    it = FunctionDeclaration.from_callable_with_api_option(callable=function, use_json_schema=True)
    said = it.model_dump(mode="json", exclude_none=True)
    return said["name"], said["description"], said.get("parameters_json_schema") or {}, said.get("response_json_schema")


if __name__ == "__main__":
    main(made)
