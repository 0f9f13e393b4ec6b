"""Traits: each one in a table is documented, its arguments name what the op has, and nodes of all graph dialects share TensorFlow's."""

import re
from pathlib import Path

import pytest
from tfir.dialects import dialect, has_trait, lookup, trait_arguments, with_trait
from tfir.ods.traits import TRAITS

from tfopt.reference import dialects

DEFINITIONS = [lookup(f"{each.name}.{local}") for each in dialects() for local in each.table]
# Traits whose arguments name operands or attributes of the op.
NAMING = ("call", "branch", "loop", "of_numbers", "reduction", "movement")


def test_every_trait_is_documented():
    assert {name for definition in DEFINITIONS for name in definition.traits} <= TRAITS.keys()


def last_strings(text: str, start: int) -> list[str]:
    """The string that is the last argument of the call whose arguments begin there; none where that is none."""
    depth, at = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return re.findall(r"""(?:^|,)\s*["'](\w+)["'],?\s*$""", text[start : at - 1])


def test_every_trait_that_is_asked_for_is_one_that_ops_have():
    """A name that no table has is never there, and nothing else would tell."""
    asking = re.compile(r"\b(?:has_trait|trait_arguments|with_trait)\(")
    texts = [path.read_text() for path in (Path(__file__).parents[4] / "src").rglob("*.py")]
    asked = {words[-1] for text in texts for match in asking.finditer(text) if (words := last_strings(text, match.end()))}
    assert "constant_like" in asked
    assert asked <= {name for definition in DEFINITIONS for name in definition.traits}


def test_a_trait_takes_arguments_only_if_it_says_so():
    for definition in DEFINITIONS:
        for name, arguments in definition.traits.items():
            assert not arguments or TRAITS[name].arguments, f"{definition.name}: {name}"


@pytest.mark.parametrize("trait", NAMING)
def test_arguments_are_names_of_the_signature(trait):
    for definition in DEFINITIONS:
        parameters = definition.signature.parameters if definition.signature else ()
        assert set(definition.traits.get(trait, ())) <= set(parameters), definition.name


def test_effects_are_spelled_as_documented():
    for definition in DEFINITIONS:
        for effect in definition.traits.get("effects", ()):
            verb, _, store = effect.partition(" ")
            assert verb in ("read", "write", "allocate") and store.isidentifier(), f"{definition.name}: {effect}"


@pytest.mark.parametrize("trait", sorted(TRAITS.keys() - {"unknown"}))
def test_ops_are_found_by_trait(trait):
    """What is read off the lines is what their definitions say."""
    for each in dialects():
        tables = [each.table, dialect("tf").table] if each.name == "tfg" else [each.table]
        listed = {name for table in tables for name in (*table, *table.declared)}
        told = {f"{each.name}.{local}" for local in listed if has_trait(f"{each.name}.{local}", trait)}
        assert set(with_trait(each.name, trait)) == told


def test_an_op_is_asked_for_one_of_several_traits():
    definition = dialect("func").definition("call")
    assert definition.has_trait("view", "call") and not definition.has_trait("view")


def test_nodes_and_ops_of_functions_share_a_table():
    for name in ("tf.Merge", "tfg.Merge", "tf_executor.Merge"):
        assert has_trait(name, "merge") and not has_trait(name, "switch")
    assert trait_arguments("tfg.While", "loop") == trait_arguments("tf.While", "loop") == ("cond", "body")
    assert trait_arguments("tf.While", "call") is None and not has_trait("tf.NeverDeclared", "pure")
