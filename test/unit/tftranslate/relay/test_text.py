"""Relay's text: what TVM's own tests of parser and printer ask, by their names, on texts and numbers of ours. What is read is written again, and
that again is the same text."""

import pytest
from tfir.dialects import lookup, verify
from tfir.execution.entry import Entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import FileLineCol, Source
from tfir.ir.nesting import with_room
from tfir.ods.binding import plain
from tfir.text.printer import PrintOptions, print_operation

from tftranslate.relay.reader import read_module
from tftranslate.relay.writer import module_text

HEADER = '#[version = "0.0.5"]\n'
LIST = "type List[A] { Cons(A, List[A]), Nil }\n"


def read(text):
    module = read_module(Source("t.relay", HEADER + text))
    verify(module)
    return module


def written(module):
    return "".join(module_text(module))


def stable(text):
    """The module of a text, which is written and read to the same text."""
    module = read(text)
    once = written(module)
    assert written(read(once.removeprefix(HEADER))) == once
    return module


def refused(text):
    with pytest.raises(Error) as caught:
        read(text)
    (diagnostic, *_) = caught.value.diagnostics
    assert diagnostic.place() is not None and diagnostic.place().file == "t.relay"
    return f"{diagnostic.place().line}:{diagnostic.place().column}: {diagnostic.message}"


def main(module):
    return next(op for op in module.body if op.get("sym_name") == "main")


def ops(module, name):
    return [op for op in module.walk() if op.name == name]


def result(module):
    """The operation that makes what @main gives."""
    return main(module).body.last.operands[0].op


def scalar(text):
    """The number and the type of elements of an expression that is a constant."""
    value = result(stable(text)).attributes["value"]
    return value.values()[0], value.type.element.text


def shown(text):
    """An expression of operators and constants, as a nest of calls."""
    module = stable(text)

    def told(value):
        op = value.op
        if op is None:
            return value.name
        if op.name == "relay.constant":
            return str(op.attributes["value"].values()[0])
        return f"{op.name.removeprefix('relay.')}({', '.join(map(told, op.operands))})"

    return told(main(module).body.last.operands[0])


def test_comments():
    assert scalar("// nothing but a remark\n7") == (7, "i32")
    assert scalar("/* two\n lines */ 8") == (8, "i32")
    assert scalar("/* one /* inside * / of */ another **/ 9 // end") == (9, "i32")
    assert "does not end" in refused("/* open /* closed */ 9")


@pytest.mark.parametrize(
    "text, number, type",
    [
        ("3", 3, "i32"), ("-240", -240, "i32"), ("-007", -7, "i32"), ("9223372036854775806", 2**63 - 2, "i64"), ("-8i", -8, "i32"),
        ("-8i16", -8, "i16"), ("77i64", 77, "i64"), ("77i32", 77, "i32"), ("2147483647", 2**31 - 1, "i32"), ("2147483648", 2**31, "i64"),
        ("-2147483648", -(2**31), "i32"), ("-2147483649", -(2**31) - 1, "i64"),
    ],
)  # fmt: skip
def test_int_literal(text, number, type):
    assert scalar(text) == (number, type)


@pytest.mark.parametrize("text", ["2147483648i32", "-32769i16", "40000i16", "9223372036854775808", "3i24", "1.5"])
def test_int_literal_that_does_not_fit(text):
    assert refused(text).startswith("2:")


@pytest.mark.parametrize(
    "text, number, type",
    [
        ("2.0f", 2.0, "f32"), ("0.5f", 0.5, "f32"), ("-12.25f", -12.25, "f32"), ("2e-1f64", 0.2, "f64"), ("2e+1f", 20.0, "f32"),
        ("2E-1f64", 0.2, "f64"), ("2.5E+3f", 2500.0, "f32"), ("6f16", 6.0, "f16"), ("6f32", 6.0, "f32"), ("6f64", 6.0, "f64"),
        ("65504f16", 65504.0, "f16"), ("3.4028234663852886e+38f", 3.4028234663852886e38, "f32"),
    ],
)  # fmt: skip
def test_float_literal(text, number, type):
    assert scalar(text) == (number, type)


@pytest.mark.parametrize("text", ["3.41e+38f32", "65520f16", "1e400f64"])
def test_float_literal_that_does_not_fit(text):
    assert "does not fit" in refused(text)


@pytest.mark.parametrize(
    "digits, number", [("0.1f", 0.1), ("0.1f16", 0.1), ("1e-3f", 1e-3), ("-0.7f64", -0.7), ("2f", 2.0), ("1e39f64", 1e39)]
)
def test_attributes_that_are_doubles_have_all_digits(digits, number):
    """A FloatImm of TVM holds a double, whatever its type."""
    op = main(stable(f"free_var %x: Tensor[(2), float64]; nn.leaky_relu(%x, alpha={digits})")).body.first
    assert (op.attributes["alpha"].value, op.attributes["alpha"].type.text) == (number, "f64")


def test_attributes_of_any_type_have_that_of_the_text():
    op = main(stable("def @main(%x: int32) { let %f = fn (%y: int32, rate=0.1f) { %y }; %f(%x) }")).body.first
    assert op.name == "relay.fn" and str(op.attributes["attrs"]) == "{rate = 1.000000e-01 : f32}"


