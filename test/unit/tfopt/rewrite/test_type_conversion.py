"""Conversions that change types: where casts stand between old types and new ones, and that there are none where both sides are new."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import I64, INDEX
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.rewrite.pattern import FunctionPattern
from tfopt.rewrite.type_conversion import convert_types


class IndicesAreIntegers(dict):
    def __missing__(self, type):
        return I64 if type is INDEX else None if "tensor" in type.text else type


def in_place(op, rewriter):
    """`t.old` becomes `t.new` where it stands."""
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    return operands is not None and types is not None and rewriter.become(op, "t.new", operands, types, op.attributes)


def handed_on(op, rewriter):
    """The operand of `t.same` is its result."""
    operands = rewriter.converted(op.operands)
    return operands is not None and rewriter.replace(op, operands)


PATTERNS = [FunctionPattern(["t.old"], in_place), FunctionPattern(["t.same"], handed_on)]


def converted(body: str, patterns=PATTERNS, illegal=()) -> list[str]:
    """The operations of a function after a conversion."""
    text = f"func.func @f(%a: index, %b: index, %w: i64, %t: tensor<2xindex>) {{\n{body}\n}}"
    module = parse(Source("test.mlir", text), lookup, dialect, allow_unregistered=True)
    convert_types(module, IndicesAreIntegers(), patterns, illegal)
    lines = [line.strip().replace("builtin.unrealized_conversion_cast", "cast") for line in print_operation(module, lookup).split("\n")]
    return [line for line in lines if line and not line.startswith(("module", "func.func", "}"))]


def test_casts_stand_behind_what_makes_a_value_the_last_one_asked_for_first():
    # As MLIR's driver leaves them: mlir-opt 22 prints %arg1's cast in front of %arg0's for `arith.addi %arg0, %arg1`.
    assert converted('%0 = "t.old"(%a, %b) : (index, index) -> index\n"t.stays"(%0) : (index) -> ()\nreturn') == [
        "%0 = cast %arg1 : index to i64", "%1 = cast %arg0 : index to i64", '%2 = "t.new"(%1, %0) : (i64, i64) -> i64',
        "%3 = cast %2 : i64 to index", '"t.stays"(%3) : (index) -> ()', "return",
    ]  # fmt: skip


def test_there_are_no_casts_between_what_is_converted():
    assert converted('%0 = "t.old"() : () -> index\n%1 = "t.old"(%0) : (index) -> index\nreturn') == [
        '%0 = "t.new"() : () -> i64', '%1 = "t.new"(%0) : (i64) -> i64', "return",
    ]  # fmt: skip


def test_a_cast_from_the_new_type_is_looked_through():
    assert converted('%0 = builtin.unrealized_conversion_cast %w : i64 to index\n"t.old"(%0) : (index) -> ()\nreturn') == [
        "%0 = cast %arg2 : i64 to index", '"t.new"(%arg2) : (i64) -> ()', "return",
    ]  # fmt: skip


def test_a_value_that_several_results_become_is_cast_once_for_each_type():
    # mlir-opt 22 casts the parameter once for both results of `index.casts %w : i64 to index`.
    body = (
        '%0 = "t.same"(%w) : (i64) -> index\n%1 = "t.same"(%w) : (i64) -> index\n"t.stays"(%0, %1, %w) : (index, index, i64) -> ()\nreturn'
    )
    assert converted(body) == ["%0 = cast %arg2 : i64 to index", '"t.stays"(%0, %0, %arg2) : (index, index, i64) -> ()', "return"]


def test_what_has_no_new_type_stays_as_it_is():
    body = ['%0 = "t.old"(%arg3) : (tensor<2xindex>) -> index', "return"]
    assert converted('%0 = "t.old"(%t) : (tensor<2xindex>) -> index\nreturn') == body


def test_what_is_illegal_and_stays_is_told():
    with pytest.raises(Error, match="failed to legalize operation 't.old' that was explicitly marked illegal"):
        converted('%0 = "t.old"(%t) : (tensor<2xindex>) -> index\nreturn', illegal=["t"])


def test_a_use_that_stands_in_front_of_what_makes_the_value():
    """Blocks may stand in any order: the use is converted before the value is."""
    body = """
      cf.br ^two
    ^one:
      "t.old"(%0) : (index) -> ()
      return
    ^two:
      %0 = "t.old"() : () -> index
      cf.br ^one"""
    assert converted(body) == [
        "cf.br ^bb2", "^bb1:  // pred: ^bb2", '"t.new"(%0) : (i64) -> ()', "return",
        "^bb2:  // pred: ^bb0", '%0 = "t.new"() : () -> i64', "cf.br ^bb1",
    ]  # fmt: skip


def signature(op, rewriter):
    """Each index of a function is passed in two halves; `t.pack` puts them together."""
    types = [[I64, I64] if argument.type is INDEX else [argument.type] for argument in op.body.arguments]
    rewriter.convert_signature(op.body, types, lambda build, old, new, parts: build.builder.value("t.pack", parts, new))
    return False


def test_arguments_in_parts_are_put_together_for_who_asks():
    body = '"t.stays"(%b) : (index) -> ()\n"t.old"(%a) : (index) -> ()\nreturn'
    lines = converted(body, [FunctionPattern(["func.func"], signature), *PATTERNS])
    assert lines == [
        '%0 = "t.pack"(%arg2, %arg3) : (i64, i64) -> i64', "%1 = cast %0 : i64 to index", '%2 = "t.pack"(%arg0, %arg1) : (i64, i64) -> i64',
        '"t.stays"(%1) : (index) -> ()', '"t.new"(%2) : (i64) -> ()', "return",
    ]  # fmt: skip


def test_what_is_put_together_stands_in_front_of_what_was_first_and_went():
    """The first operation of the function is replaced before the argument is asked for."""
    lines = converted(
        '%0 = "t.same"(%w) : (i64) -> index\n"t.old"(%a, %0) : (index, index) -> ()\nreturn',
        [FunctionPattern(["func.func"], signature), *PATTERNS],
    )
    assert lines == ['%0 = "t.pack"(%arg0, %arg1) : (i64, i64) -> i64', '"t.new"(%0, %arg4) : (i64, i64) -> ()', "return"]
