"""Signature lines: every form of the notation, and what is not in it."""

import pytest
from tfir.ods.signature import UNRANKED, SignatureError, Table, parse


def only_operand(text):
    return parse(f"F({text})").operands[0]


def only_attribute(text, sets=None):
    return next(iter(parse(f"F(; {text})", sets).attributes.values()))


def test_the_parts_of_a_line():
    signature = parse("ConcatV2(values: N*T, axis: Tidx; N: int>=2, T: type, Tidx: type{i32|i64} = i32) -> (output: T)")
    assert signature.name == "ConcatV2"
    assert [(slot.name, slot.type, slot.number) for slot in signature.operands] == [
        ("values", "T", "N"),
        ("axis", "Tidx", None),
    ]
    assert list(signature.attributes) == ["N", "T", "Tidx"]
    assert [(slot.name, slot.type) for slot in signature.results] == [("output", "T")]
    assert signature.parameters == ["values", "axis", "N", "T", "Tidx"]
    assert signature.traits == {} and signature.code is None and signature.assembly is None


def test_an_op_of_nothing():
    signature = parse("NoOp() -> ()")
    assert (signature.operands, signature.attributes, signature.results) == ((), {}, ())


def test_results_may_be_left_out():
    assert parse("Abort(; message: string) !stateful").results == ()


def test_slots():
    assert only_operand("x: f32").type == "f32"
    assert not only_operand("x: f32").variadic
    assert only_operand("xs: *tensor").variadic
    assert only_operand("x?: tensor<f32>").optional and only_operand("x?: tensor<f32>").type == "tensor<f32>"
    assert only_operand("x: &T").ref and not only_operand("x: T").ref
    listed = only_operand("xs: N*&T")
    assert (listed.number, listed.ref, listed.type, listed.variadic) == ("N", True, "T", False)


def test_a_full_type_may_hold_commas_and_brackets():
    slot = only_operand('x: variant as dataset<for_each<product, tensor<var "T">, var "T">>')
    assert slot.type == "variant"
    assert slot.full_type == 'dataset<for_each<product, tensor<var "T">, var "T">>'


def test_kinds_of_attributes():
    listed = only_attribute("a: type[]{i32|f32}>=1")
    assert (listed.kind, listed.is_list, listed.allowed, listed.minimum) == ("type", True, ("i32", "f32"), 1)
    assert only_attribute("a: int[3]").length == 3
    assert only_attribute("a: #conv").kind == "#conv"
    assert only_attribute("a: dense<i64>").kind == "dense<i64>"
    assert only_attribute("a: int>=-1").minimum == -1


def test_required_optional_and_defaulted():
    assert only_attribute("a: int").required
    assert not only_attribute("a?: int").required
    assert not only_attribute("a: int = 0").required and only_attribute("a: int = 0").default == 0
    assert not only_attribute("a: bool = false").required


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("int = -3", -3),
        ("float = 0.5", 0.5),
        ("float = 1.0", 1.0),
        ("float = -inf", float("-inf")),
        ("bool = true", True),
        ('string = "a, b; c) \\22"', 'a, b; c) "'),
        ('string = ""', ""),
        ("type = f32", "f32"),
        ("int[] = []", []),
        ("int[] = [1, -2]", [1, -2]),
        ("shape = <2x?>", (2, None)),
        ("shape = <>", ()),
        ("shape = <*>", UNRANKED),
        ("shape[] = [<>, <1>]", [(), (1,)]),
    ],
)
def test_defaults(text, value):
    default = only_attribute(f"a: {text}").default
    assert default == value
    assert isinstance(default, type(value))


def test_allowed_words_strings_and_groups():
    sets = {"float": ("f16", "f32")}
    assert only_attribute("T: type{i32|float}", sets).allowed == ("i32", "f16", "f32")
    assert only_attribute('s: string{""|UTF-8|"a|b"}').allowed == ("", "UTF-8", "a|b")
    assert only_attribute("T: type").allowed is None


def test_traits():
    assert parse("F() -> () !stateful !deprecated(15)").traits == {"stateful": (), "deprecated": ("15",)}


@pytest.mark.parametrize("line", ["F", "F(", "F(x)", "F(x: T; a: int; b: int)", "F(; a)", "F() -> (x)", "F() -> () pure"])
def test_lines_that_are_not_in_the_notation(line):
    with pytest.raises(SignatureError):
        parse(line)


TABLE = """
    # Two ops and a group.
    set float = f16 f32
    set real = float i32

    128 IAdd(a: T, b: T; T: type{real}) -> (result: T)
        $a `plus` $b
        attr-dict
    Undef() -> (result: T)
"""


def test_a_table_is_indexed_by_name():
    table = Table.of_text(TABLE)
    assert list(table) == ["IAdd", "Undef"] and len(table) == 2
    assert "IAdd" in table and "float" not in table and "set" not in table
    assert table["IAdd"].code == 128
    assert table["IAdd"].attributes["T"].allowed == ("f16", "f32", "i32")
    assert table["IAdd"].assembly == "$a `plus` $b attr-dict"
    assert table["Undef"].assembly is None
    assert table["IAdd"] is table["IAdd"]
    assert table.get("ISub") is None
    with pytest.raises(KeyError):
        table["ISub"]


def test_a_line_is_not_read_before_it_is_asked_for(tmp_path):
    path = tmp_path / "ops.txt"
    path.write_text("Broken(x -> ()\nFine() -> ()\n")
    table = Table(path)
    assert table["Fine"].name == "Fine"
    with pytest.raises(SignatureError):
        table["Broken"]