def test_bool_literal():
    assert scalar("True") == (True, "i1") and scalar("False") == (False, "i1")


def test_negative():
    assert scalar("--11")[0] == 11 and scalar("---11")[0] == -11
    assert shown("free_var %x: int32; -%x") == "negative(x)"


@pytest.mark.parametrize(
    "infix, name",
    [
        ("*", "multiply"), ("/", "divide"), ("+", "add"), ("-", "subtract"), ("<", "less"), (">", "greater"), ("<=", "less_equal"),
        (">=", "greater_equal"), ("==", "equal"), ("!=", "not_equal"),
    ],
)  # fmt: skip
def test_bin_op(infix, name):
    assert shown(f"5 {infix} 6") == f"{name}(5, 6)"


def test_parens():
    assert shown("2 * 3 + 4") == shown("(2 * 3) + 4") == "add(multiply(2, 3), 4)"
    assert shown("2 * (3 + 4)") == "multiply(2, add(3, 4))"


def test_op_assoc():
    assert shown("9 - 4 - 3") == "subtract(subtract(9, 4), 3)"
    assert shown("2 * 3 + 4 < 5 + 6 * 7") == "less(add(multiply(2, 3), 4), add(5, multiply(6, 7)))"
    assert shown("1f + 2f < 3f == 4f < 5f") == "equal(less(add(1.0, 2.0), 3.0), less(4.0, 5.0))"


def test_vars():
    assert written(read("let %here = ref(4); ref_read(%here)")).count("%here") == 2
    assert "relay.global @g : (tensor<i32>) -> tensor<i32>" in print_operation(
        stable("def @g(%x: int32) -> int32 { %x }\ndef @main() { @g }"), lookup
    )
    wrapped = stable("let %f = fn (%o: fn (int32) -> int32) { %o(1) }; %f(abs)")
    assert "(abs)" in written(wrapped)


def test_meta_ref():
    assert refused("meta[relay.Constant][3]") == "2:1: the metadata has no meta[relay.Constant][3]"


def test_let():
    assert shown("let %x = 4; let %y = 5; %x + %y") == "add(4, 5)"
    assert shown("let %x = 4; let %x = %x + 1; %x * 2") == "multiply(add(4, 1), 2)"
    assert "%x is not defined" in refused("let %y = 4; %x")


def test_seq():
    module = stable("%0 = ref(4); ref_write(%0, 5); ref_write(%0, 6); ref_read(%0)")
    assert [op.name for op in main(module).body][-5:] == [
        "relay.ref_write",
        "relay.constant",
        "relay.ref_write",
        "relay.ref_read",
        "func.return",
    ]
    assert written(module).count("let %") == 3


def test_graph():
    module = stable("%0 = 2; %1 = %0 + 1; (%1, %1, %0)")
    assert len(ops(module, "relay.add")) == 1 and len(main(module).body.last.operands) == 3


def test_graph_single():
    assert scalar("%4 = 6; %4") == (6, "i32")


def test_a_binding_that_another_branch_uses():
    """Graph bindings are nodes of a graph: TVM writes one where it meets it first."""
    module = stable("def @main(%c: bool, %x: float32) { if (%c) { %0 = exp(%x); %1 = sin(%0); negative(%1) } else { %1 } }")
    assert [op.name for op in main(module).body] == ["relay.exp", "relay.sin", "relay.if", "func.return"]
    assert "not defined here" in refused("let %f = fn (%y: int32) { %0 = %y + 1; %0 }; %f(%0)")


def test_let_global_var():
    assert refused("let @x = 1; ()").startswith("2:5: expected a variable")


def test_let_op():
    assert refused("let add = 1; ()").startswith("2:5: expected a variable")


def test_tuple():
    assert [each.type.text for each in main(stable("(4f, 5)")).body.last.operands] == ["tensor<f32>", "tensor<i32>"]
    assert result(stable("(4f,)")).result.type.text == "tuple<tensor<f32>>"
    assert not main(stable("()")).body.last.operands
    assert scalar("(4)") == (4, "i32")


def test_tuple_proj():
    assert shown("free_var %x: float32; (%x, %x + 1f).1") == "tuple_get_item(tuple(x, add(x, 1.0)))"
    assert "no field 2" in refused("(1, 2).2")


def test_func():
    module = stable("fn (%x: Tensor[(4), float32], %y: float32) -> Tensor[(4), float32] { %x + %y }")
    assert main(module).get("function_type").text == "(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"
    assert main(stable("fn () { 0 }")).get("function_type").text == "() -> tensor<i32>"
    assert "%x" in refused("fn (%x) { %x }")


def test_defn():
    assert "def @same(%x: int32) -> int32 {\n  %x\n}\n" in written(stable("def @same(%x: int32) -> int32 { %x }"))


def test_recursive_call():
    module = stable("def @f(%x: int32) -> int32 { @f(%x) }")
    assert ops(module, "func.call")[0].get("callee") == "f"
    assert "cannot be told" in refused("def @f(%x: int32) { @f(%x) }")


