"""What the runners of single frameworks share: takes what makes a tool of a function, answers on standard output.

A JSON list of modules as texts comes on standard input. An answer is null where the module itself raises, else the functions of
the module by name, or what else is asked for; in place of a tool stands the name of the exception.
"""

import inspect
import json
import linecache
import sys
import types
import typing


def main(made):
    """`made` gives the name, the description and the schema of a function's tool, and those of its result as it is reported and
    as it is sent, where it has them."""
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))


def answer(text, name, made, kind=inspect.isfunction):
    module = types.ModuleType(name)
    sys.modules[name] = module
    place = module.__file__ = f"<{name}>"  # with the text in `linecache`, so that pydantic finds the docstrings of attributes
    linecache.cache[place] = (len(text), None, text.splitlines(keepends=True), place)
    for forget in typing._cleanups:
        forget()
    try:
        exec(compile(text, place, "exec", dont_inherit=True), module.__dict__)
    except Exception:
        return None
    functions = [value for value in vars(module).values() if kind(value) and value.__module__ == name]
    return {one.__name__: tool(one, made) for one in functions if not one.__name__.startswith("_")}


def tool(function, made):
    try:
        name, description, schema, *result = made(function)
        json.dumps([schema, result])
    except Exception as error:
        return {"error": type(error).__name__}
    said = {"name": name, "description": description or "", "input_schema": schema}
    return {**said, **dict(zip(("output_schema", "result_schema"), result, strict=False))}
