"""Configurations made of those of other models, against pydantic itself."""

import pytest

from harness import LIVE, types
from live_types import check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
from pydantic import BaseModel, ConfigDict
def add(schema):
    schema["x"] = 1
class Far(BaseModel):
    model_config = ConfigDict(extra="forbid", title="Far")
class Base(Far):
    model_config = {"title": "Base", "frozen": True}
    @classmethod
    def merged(cls, *others, **more):
        made = {**cls.model_config}
        for other in others:
            made.update(other)
        made.update(more)
        return ConfigDict(**made)
"""

EXACT = {
    "unpacked in a call": "class M(BaseModel):\n    model_config = ConfigDict(**Base.model_config, str_max_length=3)\n    a: str",
    "unpacked in a dict": "class M(Base):\n    model_config = {**Base.model_config, 'title': 'Told'}\n    a: str",
    "taken as it is": "class M(BaseModel):\n    model_config = Base.model_config\n    a: str",
    "by a class that is one": "class C(ConfigDict, total=False):\n    more: str\n"
    "class M(BaseModel):\n    model_config = C(extra='forbid', more='x')\n    a: str",
    "given to another": "FAR = ConfigDict(extra='forbid')\nclass M(BaseModel):\n    model_config = ConfigDict(FAR, title='Told')\n    a: str",
    "unpacked in a header": "FAR = {'extra': 'forbid', 'title': 'Told'}\nclass M(BaseModel, **FAR):\n    a: str",
    "by a class method": "class M(Base):\n    model_config = Base.merged({'title': 'Told'}, json_schema_extra=add)\n    a: str",
}

DECLINED = {
    "one of class keywords": "class B(Base, extra='allow'): pass\nclass M(BaseModel):\n    model_config = ConfigDict(**B.model_config)\n    a: str",
    "one of several bases": "class O(BaseModel):\n    model_config = ConfigDict(extra='allow')\nclass B(Base, O): pass\n"
    "class M(BaseModel):\n    model_config = ConfigDict(**B.model_config)\n    a: str",
    "given to another, as pairs": "class M(BaseModel):\n    model_config = ConfigDict([('extra', 'forbid')])\n    a: str",
    "unpacked in a header, computed": "import os\nclass M(BaseModel, **dict(os.environ)):\n    a: str",
    "bases that are unpacked": "class X:\n    b: int\nXS = [X]\nclass M(BaseModel, *XS):\n    a: str",
    "one that is computed": "import os\nclass B(BaseModel):\n    model_config = ConfigDict(**os.environ)\n"
    "class M(BaseModel):\n    model_config = ConfigDict(**B.model_config)\n    a: str",
}


@pytest.mark.parametrize("source", EXACT.values(), ids=EXACT.keys())
def test_it_is_the_merged_configuration(source: str) -> None:
    reports = types(HEAD + source, versions=LIVE)
    assert {name: one.diagnostics for name, one in reports.items() if one.fidelity != "exact"} == {}
    assert check(HEAD + source) == 2 * len(reports)


@pytest.mark.parametrize("source", DECLINED.values(), ids=DECLINED.keys())
def test_what_is_not_written_as_a_dict_is_not_known(source: str) -> None:
    assert types(HEAD + source, versions=LIVE)["M"].fidelity != "exact"