def test_ifelse():
    assert result(stable("if (True) { 3 } else { 4 }")).name == "relay.if"
    assert "different types" in refused("if (True) { 3 } else { 4f }")
    assert "the condition" in refused("if (1) { 3 } else { 4 }")


def test_ifelse_scope():
    assert "%x is not defined here" in refused("if (True) { let %x = 1; %x } else { %x }")


def test_ref():
    module = stable("def @main(%x: float32) {\n  %0 = ref(%x);\n  ref_write(%0, 2f);\n  ref_read(%0)\n}")
    assert [op.name for op in main(module).body if op.name != "relay.constant"] == [
        "relay.ref_create", "relay.ref_write", "relay.ref_read", "func.return",
    ]  # fmt: skip
    assert "what is written" in refused("%0 = ref(1f); ref_write(%0, 2)")


def test_call():
    assert shown("let %same = fn (%x) { %x }; 10 * %same(11)").startswith("multiply(10, call(")
    assert result(stable("let %four = fn () { 4 }; %four()")).name == "relay.call"
    assert result(stable("(fn (%x) { %x })(4f)")).result.type.text == "tensor<f32>"
    curried = stable("let %times = fn (%x) { fn (%y) { %x * %y } }; %times(2); %times(3)(4)")
    assert ops(curried, "relay.multiply")[0].result.type.text == "tensor<i32>" and len(ops(curried, "relay.call")) == 3
    assert shown("abs(5)") == "abs(5)"
    assert refused("abs(5, 6)") == "2:1: abs takes 1 operands, and is given 2"
    assert "no operator or constructor is called absolute" in refused("absolute(5)")
    assert "given 1" in refused("let %f = fn (%x: int32, %y: int32) { %x }; %f(1)")


def test_incomplete_type():
    assert scalar("let %x: _ = 6; %x") == (6, "i32")


@pytest.mark.parametrize(
    "word, type",
    [
        ("int8", "i8"), ("int16", "i16"), ("int32", "i32"), ("int64", "i64"), ("uint8", "ui8"), ("uint16", "ui16"), ("uint32", "ui32"),
        ("uint64", "ui64"), ("float16", "f16"), ("float32", "f32"), ("float64", "f64"), ("bool", "i1"), ("int8x4", "vector<4xi8>"),
        ("uint1x4", "vector<4xi1>"), ("float16x2", "vector<2xf16>"), ("bfloat16", "bf16"), ("uint1", "i1"),
    ],
)  # fmt: skip
def test_builtin_types(word, type):
    module = stable(f"def @main(%x: {word}, %y: Tensor[(3), {word}]) {{ (%x, %y) }}")
    assert main(module).get("function_type").inputs[0].text == f"tensor<{type}>"


@pytest.mark.parametrize("word", ["float31", "int0", "uint999", "int8x99999999", "string"])
def test_words_that_are_no_types(word):
    assert refused(f"def @main(%x: Tensor[(3), {word}]) {{ %x }}").startswith("2:")


def test_tensor_type():
    for text, type in [("()", ""), ("(3)", "3x"), ("(3,)", "3x"), ("(3, 4)", "3x4x"), ("(?, 4)", "?x4x"), ("(0)", "0x")]:
        module = stable(f"def @main(%x: Tensor[{text}, float32]) {{ %x }}")
        assert main(module).get("function_type").inputs[0].text == f"tensor<{type}f32>"


def test_function_type():
    module = stable("def @main(%f: fn (int32, float32) -> bool, %g: fn () -> int32) { (%f(%g(), 1f), 2) }")
    assert main(module).get("function_type").inputs[0].text == "(tensor<i32>, tensor<f32>) -> tensor<i1>"


def test_tuple_type():
    module = stable("def @main(%x: (), %y: (int32,), %z: (int32, (bool, int8))) { (%x, %y, %z) }")
    inputs = [each.text for each in main(module).get("function_type").inputs]
    assert inputs == ["tuple<>", "tuple<tensor<i32>>", "tuple<tensor<i32>, tuple<tensor<i1>, tensor<i8>>>"]


def test_adt_defn():
    assert "type Unit {\n  One,\n}\n" in written(stable("type Unit { One }"))


def test_adt_any():
    module = stable("type Open { Rows(Tensor[(?, 3), uint16]), }")
    assert plain(ops(module, "relay.constructor")[0].attributes["fields"])[0].text == "tensor<?x3xui16>"


def test_empty_adt_defn():
    assert ops(stable("type Never { }"), "relay.type_def")[0].body.first is None


def test_multiple_cons_defn():
    fields = [plain(op.attributes["fields"]) for op in ops(stable(LIST), "relay.constructor")]
    assert [[each.text for each in one] for one in fields] == [["!relay.var<A>", "!relay.adt<@List, !relay.var<A>>"], []]


def test_multiple_type_param_defn():
    module = stable("type Either[A, B] { Left(A), Right(B), }")
    assert plain(ops(module, "relay.type_def")[0].attributes["type_params"]) == ("A", "B")


