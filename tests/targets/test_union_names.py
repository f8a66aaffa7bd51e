"""Aliases of unions in the program reach every client as types of that name, though schemas list the members alone."""

import pytest

import harness
from toolc.emit import Options, emit_package, place_packages
from toolc.ir import Ref
from toolc.targets.register import TARGETS

MODELS = """
from typing import Annotated, Literal
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field
mcp = FastMCP("zoo")
class Cat(BaseModel):
    kind: Literal["cat"]
class Dog(BaseModel):
    kind: Literal["dog"]
"""
TOOL = "@mcp.tool()\ndef feed(pet: {pet}) -> {result}: ...\n"


def _source(aliases: str, pet: str, result: str = "int") -> str:
    return MODELS + aliases + "\n" + TOOL.format(pet=pet, result=result)


@pytest.mark.parametrize(
    ("aliases", "pet", "name"),
    [
        ("Pet = Cat | Dog", "Pet", "Pet"),
        ("Pet = Cat | Dog", "Annotated[Pet, Field(discriminator='kind')]", "Pet"),
        ("Pet = Annotated[Cat | Dog, Field(discriminator='kind')]", "Pet", "Pet"),
        ("Plain = Cat | Dog\nPet = Annotated[Plain, Field(discriminator='kind')]", "Pet", "Pet"),
        ("Pet = Cat | Dog | None", "Pet", ""),
        ("Pet = Cat | str", "Pet", ""),
        ("Pet = Cat", "Pet", "Cat"),
        ("", "Cat | Dog", ""),
    ],
)
def test_a_union_has_the_name_of_the_alias_with_its_members(aliases: str, pet: str, name: str) -> None:
    tool = harness.tools(_source(aliases, pet))["feed"]
    type_ = tool.parameters[0].property.type
    assert (type_.name if isinstance(type_, Ref) else "") == name


def test_one_that_may_be_null_keeps_its_name() -> None:
    made = harness.bundle(_source("Pet = Cat | Dog", "Pet | None = None", "Pet"))
    assert [one.name for one in made.packages[0].types] == ["Cat", "Dog", "Pet"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("typescript", ["export type Pet = Cat | Dog;", "pet?: Pet | null;", "Promise<Pet>"]),
        ("python", ["Pet: TypeAlias = Cat | Dog", "-> Pet:"]),
        ("go", ["type Pet interface{ isPet() }", "(Pet, error)"]),
        ("rust", ["pub enum Pet {", "Result<Pet, ToolError>"]),
        ("java", ["public sealed interface Pet", "public Pet feed("]),
        ("kotlin", ["sealed interface Pet ", "): Pet"]),
    ],
)
def test_every_client_declares_it_and_calls_give_it_back(language: str, words: list[str]) -> None:
    made, target = harness.bundle(_source("Pet = Cat | Dog", "Pet | None = None", "Pet")), TARGETS[language]
    ((package, places),) = place_packages(made, [target])
    text = "\n".join(file.text for file in emit_package(package, places, [target], Options())[0])
    assert [word for word in words if word not in text] == []
