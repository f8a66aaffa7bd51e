"""Files that belong to the program: what is read from paths that begin at `__file__` or at the folder of a package.

Takes calls of `pathlib.Path`, `os.path`, `open`, `importlib.resources.files` and `pkgutil.get_data`, gives paths
(`standard_library/pathlib.py`), open files, and texts as they are in the source tree, which is said once a file (TC228).
"""

import fnmatch
import posixpath
import re
from typing import Any

from toolc.analysis.doubts import Doubt, Guard, UnknownOrder
from toolc.analysis.harmless import FILE_FUNCTIONS
from toolc.analysis.modules import FILE_OF
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import MISSING, Instance, LibraryObject, Maybe, Module, Symbol, Unknown, Value


def file_call(vm: Machine, call: Call) -> Value:
    """The result of a call of one of `FILE_FUNCTIONS`; MISSING where it is about no file of the program."""
    name, kind = call.callee.name, FILE_FUNCTIONS[call.callee.name]
    if kind == "own":
        return _own(vm, name, call)
    if kind == "folder":
        return _folder(vm, call.args[0] if call.args else call.kwargs.get("anchor", call.kwargs.get("package")))
    if kind == "resource":
        return _resource(vm, name, call)
    first = vm.plain(call.args[0]) if call.args else None
    if kind == "load":
        return _load(vm, f"{name}s", first, call)
    if isinstance(first, Symbol) and first.name.startswith(FILE_OF):
        module = first.name.removeprefix(FILE_OF)
        path = vm.modules.file_name(module)
        first = MISSING if path is None else _path(vm, module, (path,))
    if not isinstance(first, Instance) or first.cls is not vm.written.part("pathlib", "ProgramPath"):
        return MISSING
    return _of_path(vm, kind, first, call)


def _of_path(vm: Machine, kind: str, path: Instance, call: Call) -> Value:
    match kind:
        case "path":
            return vm.call(vm.attribute(path, "joinpath"), call.args[1:], {}, call.place)
        case "open":
            return _open(vm, path, vm.plain(call.get("mode", 1, "r")))
        case "exists" | "is_file" | "is_dir":
            return vm.call(vm.attribute(path, kind), (), {}, call.place)
        case "same":
            return path
        case "list":
            return _names_in(vm, path)
        case "glob":
            module, parts = vm.plain(path.cells["_module"]), vm.plain(path.cells["_parts"])
            if call.kwargs or not isinstance(module, str) or not isinstance(parts, tuple) or not parts:
                return MISSING
            return _files(vm, module, parts[:-1], vm.plain(parts[-1]), call)
        case _:  # an attribute of the same name
            return vm.attribute(path, kind)


def _path(vm: Machine, module: str, parts: tuple[str, ...]) -> Value:
    return vm.call(vm.written.part("pathlib", "ProgramPath"), (module, parts), {})


def _folder(vm: Machine, package: Value) -> Value:
    """`importlib.resources.files(package)`: the folder of a package of the program."""
    package = vm.plain(package)
    name = package.name if isinstance(package, Module) else package
    if not isinstance(name, str) or vm.modules.file_name(name) is None:
        return MISSING
    return _path(vm, name, ())


def _resource(vm: Machine, name: str, call: Call) -> Value:
    """`pkgutil.get_data(package, path)` and its like."""
    folder, file = _folder(vm, call.args[0]) if call.args else MISSING, vm.plain(call.args[1]) if len(call.args) > 1 else None
    if folder is MISSING or not isinstance(file, str):
        return MISSING
    path = vm.call(vm.attribute(folder, "joinpath"), (file,), {}, call.place)
    if name.endswith(".open_text"):
        return _open(vm, path, "r")
    return vm.call(vm.attribute(path, "read_bytes" if name.startswith("pkgutil.") else "read_text"), (), {}, call.place)


def _open(vm: Machine, path: Value, mode: Value) -> Value:
    """A file that is open for reading, as text in memory; MISSING for any other mode."""
    if mode not in ("r", "rt", "rb"):
        return MISSING
    text = vm.call(vm.attribute(path, "read_bytes" if mode == "rb" else "read_text"), (), {})
    return text if isinstance(text, Unknown) else vm.call(vm.written.part("io", "StringIO"), (text,), {})