@pytest.mark.parametrize("word", ["match", "match?"])
def test_match(word):
    module = stable(
        LIST
        + f"def @length[A](%xs: List[A]) -> int32 {{ {word} (%xs) {{ Cons(_, %rest : List[A]) => {{ 1 + @length(%rest) }}, Nil => 0 }} }}"
    )
    (match,) = ops(module, "relay.match")
    assert match.attributes["patterns"].text == '[[@List::@Cons, "_", "%"], [@List::@Nil]]'
    assert ("partial" in match.attributes) is (word == "match?")


def test_match_of_tuples():
    text = (
        LIST
        + """def @zip[A, B](%xs: List[A], %ys: List[B]) -> List[(A, B)] {
      match (%xs, %ys) { (Cons(%x, %more), Cons(%y, %others)) => Cons((%x, %y), @zip(%more, %others)), _ => Nil, }
    }"""
    )
    (match,) = ops(stable(text), "relay.match")
    assert len(match.regions[0].blocks[0].arguments) == 4 and match.result.type.text.startswith("!relay.adt<@List, tuple<")
    assert "more patterns" in refused(LIST + "def @f(%x: List[int32]) { match (%x) { Nil(%y) => 0 } }")


def test_adt_cons_expr():
    module = stable(LIST + "def @one(%x: int32) -> List[int32] { Cons(%x, Nil) }")
    assert [op.result.type.text for op in ops(module, "relay.construct")] == ["!relay.adt<@List, tensor<i32>>"] * 2
    assert "Cons takes 2 values" in refused(LIST + "def @one(%x: int32) { Cons(%x) }")


def test_duplicate_adt_defn():
    assert refused("type A { X }\ntype A { Y }") == "3:6: a second type is called A"


def test_duplicate_adt_cons():
    assert refused("type A { X }\ntype B { X }") == "3:10: a second constructor is called X"


def test_duplicate_adt_cons_defn():
    """A constructor and a type may share a name here, but not two constructors."""
    assert refused("type A { B }\ntype B { A, B }") == "3:13: a second constructor is called B"


def test_duplicate_global_var():
    assert refused("def @f(%x: int32) { %x }\ndef @f(%x: int32) { %x }") == "3:5: a second function is called @f"


def test_extern_adt_defn():
    assert "extern type Foreign[A]\n" in written(stable("extern type Foreign[A]"))
    assert "has no constructors" in refused("extern type Foreign { X }")


def test_mlp():
    text = """def @main(%data: Tensor[(1, 3, 5), float32], %w: Tensor[(4, 15), float32], %b: Tensor[(4), float32]) -> Tensor[(1, 4), float32] {
      %0 = nn.batch_flatten(%data) /* ty=Tensor[(1, 15), float32] */;
      %1 = nn.dense(%0, %w, units=4) /* ty=Tensor[(1, 4), float32] */;
      %2 = nn.bias_add(%1, %b, axis=-1) /* ty=Tensor[(1, 4), float32] */;
      %3 = nn.relu(%2) /* ty=Tensor[(1, 4), float32] */;
      nn.softmax(%3) /* ty=Tensor[(1, 4), float32] span=out:0:0 */
    }"""
    module = stable(text)
    assert result(module).name == "relay.nn.softmax" and result(module).result.type.text == "tensor<1x4xf32>"
    assert "nn.dense(%0, %w, units=4)" in written(module) and "nn.softmax(%3) /* span=out:0:0 */\n" in written(module)


def test_tuple_return_value():
    module = stable("type Box[T] { constructor(T) }\ndef @example() { %0 = (); %1 = constructor(%0); %2 = constructor(2f); (%1, %2,) }")
    (function,) = ops(module, "func.func")
    assert function.get("function_type").results[0].text == "tuple<!relay.adt<@Box, tuple<>>, !relay.adt<@Box, tensor<f32>>>"


def test_parse_if_in_binding():
    module = stable("def @example(%b: bool) { %0 = if (%b) { 3 } else { 4 }; %0 + %0 }")
    assert len(ops(module, "relay.if")) == 1


def test_op_string_attr():
    module = stable(
        "free_var %x: Tensor[(1, 8, 8, 3), float32]; free_var %y: Tensor[(3, 3, 3, 2), float32]; "
        'nn.conv2d(%x, %y, padding=[1, 1, 1, 1], data_layout="NHWC", kernel_layout="HWIO", out_dtype="float32")'
    )
    assert result(module).get("data_layout") == "NHWC" and result(module).result.type.text == "tensor<1x8x8x2xf32>"
    assert 'data_layout="NHWC", kernel_layout="HWIO"' in written(module)


def test_load_prelude():
    """The functions of a prelude in our words: polymorphic, higher-order, on lists, options and trees."""
    module = stable(PRELUDE)
    assert [op.get("sym_name") for op in ops(module, "relay.type_def")] == ["List", "Option", "Tree"]
    assert "@fold(Cons, %ys, %xs)" in written(module)


