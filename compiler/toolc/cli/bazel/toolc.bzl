"""toolc_generate: JSON Schemas and typed clients of the LLM tools in Python sources.

    load("//tools/toolc:toolc.bzl", "toolc_generate")

    toolc_generate(
        name = "tools",
        srcs = glob(["src/**/*.py"]) + ["pyproject.toml"],
        targets = ["mcp", "typescript"],
        deps = ["//libs/shared:sources"],
        search_path = ["libs/shared/src"],
    )

The output is one folder, named as the target, with a folder for each of `targets` in it.
"""

def _toolc_generate_impl(ctx):
    out = ctx.actions.declare_directory(ctx.label.name)
    inputs = ctx.files.srcs + ctx.files.deps + ctx.files.config

    arguments = ctx.actions.args()
    arguments.set_param_file_format("multiline")
    arguments.use_param_file("@%s", use_always = True)  # what a worker is sent with each request
    arguments.add(out.path, format = "--out=%s")
    arguments.add_all(ctx.files.config, format_each = "--config=%s")
    arguments.add_all(ctx.attr.paths or [ctx.label.package or "."], format_each = "--path=%s")
    arguments.add_all(ctx.attr.targets, format_each = "--target=%s")
    arguments.add_all(ctx.attr.options, format_each = "--option=%s")
    arguments.add_all(ctx.attr.search_path, format_each = "--search-path=%s")
    arguments.add_all(["%s=%s" % item for item in sorted(ctx.attr.assume.items())], format_each = "--assume=%s")
    arguments.add_all(["%s=%s" % item for item in sorted(ctx.attr.environment.items())], format_each = "--env=%s")
    arguments.add_all(inputs, format_each = "--input=%s")

    ctx.actions.run(
        executable = ctx.executable.toolc,
        arguments = ["worker", arguments],
        inputs = inputs,
        outputs = [out],
        mnemonic = "Toolc",
        progress_message = "Writing schemas and clients of %s" % ctx.label,
        use_default_shell_env = True,  # PATH
        execution_requirements = {
            "requires-worker-protocol": "json",
            "supports-workers": "1",
        },
    )
    return [DefaultInfo(files = depset([out]))]

toolc_generate = rule(
    implementation = _toolc_generate_impl,
    doc = "Writes JSON Schemas and typed clients of the LLM tools in Python sources, without running them.",
    attrs = {
        "srcs": attr.label_list(
            allow_files = True,
            mandatory = True,
            doc = "The sources whose tools are written, and what else stands beside them: pyproject.toml, toolc.toml.",
        ),
        "deps": attr.label_list(allow_files = True, doc = "What the sources import: files that are read only."),
        "config": attr.label(allow_single_file = [".toml"], doc = "The configuration. Default: the nearest one among the sources."),
        "paths": attr.string_list(doc = "The folders whose tools are written. Default: that of the BUILD file."),
        "targets": attr.string_list(doc = "The outputs. Default: those of the configuration, else mcp and typescript."),
        "options": attr.string_list(doc = "Options of targets: `typescript.layout=single`."),
        "search_path": attr.string_list(doc = "Folders that modules of `deps` are imported from."),
        "assume": attr.string_dict(doc = "Versions to follow: `{\"mcp\": \"1.26.0\", \"python\": \"3.12\"}`."),
        "environment": attr.string_dict(doc = "Environment variables that the program is started with."),
        "toolc": attr.label(
            allow_files = True,
            cfg = "exec",
            default = Label("//tools/toolc:toolc"),
            executable = True,
            doc = "The program: a file, or a py_binary around `toolc.cli:main`.",
        ),
    },
)
