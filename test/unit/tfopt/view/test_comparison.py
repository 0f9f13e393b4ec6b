"""Two programs side by side: which operations of one are those of the other."""

from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.view.comparison import compared, matched, summary
from tfopt.view.difference import states
from tfopt.view.picture import Picture

T = "tensor<2xf32>"


def function(*lines: str) -> Picture:
    body = "\n".join([*lines, f"return %r : {T}"])
    return Picture(parse(Source("t", f"func.func @main(%x: {T}, %y: {T}) -> {T} {{ {body} }}"), lookup, dialect))


def op(result: str, name: str, *operands: str, place: str = "") -> str:
    return f"%{result} = stablehlo.{name} {', '.join([f'%{each}' for each in operands])} : {T}" + (f' loc("{place}")' if place else "")


def changes(before: Picture, after: Picture) -> dict[str, str]:
    return {name: state for name, state in states(before, compared(before, after)).items() if state != "same"}


BEFORE = (op("a", "add", "x", "y"), op("b", "add", "a", "y"), op("c", "negate", "b"), op("r", "add", "c", "a"))


def test_a_program_is_the_same_as_itself():
    assert changes(function(*BEFORE), function(*BEFORE)) == {}


def test_what_is_inserted_changes_what_reads_it_and_nothing_else():
    """Although all that follow have other numbers."""
    after = (op("n", "abs", "x"), op("a", "add", "n", "y"), *BEFORE[1:])
    assert changes(function(*BEFORE), function(*after)) == {"abs": "added", "add": "changed"}


def test_the_order_of_operations_does_not_matter():
    first = (op("a", "abs", "x"), op("b", "negate", "y"), op("r", "add", "a", "b"))
    assert changes(function(*first), function(first[1], first[0], first[2])) == {}


def test_exchanged_operands_matter():
    assert changes(function(op("r", "subtract", "x", "y")), function(op("r", "subtract", "y", "x"))) == {"subtract": "changed"}


def test_one_of_two_that_are_alike_is_removed():
    before = function(op("a", "abs", "x"), op("b", "abs", "x"), op("r", "add", "a", "b"))
    after = function(op("a", "abs", "x"), op("r", "add", "a", "a"))
    found = changes(before, after)
    assert sorted(found.values()) == ["changed", "removed"] and found["add"] == "changed"


def test_names_of_a_model_count_before_structure():
    before = function(op("a", "abs", "x", place="first"), op("r", "abs", "a", place="second"))
    after = function(op("a", "abs", "x", place="second"), op("r", "abs", "a", place="first"))
    assert matched(before, after)["first"] == "first"
    assert changes(before, after) == {"first": "changed", "second": "changed", "return": "changed"}


def test_a_node_that_has_another_name_is_the_same_one_and_says_so():
    before = function(op("r", "abs", "x", place="old"))
    after = compared(before, function(op("r", "abs", "x", place="new")))
    assert states(before, after)["old"] == "changed" and after.nodes["old"].attributes == {"(name)": "new"}
    assert "~ old: stablehlo.abs\n    (name): (none) => new\n" in summary(before, after, ["a", "b"])


def test_another_op_of_the_same_name_is_a_change():
    before, after = function(op("r", "abs", "x", place="n")), function(op("r", "negate", "x", place="n"))
    assert changes(before, after) == {"n": "changed"}
    assert "    op: stablehlo.abs => stablehlo.negate\n" in summary(before, compared(before, after), ["a", "b"])


def constant(*numbers: float) -> Picture:
    elements = f"[{', '.join(map(str, numbers))}]"
    return function(f"%k = stablehlo.constant dense<{elements}> : tensor<{len(numbers)}xf32>", op("r", "abs", "x"))


def test_elements_that_the_text_does_not_show():
    before, after = constant(*[1.0] * 19, 3.0), constant(*[1.0] * 19, 5.0)
    assert changes(before, after) == {"constant": "changed"}
    told = summary(before, compared(before, after), ["a", "b"])
    assert "    value: other elements, 1 to 3, mean 1.1 => 1 to 5, mean 1.2\n" in told


def test_the_summary():
    after = function(BEFORE[0], op("r", "multiply", "a", "x"))
    before = function(*BEFORE)
    assert summary(before, compared(before, after), ["a.mlir", "b.mlir"]) == (
        "--- a.mlir: 7 nodes\n+++ b.mlir: 5 nodes\n"
        "3 removed, 1 added, 1 changed, 3 same\n"
        f"- add~1: stablehlo.add -> {T}\n- negate: stablehlo.negate -> {T}\n- add~2: stablehlo.add -> {T}\n"
        "~ return: func.return\n    inputs: add~2 => multiply\n"
        f"+ multiply: stablehlo.multiply -> {T}\n"
    )


def test_large_programs_that_have_nothing_in_common_are_compared_in_time():
    """There are 9 million pairs of operations of one kind."""
    chain = function(*[op(f"v{at}", "add", f"v{at - 1}" if at else "x", "y") for at in range(3000)], op("r", "abs", "v2999"))
    other = function(*[op(f"v{at}", "add", "x", f"v{at - 1}" if at else "y") for at in range(3000)], op("r", "negate", "v2999"))
    assert len(changes(chain, other)) >= 3000
