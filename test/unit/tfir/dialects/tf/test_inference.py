"""What is inferred when little is known. The shapes expected are those that TensorFlow's own shape functions give."""

import re

import pytest
from tfir.dialects import lookup
from tfir.dialects.tf_type import SubtypedType
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I32, OpaqueType, TensorType
from tfir.ods.inference import AbstractValue, infer
from tfir.ods.shapes import anonymous, named

RESOURCE = OpaqueType("!tf_type.resource")
TRAINED = {"is_training": True}
CASES = [
    # op, shapes of operands (or a list: the content of a vector of integers), attributes, shapes of results
    ("FusedBatchNormGradV3", [(None, 2, None, 4), None, None, None, None, None], TRAINED, [(None, 2, None, 4), (4,), (4,), (0,), (0,)]),
    ("FusedBatchNormV3", [None, (3,), None, None, None], TRAINED, [(None, None, None, 3), (3,), (3,), (3,), (3,)]),
    ("GatherV2", [(5, 3), (2, 2), ()], {}, [(None, None, None)]),
    ("Einsum", [None, (3, 4)], {"equation": "ij,jk->ik"}, [(None, None)]),
    ("Einsum", [None, (3, 4)], {"equation": "...ij,jk->...ik"}, [None]),
    ("DepthwiseConv2dNative", [(1, 5, 5, None), (3, 3, 2, 2)], {"strides": [1, 1, 1, 1], "padding": "SAME"}, [(1, 5, 5, 4)]),
    ("Conv2DBackpropInput", [(4,), (3, 3, 2, 2), (7, 3, 3, 2)], {"strides": [1, 1, 1, 1], "padding": "SAME"}, [(7, None, None, None)]),
    ("SoftmaxCrossEntropyWithLogits", [None, None], {}, [(None,), (None, None)]),
    ("SparseSoftmaxCrossEntropyWithLogits", [(None, 5), (4,)], {}, [(4,), (4, 5)]),
    ("Reshape", [(2, 3), (1,)], {}, [(6,)]),
    ("Reshape", [(2, 3), (2,)], {}, [(None, None)]),
    ("Reshape", [(2, None, 3), [-1, 3]], {}, [(None, 3)]),
    ("Reshape", [(2, 6), [None, 4]], {}, [(3, 4)]),
    ("Reshape", [(2, 6), [None, None, 4]], {}, [(None, None, 4)]),
    ("BroadcastTo", [(3, 1), (3,)], {}, [(None, 3, None)]),
    ("SpaceToBatchND", [(1, 4, 3, 2), (2,), (2, 2)], {}, [(None, None, None, 2)]),
    ("RGBToHSV", [(2, None)], {}, [(2, 3)]),
    ("Range", [[0], (), [2]], {}, [(None,)]),
    ("StridedSlice", [(None, 5, 3), [0, 1], (2,), [1, 1]], {"begin_mask": 1, "end_mask": 1}, [(None, None, 3)]),
    ("Slice", [(None, 5), [0, 1], [2, -1]], {}, [(2, 4)]),
    ("Pad", [(None, 5), [1, 1, 0, 2]], {}, [(None, 7)]),
    ("Tile", [(None, 5), [1, 3]], {}, [(None, 15)]),
    ("BatchMatMul", [(None, 2, 3), (1, 3, 4)], {}, [(1, 2, 4)]),
    ("BatchMatMulV2", [(None, 2, 3), (1, 3, 4)], {}, [(None, 2, 4)]),
    ("MaxPoolGrad", [None, None, None], {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "SAME"}, [(None,) * 4]),
    ("Switch", [(2, None), ()], {}, [(2, None)] * 2),
    ("Merge", [(2, 3), (2, 4)], {}, [(2, None), ()]),
    ("Merge", [(2, 3), (2,)], {}, [None, ()]),
]  # fmt: skip


def inferred(op: str, operands, attributes, results: int) -> list:
    definition = lookup("tf." + op)
    values = [Value(TensorType(None, F32), None, at) for at in range(len(operands))]
    made = Operation.draft(definition.name, values, [TensorType(None, F32)] * results, attributes)
    found = [shape.shape if isinstance(shape, TensorType) else shape for shape in infer(made, definition, operands)]
    return [anonymous(shape) for shape in found]


def operand(given):
    if isinstance(given, list):
        shape = (len(given) // 2, 2) if len(given) == 4 else (len(given),)
        return AbstractValue(() if given in ([0], [2]) else shape, I32, content=given)
    return AbstractValue(named(given), F32)


@pytest.mark.parametrize("op, operands, attributes, results", CASES, ids=[f"{case[0]}-{at}" for at, case in enumerate(CASES)])
def test_infers_what_can_be_told(op, operands, attributes, results):
    assert inferred(op, [operand(each) for each in operands], attributes, len(results)) == results


@pytest.mark.parametrize(
    "op, operands, message",
    [
        ("BatchMatMul", [(1, 2, 3), (5, 3, 4)], "found mismatching batch dimensions"),
        ("BatchMatMul", [(5, 2, 3), (3, 4)], "found mismatching batch dimensions"),
        ("BatchMatMulV2", [(5, 2, 3), (2, 4)], "inner sizes differ: 3 and 2"),
        ("Reshape", [(2, 3), [-1, 0]], "the elements of shape (2, 3) do not fit shape (-1, 0)"),
        ("Tile", [(2, 3), [-2, 1]], "expected multiples to be non-negative, got multiples[0] = -2"),
        ("Slice", [(4,), (1,), [-3]], "result 0 would have the shape (-3); sizes are not negative"),
    ],
)
def test_refuses_what_tensorflow_refuses(op, operands, message):
    with pytest.raises(Error, match=re.escape(message)):
        inferred(op, [operand(each) for each in operands], {}, 1)


def handle(shape, element=F32):
    return AbstractValue((), SubtypedType("resource", [TensorType(shape, element)]))


def test_a_handle_tells_what_is_read_from_its_variable():
    assert inferred("ReadVariableOp", [handle((2, None))], {}, 1) == [(2, None)]
    assert inferred("ReadVariableOp", [AbstractValue((), RESOURCE)], {}, 1) == [None]
    assert inferred("ResourceGather", [handle((5, 3)), AbstractValue((7,), I32)], {}, 1) == [(7, 3)]


def test_a_list_tells_what_its_elements_are():
    given = AbstractValue((), SubtypedType("variant", [TensorType((None, 3), F32)]))
    expected = AbstractValue((2,), I32, content=[4, -1])
    assert inferred("TensorListGetItem", [given, AbstractValue((), I32), expected], {}, 1) == [(4, 3)]
    assert inferred("TensorListStack", [given, expected], {"num_elements": 7}, 1) == [(7, 4, 3)]
    assert inferred("TensorListStack", [given, expected], {}, 1) == [(None, 4, 3)]
