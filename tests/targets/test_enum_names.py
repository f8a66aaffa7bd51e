"""Names of enum members reach every client; a value that begins with a sign is not taken for one without."""

import pytest

import harness
from client_bundles import MEMBERS as ODD
from client_bundles import bundle, tool
from toolc.emit import Options, emit_package, place_packages
from toolc.ir import Bundle, Constants, NamedType
from toolc.schema.view import Names, view
from toolc.targets.enums import about
from toolc.targets.python.enum_members import attributes
from toolc.targets.register import TARGETS

PRIORITY = {"enum": [3, 1], "type": "integer"}
MEMBERS = [("LOW", 1), ("HIGH", 3), ("LOWEST", 1)]


def _names(*enums: list[tuple[str, object]]) -> Names:
    names = Names()
    for members in enums:
        names.tell_members("Priority", members)
    return names


@pytest.mark.parametrize(
    ("enums", "members"),
    [
        ([MEMBERS], ("HIGH", "LOW")),
        ([MEMBERS, MEMBERS], ("HIGH", "LOW")),
        ([], ()),
        ([[*MEMBERS, ("NONE", 0)]], ()),
        ([[("LOW", 1)]], ()),
        ([MEMBERS, [("ONE", 1), ("THREE", 3)]], ()),
        ([[("LOW", True), ("HIGH", 3)]], ()),
    ],
)
def test_members_are_those_of_the_one_enum_with_these_values(
    enums: list[list[tuple[str, object]]], members: tuple[str, ...]
) -> None:
    names = _names(*enums)
    view({"$ref": "#/$defs/Priority", "$defs": {"Priority": PRIORITY}}, names)
    assert [one.members for one in names.types()] == [members]


def _bundle() -> Bundle:
    names = _names(MEMBERS)
    sort = {"enum": ["created", "-created"]}
    schema = {
        "type": "object",
        "properties": {"priority": {"$ref": "#/$defs/Priority"}, "sort": sort},
        "$defs": {"Priority": PRIORITY},
    }
    return bundle([tool("list", schema, names)], names)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("go", ["PriorityHigh Priority = 3", "ListArgsSortMinusCreated"]),
        ("rust", ["    High,", "    MinusCreated,"]),
        ("java", ["    HIGH(3L)", "    MINUS_CREATED("]),
        ("kotlin", ["    HIGH(3L)", "    MINUS_CREATED("]),
        ("typescript", ["export const Priority = {\n  HIGH: 3,\n  LOW: 1,\n} as const;", "  readonly HIGH: 3;"]),
        ("python", ["    HIGH: Final = 3\n    LOW: Final = 1\n"]),
    ],
)
def test_names_are_in_every_client(language: str, words: list[str]) -> None:
    (((package, places),), target) = (list(place_packages(_bundle(), [TARGETS[language]])), TARGETS[language])
    text = "\n".join(file.text for file in emit_package(package, places, [target], Options())[0])
    assert [word for word in words if word not in text] == []


def test_attributes_are_names_that_a_class_body_can_have() -> None:
    found = attributes([*ODD, "Final", "", "9", "é"])
    assert found[: len(ODD)] == ["HIGH", "LOW", "class_2", "proto", "two_words", "mro", "None_", "x", "class_"]
    assert found[len(ODD) :] == ["Final_", "value", "value_9", "value2"]


def test_names_that_are_the_values_are_not_repeated() -> None:
    status = Constants(("open", "out_of_stock"))
    assert about(NamedType("Status", status, "A status.", members=("OPEN", "OUT_OF_STOCK"))) == "A status."
    assert (
        about(NamedType("Status", status, "A status.", members=("A", "B"))) == 'A status.\n\nA is "open", B is "out_of_stock".'
    )


SIZES = """
from decimal import Decimal
from enum import Enum
from typing import Literal
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel
mcp = FastMCP("sizes")
class Größe(str, Enum):
    KLEIN = "klein"
    ÜBERGROSS = "übergroß"
class Maß(BaseModel):
    größe: Größe
    breite: Decimal
    einheit: Literal["cm", "mm"] = "cm"
    teile: list["Maß"] = []
@mcp.tool()
def messen(maß: Maß) -> Maß: ...
"""


def test_classes_keep_the_letters_that_keys_of_schemas_do_not_have() -> None:
    types = {one.name: one for one in harness.bundle(SIZES).packages[0].types}
    assert {*types} == {"Größe", "Maß", "MaßInput"}
    assert types["Größe"].members == ("KLEIN", "ÜBERGROSS")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("go", ["type MassInput struct", "GrosseKlein", "type MassEinheit string"]),
        ("rust", ["pub enum MassEinheit {"]),
        ("java", ["public enum MassEinheit "]),
        ("kotlin", ["enum class MassEinheit"]),
    ],
)
def test_both_forms_of_a_model_have_the_same_enum(language: str, words: list[str]) -> None:
    made, target = harness.bundle(SIZES), TARGETS[language]
    ((package, places),) = place_packages(made, [target])
    text = "\n".join(file.text for file in emit_package(package, places, [target], Options())[0])
    assert [word for word in words if word not in text] == []
    assert "MassInputEinheit" not in text
