"""Types spread over the modules of a package, against pydantic itself: where names in annotations are looked up."""

from pathlib import Path

import pytest

from harness import LIVE, types
from oracle import canonical, installed, reported

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

LATE = """
    from __future__ import annotations
    from typing import TYPE_CHECKING
    from pydantic import BaseModel
    if TYPE_CHECKING:
        from .leaf import Leaf
    class Tree(BaseModel):
        leaves: list[Leaf]
    """
LEAF = "from pydantic import BaseModel\nclass Leaf(BaseModel):\n    size: int\n"

EXACT = {
    "an alias is read in the module of its user": {
        "p/__init__.py": "",
        "p/a.py": "from typing import List\nclass X: ...\nXs = List['X']\n",
        "p/b.py": "from pydantic import BaseModel\nfrom p.a import Xs\nclass X(BaseModel):\n    n: int\nclass M(BaseModel):\n    xs: Xs\n",
    },
    "rebuilt with the names of another module": {
        "p/__init__.py": "from .leaf import Leaf\nfrom .tree import Tree\nTree.model_rebuild()\n", "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "a table whose modules begin like one of the standard library": {
        "p/__init__.py": """
            from importlib import import_module
            TABLE = {"Leaf": "io.leaf"}
            def __getattr__(name):
                if name in TABLE:
                    return getattr(import_module(f"q.{TABLE[name]}"), name)
                raise AttributeError(name)
            """,
        "p/tree.py": "from pydantic import BaseModel\nfrom p import Leaf\nclass Tree(BaseModel):\n    leaf: Leaf\n",
        "q/__init__.py": "", "q/io/__init__.py": "", "q/io/leaf.py": LEAF,
    },
    "an object made of a table stands for the module": {
        "p/__init__.py": """
            import sys
            from types import ModuleType
            from typing import TYPE_CHECKING
            class Lazy(ModuleType):
                def __init__(self, name, table):
                    super().__init__(name)
                    self.__path__, self._table = __path__, table
                def __getattr__(self, name):
                    import importlib
                    for module, names in self._table.items():
                        if name in names:
                            return getattr(importlib.import_module(f"{self.__name__}.{module}"), name)
                    raise AttributeError(name)
            if TYPE_CHECKING:
                from .leaf import Leaf
            else:
                sys.modules[__name__] = Lazy(__name__, {"leaf": ["Leaf"]})
            """,
        "p/tree.py": "from pydantic import BaseModel\nfrom p import Leaf\nclass Tree(BaseModel):\n    leaf: Leaf\n", "p/leaf.py": LEAF,
    },
    "rebuilt under another name": {
        "p/__init__.py": "from .tree import Tree as T\nfrom . import leaf\nT.model_rebuild(_types_namespace={'Leaf': leaf.Leaf})\n",
        "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "rebuilt with the names of a module object": {
        "p/__init__.py": "from . import leaf, tree\ntree.Tree.model_rebuild(_types_namespace=vars(leaf))\n",
        "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "rebuilt in a function": {
        "p/__init__.py": "from .tree import Tree\ndef _rebuild():\n    from .leaf import Leaf\n    Tree.model_rebuild()\n_rebuild()\n",
        "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "rebuilt in a loop over classes": {
        "p/__init__.py": "from .tree import Tree\nfrom .leaf import Leaf\nfor kind in (Leaf, Tree):\n    kind.model_rebuild()\n",
        "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "rebuilt in a loop over all names": {
        "p/__init__.py": """
            from .tree import Tree
            from .leaf import Leaf
            from pydantic import BaseModel
            _names = {**{k: v for k, v in globals().items() if isinstance(v, type)}}
            for _one in list(globals().values()):
                if isinstance(_one, type) and issubclass(_one, BaseModel) and _one is not BaseModel:
                    _one.model_rebuild(_types_namespace=_names)
            """,
        "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "rebuilt below the imports it waits for": {
        "p/__init__.py": "",
        "p/tree.py": LATE + "\n    from .leaf import Leaf\n    try:\n        Tree.model_rebuild()\n    except NameError:\n        pass\n",
        "p/leaf.py": LEAF,
    },
    "a dataclass is rebuilt": {
        "p/__init__.py": """
            from pydantic.dataclasses import rebuild_dataclass
            from .leaf import Leaf
            from .tree import Tree
            rebuild_dataclass(Tree)
            """,
        "p/tree.py": LATE.replace("import BaseModel", "import dataclasses").replace("class Tree(BaseModel)", "@dataclasses.dataclass\n    class Tree"),
        "p/leaf.py": LEAF,
    },
    "postponed under another name": {
        "q.py": """
            from __future__ import annotations as _annotations
            from pydantic import BaseModel
            class M(BaseModel):
                n: N
            class N(BaseModel):
                x: int
            """,
    },
    "an alias that is a text": {
        "q.py": """
            from __future__ import annotations
            from typing import TypeAlias
            from pydantic import BaseModel
            Later: TypeAlias = "int | N"
            class M(BaseModel):
                a: Later
                b: list[Later]
            class N(BaseModel):
                x: int
            """,
    },
    "a lazy package": {
        "p/__init__.py": """
            from importlib import import_module
            _where = {"Leaf": ".leaf", "Twig": ("leaf", "Leaf")}
            def __getattr__(name):
                found = _where.get(name)
                if found is None:
                    raise AttributeError(name)
                module, attribute = (found, name) if isinstance(found, str) else ("." + found[0], found[1])
                return getattr(import_module(module, __name__), attribute)
            """,
        "p/later.py": """
            from importlib import import_module
            _PACKAGE, _homes, _more, _names = "p", {"Twig": "leaf"}, {"Bud": "leaf"}, {"Twig": "Leaf"}
            _homes = {**_homes, **{name: home for name, home in _more.items()}}
            def __getattr__(name):
                if name in _homes:
                    return getattr(import_module(f"{_PACKAGE}.{_homes[name]}"), _names.get(name, name))
                elif name == "Branch":
                    from p.leaf import Leaf
                    return Leaf
                if name in {"Sprig", "Shoot", "Leaf"}:
                    from . import leaf as leaf_module
                    return getattr(leaf_module, name)
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            """,
        "p/bough.py": "from pydantic import BaseModel\nfrom p import later\nfrom p.later import Leaf, Twig\nclass Bough(BaseModel):\n    a: Twig\n    b: later.Branch\n    c: Leaf\n",
        "p/leaf.py": LEAF,
        "p/tree.py": "from pydantic import BaseModel\nfrom p import Leaf, Twig\nclass Tree(BaseModel):\n    leaf: Leaf\n    twig: Twig\n",
    },
}  # fmt: skip