def _load(vm: Machine, loads: str, file: Value, call: Call) -> Value:
    """`json.load(file)` of a file that is text in memory."""
    if not isinstance(file, Instance) or file.cls not in [vm.written.part("io", one) for one in ("StringIO", "BytesIO")]:
        return MISSING
    text = vm.call(vm.attribute(file, "read"), (), {}, call.place)
    text = text.decode() if isinstance(text, bytes) else text
    return vm.call(vm.models.symbol(vm, loads), (text,), dict(call.kwargs), call.place)


def _files(vm: Machine, module: str, parts: tuple[Any, ...], pattern: Value, call: Call) -> Value:
    """The modules of the program in a folder: by a pattern such as `*.py`, or (None) all there are, and what else there is."""
    source, unknown = vm.modules.find(module), LibraryObject(Symbol("glob.glob"), call.site)
    if source is None or not all(isinstance(one, str) for one in parts) or not isinstance(pattern, (str, type(None))):
        return unknown
    if pattern is not None and not pattern.endswith(".py"):
        return unknown
    folder = posixpath.normpath(posixpath.join(posixpath.dirname(source.path.replace("\\", "/")), *parts))
    if folder.startswith(".."):
        return unknown
    wanted = re.compile(_regular("*.py" if pattern is None else pattern))
    made = vm.new_list(
        [_path(vm, module, (*parts, *one)) for one in vm.modules.files_below(folder) if wanted.fullmatch("/".join(one))]
    )
    if pattern is None:
        guard = Guard(vm.place, "what else a folder holds is known only at run time")
        made.items.append(Maybe(vm.call(vm.written.part("pathlib", "OtherPath"), (), {}), guard))
    made.taint = (
        UnknownOrder("TC205", "the files of a folder have no order that is known", vm.place) if len(made.items) > 1 else None
    )
    return made


def _regular(pattern: str) -> str:
    """A pattern of paths (`**/tools_*.py`) as a regular expression."""
    parts = [".*/?" if one == "**" else fnmatch.translate(one)[4:-3].replace(".*", "[^/]*") + "/" for one in pattern.split("/")]
    return "".join(parts).removesuffix("/").replace(".*/?", "(?:.*/)?")


def _names_in(vm: Machine, folder: Instance) -> Value:
    """`os.listdir(folder)`."""
    found = vm.call(vm.attribute(folder, "iterdir"), (), {})
    if isinstance(found, Unknown):
        return found
    made = vm.new_list([])
    for one in found.items:
        name = vm.attribute(one.value if isinstance(one, Maybe) else one, "name")
        made.items.append(Maybe(name, one.guard) if isinstance(one, Maybe) else name)
    made.taint = found.taint
    return made


def _own(vm: Machine, name: str, call: Call) -> Value:
    """The functions that `standard_library/pathlib.py` calls."""
    if name == "pathlib._unknown":
        return Unknown(vm.doubt("TC205", "where a file of the program lies is known only at run time"))
    module, parts, *rest = (vm.plain(one) for one in call.args)
    if not isinstance(module, str) or not isinstance(parts, tuple):
        return Unknown(vm.doubt("TC205", "which file of the program this is, is known only at run time"))
    inputs = frozenset().union(*(vm.inputs_of(one) for one in (*call.args, *parts)))
    parts = tuple(vm.plain(one) for one in parts)
    if name == "pathlib._files":
        return _files(vm, module, parts, rest[0], call)
    known = all(isinstance(one, str) for one in parts)
    text = vm.modules.data(module, parts) if known else None
    if name == "pathlib._has":
        as_file, as_folder = rest
        if text is not None:
            return vm.with_inputs(as_file, inputs)
        if known and vm.modules.has_folder(module, parts):
            return vm.with_inputs(as_folder, inputs)
        return Unknown(vm.doubt("TC205", "whether a file is there is known only at run time"))
    shown = "/".join(one if isinstance(one, str) else "…" for one in parts)
    if text is None:
        return Unknown(vm.doubt("TC205", f"what `{shown}` holds is known only at run time"))
    said = Doubt("TC228", f"this is read from `{shown}`, as that file is now", vm.place)
    if said not in vm.notes:
        vm.notes.append(said)
    return vm.with_inputs(text, inputs)