PRELUDE = (
    LIST
    + """
type Option[A] { Some(A), None, }
type Tree[A] { Node(A, List[Tree[A]]) }
def @same[A](%x: A) -> A { %x }
def @after[A, B, C](%f: fn(B) -> C, %g: fn(A) -> B) { fn (%x: A) -> C { %f(%g(%x)) } }
def @nth[A](%xs: List[A], %n: int32) -> A {
  match? (%xs) { Cons(%x, %rest) => if (%n == 0) { %x } else { @nth(%rest, %n - 1) } }
}
def @each[A, B](%f: fn(A) -> B, %xs: List[A]) -> List[B] {
  match (%xs) { Cons(%x, %rest) => Cons(%f(%x), @each(%f, %rest)), Nil => Nil, }
}
def @fold[A, B](%f: fn(A, B) -> B, %start: B, %xs: List[A]) -> B {
  match (%xs) { Cons(%x, %rest) => %f(%x, @fold(%f, %start, %rest)), Nil => %start }
}
def @joined[A](%xs: List[A], %ys: List[A]) -> List[A] { @fold(Cons, %ys, %xs) }
def @total(%xs: List[int32]) -> int32 {
  let %plus = fn(%x: int32, %y: int32) -> int32 { %x + %y };
  @fold(%plus, 0, %xs)
}
def @unfold[A, B](%f: fn(A) -> Option[(A, B)], %seed: A) -> List[B] {
  match (%f(%seed)) { Some(%step) => Cons(%step.1, @unfold(%f, %step.0)), None => Nil }
}
def @size[A](%t: Tree[A]) -> int32 { match(%t) { Node(_, %below) => { 1 + @total(@each(@size, %below)) }, } }
def @times[A](%f: fn(A) -> A, %n: int32) -> fn(A) -> A { if (%n == 0) { @same } else { @after(%f, @times(%f, %n - 1)) } }
"""
)


def test_import_grad():
    """What gradients need: references to functions of tuples, which hold what is still to be done."""
    text = """def @main(%x: float32) {
      let %bp = ref(fn () { () });
      let %y = (%x * %x, ref(0f));
      let %before = ref_read(%bp);
      ref_write(%bp, fn () { ref_write(%y.1, ref_read(%y.1) + 2f * %x); %before() });
      ref_read(%bp)();
      ref_read(%y.1)
    }"""
    assert len(ops(stable(text), "relay.ref_write")) == 2


def test_call_attrs():
    text = """def @main(%p: Tensor[(2, 4), float32], %q: Tensor[(3, 4), float32]) {
      %2 = fn (%a: Tensor[(2, 4), float32], %b: Tensor[(3, 4), float32]) { %0 = nn.dense(%a, %b, units=None); nn.relu(%0) };
      %2(%p, %q, name="inner", attrs_type_key="attrs.TestAttrs")
    }"""
    assert '(%p, %q, name="inner", attrs_type_key="attrs.TestAttrs")' in written(stable(text))
    assert "units" not in written(stable(text))
    assert "nn.relu has no attribute 'axis'" in refused("free_var %x: float32; nn.relu(%x, axis=1)")
    assert "needs the attribute 'newshape'" in refused("free_var %x: float32; reshape(%x)")
    assert "not of kind i64" in refused('free_var %x: Tensor[(2, 3), float32]; nn.softmax(%x, axis="last")')


def test_tokenize_inf():
    module = stable("free_var %x: Tensor[(3), float32]; clip(%x, a_min=-inff, a_max=inff)")
    assert result(module).get("a_max") == float("inf")
    assert scalar("-inff") == (float("-inf"), "f32")


def test_func_attrs():
    text = 'fn (%x: Tensor[(2, 3), float32], Primitive=1, relay.reshape_only=1, Compiler="own") { reshape(%x, newshape=[-1]) }'
    assert '(%x: Tensor[(2, 3), float32], Primitive=1, relay.reshape_only=1, Compiler="own") -> Tensor[(6), float32]' in written(
        stable(text)
    )


# The printer's


@pytest.mark.parametrize("text", ["42i16", "42", "42i64", "3f16", "3f", "3f64", "True", "1e-05f", "0.1f", "0.3f64", "-0f", "inff"])
def test_scalars(text):
    assert written(stable(text)).endswith(f"{{\n  {text}\n}}\n")


@pytest.mark.parametrize("text", ["16777217.5f64", "0.333333343f", "0.1f16", "1.17549435e-38f", "3.4028234663852886e+38f"])
def test_scalars_of_which_tvm_prints_too_few_digits(text):
    again = written(stable(text)).removeprefix(HEADER)
    assert result(read(again)).attributes["value"] == result(read(text)).attributes["value"]


def test_large_graph():
    """20,000 additions in a row, which are read and written in seconds and without recursion."""
    lines = ["%0 = add(%x, 2f);"] + [f"%{n + 1} = add(%{n}, 2f);" for n in range(20_000)]
    text = f"def @main(%x: Tensor[(3, 2), float32]) -> Tensor[(3, 2), float32] {{\n  {chr(10).join(lines)}\n  %20000\n}}\n"
    module = read_module(Source("t.relay", HEADER + text))
    assert len(ops(module, "relay.add")) == 20_001
    assert written(module).count("= add(") == 20_000


def test_mod():
    module = stable("def @mine(%x: float32, %y: float32) { %0 = %x + %y; %0 + %0 }")
    assert "def @mine(%x: float32, %y: float32) -> float32 {\n  %0 = add(%x, %y);\n  add(%0, %0)\n}\n" in written(module)