FRAMEWORK = {
    "crewai/__init__.py": "",
    "crewai/tools/__init__.py": "from .base_tool import BaseTool\n",
    "crewai/tools/base_tool.py": "from pydantic import BaseModel\nclass BaseTool(BaseModel):\n    name: str\n    limit: int = 3\n",
    "p/__init__.py": "",
    "p/tools.py": """
        from pydantic import BaseModel
        from crewai.tools import BaseTool
        class Search(BaseTool):
            depth: int = 1
        class Crew(BaseModel):
            tools: list[Search | BaseTool] = []
        """,
}

NOT_EXACT = {
    "nobody rebuilds it": {"p/__init__.py": "from .tree import Tree\n", "p/tree.py": LATE, "p/leaf.py": LEAF},
    "a helper rebuilds it without the names": {
        "p/__init__.py": "from .tree import Tree\nfrom .leaf import Leaf\nfrom .helper import rebuild\nrebuild(Tree)\n",
        "p/helper.py": "def rebuild(model):\n    model.model_rebuild(raise_errors=False)\n", "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
    "another class is rebuilt": {
        "p/__init__.py": "from .leaf import Leaf\nfrom . import tree\nLeaf.model_rebuild()\n", "p/tree.py": LATE, "p/leaf.py": LEAF,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_equals_pydantic(name: str, tmp_path: Path) -> None:
    files = EXACT[name]
    reports = {one: report for one, report in types(files, versions=LIVE).items() if report.kind != "alias"}
    assert {one: report.diagnostics for one, report in reports.items() if report.fidelity != "exact"} == {}
    with installed(files, tmp_path) as modules:
        for one, report in reports.items():
            module, _, attribute = one.partition(":")
            assert canonical(report.schema) == canonical(reported(getattr(modules[module], attribute))), one


def test_frameworks_are_read_like_any_other_package(tmp_path: Path) -> None:
    reports = types(FRAMEWORK, versions=LIVE)
    assert {one: report.fidelity for one, report in reports.items()} == dict.fromkeys(
        ("crewai.tools.base_tool:BaseTool", "p.tools:Crew", "p.tools:Search"), "exact"
    )
    with installed(FRAMEWORK, tmp_path) as modules:
        for name in ("Crew", "Search"):
            assert canonical(reports[f"p.tools:{name}"].schema) == canonical(reported(getattr(modules["p.tools"], name)))


@pytest.mark.parametrize("name", NOT_EXACT)
def test_what_pydantic_cannot_look_up_is_not_exact(name: str, tmp_path: Path) -> None:
    files = NOT_EXACT[name]
    with installed(files, tmp_path) as modules, pytest.raises(Exception, match="not fully defined"):
        modules["p.tree"].Tree.model_json_schema()
    assert types(files, versions=LIVE)["p.tree:Tree"].fidelity == "unknown"


WAITING = """
    from typing import TYPE_CHECKING, Generic, Optional, TypeVar
    from pydantic import BaseModel
    if TYPE_CHECKING:
        from .leaf import Leaf
    T = TypeVar("T")
    class Tree(BaseModel):
        leaf: Optional["Leaf"] = None
    class Wood(BaseModel, Generic[T]):
        leaf: Optional["Leaf"] = None
        part: T
    """


def test_what_a_base_could_not_read_is_read_where_what_inherits_from_it_is(tmp_path: Path) -> None:
    """In the module of the subclass, and where that is rebuilt: not in the module of the base, and for the subclass alone."""
    files = {
        "p/__init__.py": "from .leaf import Leaf\nfrom .bare import Rebuilt, Fir\nRebuilt.model_rebuild()\nFir.model_rebuild()\n",
        "p/tree.py": WAITING, "p/leaf.py": LEAF,
        "p/bare.py": "from .tree import Tree, Wood\nclass Rebuilt(Tree): ...\nclass Fir(Wood[int]): ...\nclass Forgotten(Tree): ...\n",
        "p/knowing.py": "from .tree import Tree, Wood\nfrom .leaf import Leaf\nclass Pine(Tree): ...\nclass Elm(Wood[str]): ...\n",
    }  # fmt: skip
    reports = types(files, versions=LIVE)
    exact = {one for one, report in reports.items() if report.fidelity == "exact" and report.kind != "alias"}
    assert exact == {"p.leaf:Leaf", "p.bare:Rebuilt", "p.bare:Fir", "p.knowing:Pine", "p.knowing:Elm"}
    with installed(files, tmp_path) as modules:
        for one in exact:
            module, _, name = one.partition(":")
            assert canonical(reports[one].schema) == canonical(reported(getattr(modules[module], name))), one
        for module, name in (("p.tree", "Tree"), ("p.tree", "Wood"), ("p.bare", "Forgotten")):
            with pytest.raises(Exception, match="not fully defined"):
                reported(getattr(modules[module], name))
