"""An operation prints what it was told: modules that were read by fast paths, whose operations share what they have in common, are
edited at random and compared with modules that the general parser read, without sharing, and that were edited alike."""

from random import Random

import pytest
from random_edits import Editor, program
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.edits import Edits
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

pytestmark = pytest.mark.sweep

SEEDS = range(40)
EDITS = 16
FORMS = {
    "custom": PrintOptions(), "generic": PrintOptions(generic=True), "with locations": PrintOptions(debug_info=True),
    "generic with locations": PrintOptions(generic=True, debug_info=True),
}  # fmt: skip


def read(text: str, fast: bool) -> Operation:
    return parse(Source("t.mlir", text), lookup, dialect, allow_unregistered=True, use_fast_paths=fast)


def messages(check, module: Operation) -> list[str]:
    """What is wrong with a module."""
    try:
        check(module)
        return []
    except Error as error:
        return [diagnostic.message for diagnostic in error.diagnostics]


def looked_at(module: Operation) -> list:
    """What tools say of a module, which fills their caches; nothing changes by it."""
    return [*[print_operation(module, lookup, options) for options in FORMS.values()], messages(verify, module)]


def content(module: Operation) -> list:
    """What the interface says of every operation, values being numbered as they are met."""
    numbers: dict = {}
    for op in module.walk():
        for region in op.regions:
            for block in region.blocks:
                numbers.update({argument: len(numbers) + at for at, argument in enumerate(block.arguments)})
        numbers.update({result: len(numbers) + at for at, result in enumerate(op.results)})
    return [
        (op.name, dict(op.attributes), [numbers[value] for value in op.operands], [value.type for value in op.operands],
         [value.type for value in op.results], [[[a.type for a in block.arguments] for block in region.blocks] for region in op.regions])
        for op in module.walk()
    ]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_edited_modules_print_and_verify_as_without_sharing(seed):
    text = program(Random(seed))
    modules = [read(text, True), read(text, False)]
    shared, general = [Editor(module, Random(seed)) for module in modules]
    for _ in range(EDITS):
        if seed % 2:
            looked_at(modules[0])
        assert shared() == general()
        assert looked_at(modules[0]) == looked_at(modules[1])
    assert content(modules[0]) == content(modules[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_changed_is_told_from_what_was_looked_at(seed):
    module = read(program(Random(seed)), fast=True)
    edit = Editor(module, Random(seed))
    for _ in range(EDITS):
        with Edits() as outer:
            with Edits() as looks:
                before = looked_at(module)
            with Edits() as edits:
                edit()
            with Edits() as later:
                after = looked_at(module)
        assert not looks.happened and not later.happened
        assert outer.happened == edits.happened
        assert edits.happened or before[:2] == after[:2]  # where things are from is no edit


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_printed_of_an_edited_module_is_what_it_says(seed):
    """Read again by the general parser, which shares nothing."""
    module = read(program(Random(seed)), True)
    edit = Editor(module, Random(seed))
    for _ in range(EDITS):
        print_operation(module, lookup)
        edit()
    assert content(read(print_operation(module, lookup, FORMS["generic"]), False)) == content(module)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_prints_the_same_and_is_edited_by_itself(seed):
    module = read(program(Random(seed)), True)
    before, copy = looked_at(module), module.clone()
    assert print_operation(copy, lookup) == before[0]
    edit = Editor(copy, Random(seed))
    for _ in range(EDITS):
        edit()
    assert looked_at(module) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_uses_are_those_of_operands_after_any_edit(seed):
    module = read(program(Random(seed)), True)
    edit = Editor(module, Random(seed))
    for _ in range(EDITS):
        edit()
    operations = list(module.walk())
    for op in operations:
        for value in op.operands:
            assert value.uses.count(op) == op.operands.count(value)
        assert op.parent is None or op in list(op.parent)
        for before, after in zip(op.parent or (), list(op.parent or ())[1:]):
            assert before.next is after and after.previous is before
        for region in op.regions:
            assert region.parent is op and all([block.parent is region for block in region.blocks])
            for block in region.blocks:
                assert [(argument.owner, argument.index) for argument in block.arguments] == [
                    (block, at) for at in range(len(block.arguments))
                ]
                assert (block.first, block.last) == (next(iter(block), None), next(reversed(block), None))
