"""Every lowering computes what its op computes: the StableHLO that it builds is evaluated and held against recorded answers."""

from types import SimpleNamespace

import numpy as np
import pytest
import tensorflow_values
from accuracy import assert_agrees
from lowered_case import computed
from tensorflow_values import of_each_op
from tfir.dialects import dialect, lookup
from tfir.execution.computation import Computation
from tfir.ir.builder import Builder, module_op
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import F32, I32, TensorType
from tfir.ods.arrays import dtype_of
from tfir.ods.binding import RESERVED, binding
from tfir.ods.element_types import element_of_word
from tfir.ods.inference import evaluate, result_types
from tfir.ods.semantics import Broadcast, Same, Unary

from tfopt.arithmetic.tensor import Tensor, building, splat
from tfopt.tf_to_stablehlo.lowering import LOWERINGS
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

# What is refused unless an attribute has a value: results of as many elements as the data say, noise.
NEEDED = {
    "NonMaxSuppressionV4": ("pad_to_max_output_size", True), 
    "ExtractGlimpse": ("noise", "zero"),
}  # fmt: skip


WITHOUT_VECTORS = {"SelfAdjointEigV2", "Svd"}  # whose signs are the library's choice


def is_lowered(case) -> bool:
    name, value = NEEDED.get(case.name, (None, None))
    if case.name in WITHOUT_VECTORS and any(each is not None and each.size for each in case.results[1:]):
        return False
    return case.name in LOWERINGS and not case.has_strings and (name is None or case.op.get(name) == value)


CASES = [case for case in tensorflow_values.cases() if is_lowered(case)]
# How many times what the ops' classes allow: a lowering is a chain of ops, each of which rounds.
SLACK, MORE_SLACK = 2, {"Sinh": 8, "Cosh": 8}  # of complex numbers a difference of exponentials
# What they need is not part of a record: functions to call, or operands that are constants in a record's way.
WITHOUT_RECORD = {
    "AccumulateNV2", "Assert", "Case", "Const", "ControlTrigger", "DebugIdentity",
    "Empty", "FakeParam", "For", "_If", "_While",
    "If", "NoOp", "ParallelDynamicStitch", "PartitionedCall", "PlaceholderWithDefault", "StatefulPartitionedCall",
    "StatelessCase", "StatelessIf", "StatelessWhile", "TopK", "While", "_EagerConst",
    "RandomShuffle", "RandomStandardNormal", "RandomUniform", "RandomUniformInt", "TruncatedNormal",  # test_random.py
    "CTCLossV2",  # no kernel on CPUs
    "HostConst", "ParallelConcat", "TileGrad",  # test_meanings.py
    "QuantizedConv2DWithBiasSumAndRelu",  # TensorFlow crashes
    "AllToAll", "CollectiveAllToAllV2", "CollectiveAllToAllV3", "CollectiveGatherV2", "CollectivePermute", "CollectiveReduce", "CollectiveReduceScatterV2",
    "CollectiveReduceV2", "CollectiveReduceV3", "CrossReplicaSum", "InfeedDequeue", "InfeedDequeueTuple", "OutfeedEnqueue", "OutfeedEnqueueTuple",
    "XlaRecv", "XlaRecvFromHost", "XlaReduceScatter", "XlaSend", "XlaSendToHost",  # test_collective.py
    "XlaAllReduce", "XlaCustomCall", "XlaCustomCallV2", "XlaIf", "XlaReduce", "XlaReduceWindow", "XlaReplicaId", "XlaScatter",
    "XlaSelectAndScatter", "XlaSetBound", "XlaSpmdFullToShardShape", "XlaSpmdShardToFullShape", "XlaVariadicReduce", "XlaVariadicReduceV2",
    "XlaVariadicSort", "XlaWhile",  # test_xla_operations.py
}  # fmt: skip


def drawn(shape, dtype, positive: bool, random):
    """Numbers of any kind, none of them a zero to divide by."""
    if dtype.kind == "b":
        return random.random(shape) < 0.5
    if dtype.kind in "iu":
        found = random.integers(0 if positive or dtype.kind == "u" else -9, 10, shape).astype(dtype)
        return np.where(found == 0, dtype.type(1), found)
    found = random.standard_normal(shape) + (1j * random.standard_normal(shape) if dtype.kind == "c" else 0)
    return found.astype(dtype)


# Their operands mean something, or must be told more than a type.
NOT_DRAWN = {
    "AdjustContrast", "AdjustContrastv2", "AdjustHue", "AdjustSaturation", "Bitcast", "Bucketize", "Cast", "CheckNumerics", "CheckNumericsV2",
    "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsPerChannel",
    "Angle", "ComplexAbs", "Imag", "Real", "RiscCast", "RiscImag", "RiscReal", "_MklFusedInstanceNorm", "_UnaryOpsComposition",
}  # fmt: skip
ONLY_REAL = {"Acosh", "Asinh", "Cosh", "FloorDiv", "Sinh", "TruncateDiv"}