def test_numbers_go_on_over_functions():
    """TVM's parser has one table of graph bindings for a whole file, in which the first of a number stays."""
    text = "def @f(%x: int32) { %0 = %x + %x; %0 * %0 }\ndef @g(%x: int32) { %0 = %x * %x; %0 + %0 }"
    assert "%0 = add(%x, %x);" in written(stable(text)) and "%1 = multiply(%x, %x);" in written(stable(text))


def test_printed_call_attrs():
    """Attributes that are not the operator's defaults, in the order of the table."""
    x = "free_var %x: Tensor[(2, 3, 4), float32]; "
    assert "nn.softmax(%x, axis=1)\n" in written(stable(x + "nn.softmax(%x, axis=1)"))
    assert "nn.softmax(%x)\n" in written(stable(x + "nn.softmax(%x, axis=-1)"))
    assert "expand_dims(%x, axis=2, num_newaxis=2)\n" in written(stable(x + "expand_dims(%x, num_newaxis=2, axis=2)"))
    assert 'zeros(shape=[], dtype="float32")\n' in written(stable('zeros(shape=[], dtype="float32")'))


def test_span():
    text = "def @f(%x: int32 /* ty=int32 span=in:1:2 */) { %0 = add(%x, 1 /* ty=int32 */) /* ty=int32 span=Add0:0:0 */; multiply(%0, %0) /* span=b/c:1:1 */ }"
    assert written(stable(text)).endswith("{\n  %0 = add(%x, 1) /* span=Add0:0:0 */;\n  multiply(%0, %0) /* span=b/c:1:1 */\n}\n")


def test_constants_stand_in_the_order_of_their_uses():
    from tfir.dialects import dialect
    from tfir.text.parser import parse

    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = relay.constant dense<[3.0, 4.0]> : tensor<2xf32>
      %2 = relay.add %x, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.add %2, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }"""
    once = written(parse(Source("m.mlir", text), lookup, dialect))
    assert "%0 = add(%v, meta[relay.Constant][0]);\n  add(%0, meta[relay.Constant][1])\n" in once
    assert written(stable(once.removeprefix(HEADER))) == once


def test_names_that_tvm_prints_and_does_not_read():
    """As its frontend for PyTorch makes them: they are read, and written as names that TVM reads."""
    module = stable(
        "fn (%input.1: int32, %layer.0.weight: int32, %aten::add_0.bias: int32) { %input.1 * %layer.0.weight + %aten::add_0.bias }"
    )
    assert "add(%0, %aten__add_0_bias)" in written(module) and "multiply(%input_1, %layer_0_weight)" in written(module)
    assert shown("free_var %t: (int32, (int32, int32)); %t.1.0 + %t.0") == "add(tuple_get_item(tuple_get_item(t)), tuple_get_item(t))"


def test_let_if_scope():
    text = "def @f(%x: float32, %c: bool) { if (%c) { let %v = 1f; let %v = %x; %v - %v } else { let %w = %x; %w + %w } }"
    assert written(stable(text)).count("{") == 3


def test_variable_name():
    """Names that TVM's lexer would not read as names."""
    for name in ("1", "let", "inffoo", "a.b", "_x"):
        module = read("fn (%x: int32) { %x }")
        main(module).body.arguments[0].name = name
        text = written(module)
        assert f"%{name}:" not in text
        assert written(read(text.removeprefix(HEADER))) == text


def test_call_node_order():
    module = stable("let %f = fn (%y: int32) { %y }; let %g = fn (%x: int32) { %x }; %g(%f(1))")
    assert written(module) == HEADER + (
        "def @main() -> int32 {\n  %0 = fn (%y: int32) -> int32 {\n    %y\n  };\n  %1 = fn (%x: int32) -> int32 {\n    %x\n  };\n"
        "  %2 = %0(1);\n  %1(%2)\n}\n"
    )


def test_let_inlining():
    assert written(stable("let %x = (0, 1); %x")).endswith("{\n  (0, 1)\n}\n")


def test_unapplied_constructor():
    text = LIST + "def @make[A]() -> fn (A, List[A]) -> List[A] {\n  Cons\n}\n"
    assert "def @make[A]() -> fn (A, List[A]) -> List[A] {\n  Cons\n}\n" in written(stable(text))


def test_null_attribute():
    assert "Mine=None" in written(stable("fn (%x: int32, Mine=None) { %x }"))


def test_slash_in_identifier():
    assert "add(%base/x, %base/y)" in written(stable("free_var %base/x: int32; free_var %base/y: int32; %base/x + %base/y"))


# What else


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("def @main() { (1, 2 }", "2:21: expected ')', found '}'"),
        ("def @main() { 1", "2:13: '{' has no '}'"),
        ("def @main() { }", "2:15: expected an expression, found '}'"),
        ("def @main() { $ }", "2:15: expected Relay's text, found '$'"),
        ("def @main() { @other() }", "2:15: no function is called @other"),
        ("def @main(%x: Missing) { %x }", "2:15: no type is called Missing"),
        ("def @main(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) { %x + %y }", "2:68: "),
        ("fn (%x) { %x(%x) }", "2:11: "),
        ("free_var %x: Tensor[(?), float32]; split(%x, indices_or_sections=99999999)", "2:36: splits into 99999999 parts"),
        ("expand_dims(1f, axis=0, num_newaxis=999999999)", "2:1: adds 999999999 dimensions"),
    ],
)  # fmt: skip
def test_errors_have_places(text, complaint):
    assert refused(text).startswith(complaint)


