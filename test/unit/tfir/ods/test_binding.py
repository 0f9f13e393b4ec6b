"""Parameters meet operands and attributes by name."""

import numpy as np
import pytest
from tfir.dialects import lookup
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F32, I1, I32, I64, UI8, ComplexType, OpaqueType, TensorType
from tfir.ods.binding import binding
from tfir.ods.element_types import element_of_word
from tfir.ods.inference import AbstractValue, evaluate, infer, result_types
from tfir.ods.semantics import OpSemantics
from tfir.ods.slots import values_per_slot


def op_of(name, operand_types, result_types=(), **attributes):
    return Operation.draft(name, [Value(type, None, at) for at, type in enumerate(operand_types)], result_types, attributes)


def bound(function, op, operands=None):
    operands = list(range(len(op.operands))) if operands is None else operands
    return binding(lookup(op.name), function).call(op, operands)


scalar = TensorType((), I32)
vector = TensorType((2,), F32)


def test_operands_and_attributes_by_name_in_any_order():
    op = op_of("tf.MatMul", [vector, vector], transpose_b=True)
    assert bound(lambda transpose_b, b, a: (a, b, transpose_b), op) == (0, 1, True)


def test_a_parameter_keeps_its_default_only_where_the_op_has_nothing_of_its_name():
    op = op_of("tf.MatMul", [vector, vector], transpose_b=True)
    assert bound(lambda transpose_b=7, align="LEFT": (transpose_b, align), op) == (True, "LEFT")
    with pytest.raises(TypeError, match="no operand or attribute align"):
        bound(lambda align, transpose_b=7: None, op)


def test_an_absent_attribute_has_its_default():
    op = op_of("tf.MatMul", [vector, vector])
    assert bound(lambda transpose_a: transpose_a, op) is False
    assert bound(lambda alpha: alpha, op_of("tf.LeakyRelu", [vector])) == np.float32(0.2)


def test_operands_that_occur_many_times_are_lists():
    op = op_of("tf.ConcatV2", [vector, vector, vector, scalar])
    assert bound(lambda values, axis: (values, axis), op) == ([0, 1, 2], 3)
    op = op_of("tf.DynamicStitch", [scalar, scalar, vector, vector])
    assert bound(lambda indices, data: (indices, data), op) == ([0, 1], [2, 3])


def test_attributes_that_repeat_types_are_read_off_them():
    op = op_of("tf.ConcatV2", [vector, vector, scalar], [TensorType((4,), F32)])
    assert bound(lambda N, T, Tidx: (N, T, Tidx), op) == (2, F32, I32)
    op = op_of("tf.Cast", [vector], [scalar])
    assert bound(lambda SrcT, DstT: (SrcT, DstT), op) == (F32, I32)
    op = op_of("tf.IdentityN", [vector, scalar], [vector, scalar])
    assert bound(lambda T: T, op) == (F32, I32)


def test_lists_and_shapes_are_plain():
    op = op_of("tf.Conv2D", [vector, vector], strides=[1, 2, 2, 1], padding="SAME")
    assert bound(lambda strides, dilations, padding: (strides, dilations, padding), op) == ((1, 2, 2, 1), (1, 1, 1, 1), "SAME")
    op = op_of("tf.Placeholder", [], [vector], shape=ShapeAttr((None, 3)))
    assert bound(lambda shape, dtype: (shape, dtype), op) == ((None, 3), F32)
    assert bound(lambda shape: shape, op_of("tf.Placeholder", [], [vector])) is None


def test_names_that_no_signature_has():
    op = op_of("tf.Relu", [vector], [vector])
    assert bound(lambda operands, result_types: (operands, result_types), op) == ([0], [vector])
    assert bound(lambda op: op, op) is op
    with pytest.raises(TypeError, match="tf.Relu has no operand or attribute feature"):
        bound(lambda feature: feature, op)


def test_a_function_in_c_takes_the_operands_in_order():
    assert bound(np.subtract, op_of("tf.Sub", [scalar, scalar]), [np.int32(5), np.int32(3)]) == 2


def test_prepared_calls_agree_with_calls():
    op = op_of("tf.ConcatV2", [vector, vector, scalar])
    prepared = binding(lookup(op.name), lambda values, axis, N: (values, axis, N)).prepared(op)
    assert prepared(["a", "b", "c"]) == (["a", "b"], "c", 2)


def test_too_few_operands_are_an_error():
    with pytest.raises(Error, match="has 1 operands, which its signature"):
        bound(lambda indices: indices, op_of("tf.DynamicStitch", [scalar]))


@pytest.mark.parametrize("word, type", [
    ("f32", F32), ("bf16", BF16), ("bool", I1), ("u8", UI8), ("i64", I64), ("c64", ComplexType(F32)),
    ("str", OpaqueType("!tf_type.string")), ("qu8", OpaqueType("!tf_type.quint8")), ("T", None),
])  # fmt: skip
def test_words_of_element_types(word, type):
    assert element_of_word(word) is type


# Asking meanings


def test_infer_tells_its_error_about_the_op():
    op = op_of("tf.MatMul", [TensorType((2, 3), F32), TensorType((4, 5), F32)], [vector])
    with pytest.raises(Error, match="'tf.MatMul' op inner sizes differ: 3 and 4"):
        infer(op, lookup(op.name), [AbstractValue((2, 3), F32), AbstractValue((4, 5), F32)])


def test_what_numpy_refuses_is_an_error_about_the_op():
    op = op_of("tf.AddV2", [vector, vector], [vector])
    with pytest.raises(Error, match="'tf.AddV2' op cannot be computed"):
        evaluate(op, lookup(op.name), [np.zeros(2, np.float32), np.zeros(3, np.float32)])


def test_the_types_of_an_op_that_is_about_to_be_built():
    values = [Value(TensorType((2, None), F32), None, 0), Value(TensorType((2, 3), F32), None, 1)]
    assert result_types(lookup("tf.AddV2"), values, {}) == [TensorType((2, 3), F32)]
    assert result_types(lookup("tf.Equal"), values, {}) == [TensorType((2, 3), I1)]
    assert result_types(lookup("tf.Unpack"), values[1:], {"axis": 1, "num": 3}) == [TensorType((2,), F32)] * 3


def test_a_family_is_no_op():
    class Family(OpSemantics, family=True):
        pass

    class Op(Family):
        pass

    assert Family.is_family
    assert not Op.is_family


def test_of_two_lists_the_one_whose_count_has_a_default_has_that():
    """`_FusedConv2D(input: T, filter: T, args: *TArgs, host_args: num_host_args*f32; num_host_args: int>=0 = 0, ...)`"""
    definition = lookup("tf._FusedConv2D")
    op = Operation(definition.name, [], [], {})
    assert values_per_slot(op, "operand", definition.declaration, 6) == [1, 1, 4, 0]
    op.set_attribute("num_host_args", IntegerAttr(1, I64))
    assert values_per_slot(op, "operand", definition.declaration, 6) == [1, 1, 3, 1]