def elementwise_ops():
    """Every op whose operands are alike, with every element type that its signature allows."""
    tf = dialect("tf")
    for name, semantics in sorted(tf.semantics.items()):
        slots = tf.table[name].operands if name in tf.table else ()
        is_plain = not any(slot.number or slot.variadic for slot in slots)
        if not issubclass(semantics, (Unary, Broadcast, Same)) or name not in LOWERINGS or name in NOT_DRAWN or not is_plain:
            continue
        declared = tf.table[name].attributes.get(slots[0].type)
        for word in (declared.allowed or ("f32", "i32", "bool")) if declared else (slots[0].type,):
            is_complex = word in ("c64", "c128")
            if word[0] != "q" and word not in ("str", "resource", "variant") and not (is_complex and name in ONLY_REAL):
                yield name, word


@pytest.mark.sweep
@pytest.mark.parametrize("name, word", list(elementwise_ops()))
def test_agrees_with_the_op_on_drawn_numbers(name, word):
    """On every element type that the signature allows; the result has the type that the signature says."""
    definition, random = lookup("tf." + name), np.random.default_rng(7)
    slots = definition.signature.operands
    shapes = [(2, 1, 3), (4, 1)] if issubclass(definition.semantics, Broadcast) and len(slots) == 2 else [(2, 3)] * len(slots)
    elements = [element_of_word(slot.type) or element_of_word(word) for slot in slots]
    operands = [drawn(shape, dtype_of(element), name == "Pow", random) for shape, element in zip(shapes, elements)]
    case = SimpleNamespace(name=name, definition=definition, operands=operands, attributes={})
    values = [Value(TensorType(shape, element), None, at) for at, (shape, element) in enumerate(zip(shapes, elements))]
    case.op = Operation.draft(definition.name, values, result_types(definition, values, {}))
    case.results = evaluate(case.op, definition, operands)
    assert [tensorflow_values.type_of(each) for each in case.results] == [result.type for result in case.op.results]
    assert_agrees(case, computed(case), MORE_SLACK.get(name, SLACK))


@of_each_op(CASES)
def test_computes_what_tensorflow_computes(case):
    actual = iter(computed(case))
    assert_agrees(case, [expected if expected is None else next(actual) for expected in case.results], MORE_SLACK.get(case.name, SLACK))


def test_every_lowering_has_a_record():
    """Those of the names that TensorFlow's first versions had are the same functions as those of today's."""
    former = {name for name in LOWERINGS if name.startswith("Batch") and LOWERINGS.get(name[5:]) is LOWERINGS[name]}
    assert len(former) == 13 and set(LOWERINGS) - {case.name for case in CASES} - former == WITHOUT_RECORD


def test_parameters_are_names_of_the_signature():
    tf = dialect("tf")
    for name in LOWERINGS:
        assert name in tf.table
        assert set(binding(tf.definition(name), LOWERINGS[name]).free) <= set(RESERVED), name


@pytest.fixture
def x():
    block = Block([TensorType((2, 3), I32)])
    with building(Builder.at_end(block)):
        yield Tensor(block.arguments[0])


def test_a_tensor_has_no_truth_value(x):
    with pytest.raises(TypeError, match="no truth value"):
        if x == 1:
            pass


def test_numbers_take_the_tensor_s_element_type_and_shape(x):
    op = (x + 1).value.op
    assert op.name == "stablehlo.add"
    assert op.operands[1].type is TensorType((2, 3), I32)
    assert op.operands[1].op.attributes["value"].is_splat


def test_broadcasting_is_made_explicit(x):
    row = Tensor(x.value.owner.add_argument(TensorType((3,), I32)))
    op = (x * row).value.op
    assert op.operands[1].op.name == "stablehlo.broadcast_in_dim"
    assert op.operands[1].op.attributes["broadcast_dimensions"].values == (1,)


def test_what_changes_nothing_builds_nothing(x):
    assert x.reshape(2, 3) is x
    assert x.transpose(0, 1) is x
    assert x.convert(I32) is x
    assert x[:, 0:3] is x


def test_an_op_without_a_lowering_is_told_with_its_node():
    module = module_op()
    op = Operation("tf.StringLower", (), [], location=NameLocation("inner/node"))
    module.body.append(Operation("func.func", (), (), {"sym_name": "main"}, [Region([Block()])])).body.append(op)
    with pytest.raises(Error, match="'tf.StringLower' op of node 'inner/node' has no lowering to StableHLO"):
        tf_to_stablehlo(module)


def test_shapes_that_do_not_broadcast_are_refused(x):
    with pytest.raises(Error, match=r"do not broadcast: \(2, 3\) and \(2\)"):
        x + splat(1, (2,), I32)


@pytest.mark.parametrize("make", ["ranked", "sorted_out"])
def test_both_ways_to_the_largest_agree(make):
    """The first of equal elements comes first; infinities are numbers like others."""
    from tfopt.tf_to_stablehlo import indexing

    content = np.array([[3, -np.inf, 3, np.inf, 1], [0, 0, 0, 0, 0]], np.float32)
    block = Block([TensorType((2, 5), F32)])
    with building(Builder.at_end(block)) as builder:
        result = getattr(indexing, make)(Tensor(block.arguments[0]), 4, I32)
        builder.create("func.return", [each.value for each in result])
    values, places = Computation(block)(content)
    np.testing.assert_array_equal(values, [[np.inf, 3, 3, 1], [0, 0, 0, 0]])
    np.testing.assert_array_equal(places, [[3, 0, 2, 4], [0, 1, 2, 3]])