def test_expressions_nest_deeply():
    def nested(depth: int) -> str:
        return f"{'(' * depth}1{')' * depth}"

    assert with_room(lambda: scalar(nested(300))) == scalar("1")
    with pytest.raises(Error, match="more than 2000 expressions within each other"):
        with_room(lambda: read_module(Source("t.relay", HEADER + nested(2001))))


def test_other_versions_are_refused():
    with pytest.raises(Error, match=r"expected '#\[version"):
        read_module(Source("t.relay", "def @main() { 1 }"))
    with pytest.raises(Error, match="version 0.0.4 of Relay's text is not known"):
        read_module(Source("t.relay", '#[version = "0.0.4"]\ndef @main() { 1 }'))


def test_sizes_that_are_not_known_fit_any():
    """A value becomes one of a type that says less where that is expected."""
    text = "def @f(%x: Tensor[(?, 4), float32]) -> Tensor[(?, 4), float32] { %x }\ndef @main(%y: Tensor[(2, 4), float32]) { @f(%y) }"
    module = stable(text)
    assert "relay.as %y : tensor<2x4xf32> to tensor<?x4xf32>" in print_operation(module, lookup, PrintOptions(keep_names=True))
    assert "argument 0 of @f" in refused(text.replace("(2, 4)", "(2, 5)"))


def test_names_that_mlir_shares_and_relay_does_not():
    module = stable("type f { One }\ndef @f() -> f { One }")
    assert [op.get("sym_name") for op in module.body] == ["f_1", "f"]


def test_what_is_no_relay_is_refused():
    from tfir.dialects import dialect
    from tfir.text.parser import parse

    module = parse(
        Source(
            "m.mlir", "func.func @main(%x: tensor<f32>) -> tensor<f32> { %0 = stablehlo.sine %x : tensor<f32>\n return %0 : tensor<f32> }"
        ),
        lookup,
        dialect,
    )
    with pytest.raises(Error, match="'stablehlo.sine' op is no operation of Relay"):
        written(module)


def test_a_call_with_several_results_is_a_tuple_in_a_branch():
    from tfir.dialects import dialect
    from tfir.text.parser import parse

    text = """func.func private @both(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) { return %x, %x : tensor<f32>, tensor<f32> }
    func.func @main(%c: tensor<i1>, %x: tensor<f32>) -> tuple<tensor<f32>, tensor<f32>> {
      %0 = relay.if %c : (tensor<i1>) -> tuple<tensor<f32>, tensor<f32>> {
        %1:2 = func.call @both(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
        %2 = relay.tuple %1#0, %1#1 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
        relay.yield %2 : tuple<tensor<f32>, tensor<f32>>
      } else {
        %1 = relay.tuple %x, %x : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
        relay.yield %1 : tuple<tensor<f32>, tensor<f32>>
      }
      return %0 : tuple<tensor<f32>, tensor<f32>>
    }"""
    once = written(parse(Source("m.mlir", text), lookup, dialect))
    assert "{\n    @both(%v1)\n  } else {\n    (%v1, %v1)\n  }" in once.replace("%v_1", "%v1")
    stable(once.removeprefix(HEADER))


def test_several_results_are_a_tuple():
    from tfir.dialects import dialect
    from tfir.text.parser import parse

    text = """func.func private @both(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) { return %x, %x : tensor<f32>, tensor<f32> }
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0:2 = func.call @both(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
      return %0#1 : tensor<f32>
    }"""
    once = written(parse(Source("m.mlir", text), lookup, dialect))
    assert "-> (float32, float32) {\n  (%v, %v)\n" in once and "%0 = @both(%v);\n  %1 = %0.1;\n  %1\n" in once
    assert written(stable(once.removeprefix(HEADER))) == once.replace("  %1 = %0.1;\n  %1\n", "  %0.1\n")


SPANS = """def @main(%x: Tensor[(2), float32] /* ty=Tensor[(2), float32] span=m.py:12:3 */, %y: Tensor[(2), float32]) -> Tensor[(2), float32] {
  %0 = add(%x, %y) /* ty=Tensor[(2), float32] span=aten::add_0:0:0 */;
  %1 = fn (%p: Tensor[(2), float32] /* span=a b.py:1:2 */, Primitive=1) -> Tensor[(2), float32] {
    nn.relu(%p)
  };
  %2 = %1(%0) /* span=from_string:4:10 */;
  multiply(%2, add(%x, 2f /* ty=float32 */) /* ty=Tensor[(2), float32] span=m.py:14:9 */) /* ty=Tensor[(2), float32] */
}
"""


def test_spans_are_locations():
    """As TVM's printer writes them: behind a type, in a comment. What has none has the place in the text."""
    module = stable(SPANS)
    own = {op.name.removeprefix("relay."): str(op.location) for op in module.walk() if not isinstance(op.location, int)}
    assert own == {"add": '"m.py":14:9', "call": '"from_string":4:10'}  # of two additions the last
    added, *_ = ops(module, "relay.add")
    assert str(added.location) == '"aten::add_0":0:0'
    x, y = [main(module).body.argument_locations[argument] for argument in main(module).body.arguments]
    assert str(x) == '"m.py":12:3' and isinstance(y, int)
    text = written(module)
    for part in ("%x: Tensor[(2), float32] /* span=m.py:12:3 */, %y: Tensor[(2), float32])", "%p: Tensor[(2), float32] /* span=a b.py:1:2 */", "Primitive=1",
                 "add(%x, %y) /* span=aten::add_0:0:0 */;", "%1(%0) /* span=from_string:4:10 */;", "nn.relu(%p)\n"):  # fmt: skip
        assert part in text


@pytest.mark.parametrize("span", ["m.py", "m.py:1", ":1:2", "m.py:x:2", "m.py:1:99999999999", " :1:2"])
def test_what_is_no_span_is_a_comment(span):
    module = stable(f"def @main(%x: float32) -> float32 {{ negative(%x) /* span={span} */ }}")
    (op,) = ops(module, "relay.negative")
    assert isinstance(op.location, int)


@pytest.mark.parametrize("file", ["a*/b", "a/*b", "a\nb", " a", "a ", "", "span=a"])
def test_names_that_a_comment_cannot_hold_are_left_out(file):
    module = read("def @main(%x: float32) -> float32 { negative(%x) }")
    (op,) = ops(module, "relay.negative")
    op.set_location(FileLineCol(file, 1, 2))
    assert "span" not in written(module)


# Names of results


def names_of(module):
    return [(port.name, port.named) for port in Entry(main(module)).fetches]


def test_results_have_the_names_that_frontends_give_them():
    text = 'def @main(%x: Tensor[(2), float32], Compiler="c", output_tensor_names=["scores", "a/b"]) -> (Tensor[(2), float32], Tensor[(2), float32]) {\n  (%x, %x)\n}\n'
    module = stable(text)
    assert names_of(module) == [("scores", True), ("a/b", True)]
    assert written(module) == HEADER + text


@pytest.mark.parametrize("names", ['["scores"]', '["a,b", "c"]', "[1, 2]", '"scores"'])
def test_names_that_are_not_one_for_each_result_stay_an_attribute(names):
    text = f"def @main(%x: Tensor[(2), float32], output_tensor_names={names}) -> (Tensor[(2), float32], Tensor[(2), float32]) {{\n  (%x, %x)\n}}\n"
    module = stable(text)
    assert names_of(module) == [("result0", False), ("result1", False)]
    assert written(module) == HEADER + text


def test_other_functions_have_no_names_of_results():
    text = 'def @f(%x: Tensor[(2), float32], output_tensor_names=["y"]) -> Tensor[(2), float32] {\n  %x\n}\n\ndef @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] {\n  @f(%x)\n}\n'
    assert "tf.entry_function" not in print_operation(stable(text), lookup)


GROWTH = {
    "fields": " let %t0 = (%x, %x);\n{}", "a function's results": " let %f = fn [A](%a: A) -> (A, A) {{ (%a, %a) }};\n let %t0 = (%x, %x);\n{}",
    "fields of what is not known": " let %f = fn (%a) {{ let %t0 = (%a, %a);\n{} %a }};\n",
}  # fmt: skip


@pytest.mark.parametrize("name", GROWTH)
def test_types_do_not_grow_without_bound(name):
    """60 pairs of pairs have 2^60 fields, and 10 of them 1,024."""

    def text(count):
        made = "%f(%t{1})" if name == "a function's results" else "(%t{1}, %t{1})"
        pairs = "".join([f" let %t{at} = {made.format(at, at - 1)};\n" for at in range(1, count)])
        call = " %f(%x)" if "not known" in name else " %x"
        return f"def @main(%x: Tensor[(2), float32]) {{\n{GROWTH[name].format(pairs)}{call}\n}}"

    with pytest.raises(Error, match="a type is longer than 1048576 characters"):
        read(text(60))
    assert result(read(text(10))) is None or result(read(text(10))).name == "relay.call"


UNUSED = [
    "let %f = fn (%y) { %y };", "let %f = fn (%y) { add(%y.0, negative(%y.1)) };", "let %f = fn (%y) { %y }; let %g = fn (%z) { %f(%z) };",
    "let %f = fn (%g, %y) { let %h = fn (%z) { %z }; %g(%y) };", "let %f = fn (%y) { %f(%y) };",
]  # fmt: skip


@pytest.mark.parametrize("binding", UNUSED)
def test_functions_that_nothing_uses_need_no_types(binding):
    text = f"def @main(%x: Tensor[(2), float32]) {{ {binding} negative(%x) }}"
    module = read(text)
    assert [op.name for op in module.walk()][2:] == ["relay.negative", "func.return"]


def test_functions_that_are_used_need_types():
    assert "the type of %y cannot be told" in refused("def @main(%x: int32) { let %f = fn (%y) { %y }; (%f, %x) }")
    assert (
        read("def @main(%x: int32) { let %f = fn (%y) { %y }; %f(%x) }").body.first.body.first.result.type.text
        == "(tensor<i32>) -> tensor<i32>"
    )
