"""Lowerings that combine whole numbers, of contractions, windows, segments, scatters, orders, are proved by an SMT solver: for arrays of
small sizes and all numbers of a type, the StableHLO computes what the op's formula says, which is held against what was recorded of
TensorFlow. Where TensorFlow raises an error, anything may come."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
import tensorflow_values
from lowered_case import program
from tfir.dialects import has_trait, lookup
from tfir.ir.builder import Builder, module_op
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import FunctionType, TensorType
from tfir.ir.verify import verify
from tfir.ods.arrays import dense_of, dtype_of
from tfir.ods.binding import grouped
from tfir.ods.element_types import element_of_word
from tfir.ods.inference import evaluate, result_types

from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

z3 = pytest.importorskip("z3", reason="z3-solver proves lowerings of whole numbers")

from types import SimpleNamespace  # noqa: E402

from bit_vector_arrays import ArrayExecution, Counted, all_of, array_from, constants, symbols  # noqa: E402
from bit_vectors import NEVER, Symbolic, number, prove, width_of  # noqa: E402
from tensorflow_formulas import CASES, FORMULAS, Numbers  # noqa: E402

load_lowerings()

WHOLE = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")


def slots_of(name: str, count: int) -> list:
    """The slot of each of so many operands."""
    slots = lookup(f"tf.{name}").signature.operands
    return [slot for slot in slots for _ in range(count - len(slots) + 1 if slot.number or slot.variadic else 1)]


def shape_of(operand: str) -> tuple:
    return tuple([int(size) for size in operand.partition(":")[0].split("x") if size])


def elements_of(name: str, operands, word: str) -> list:
    """Element types by operand; constants share that of the slots that are declared alike."""
    signature, slots = lookup(f"tf.{name}").signature, slots_of(name, len(operands))
    shared = {}
    for slot, operand in zip(slots, operands):
        if isinstance(operand, str):
            shared[slot.type] = operand.partition(":")[2] or word
    for slot in slots:
        declared = signature.attributes.get(slot.type)
        shared.setdefault(slot.type, "i32" if declared is None or declared.default is None else str(declared.default))
    return [element_of_word(slot.type) or element_of_word(shared[slot.type]) for slot in slots]


def words_of(name: str, operands) -> list[str]:
    """The types of whole numbers that the operands without a type of their own may have."""
    signature = lookup(f"tf.{name}").signature
    for slot, operand in zip(slots_of(name, len(operands)), operands):
        if isinstance(operand, str) and ":" not in operand:
            declared = signature.attributes.get(slot.type)
            if declared is None:
                return [slot.type]
            allowed = declared.allowed or (*WHOLE, *(["bool"] if has_trait(f"tf.{name}", "exact") else []))
            return [word for word in (*WHOLE, "bool") if word in allowed]
    raise AssertionError(f"no operand of {name} is proved for all numbers")


class Program:
    """A function of one op, and the same lowered."""

    def __init__(self, name: str, operands, attributes: dict, word: str):
        elements, definition = elements_of(name, operands, word), lookup(f"tf.{name}")
        shapes = [shape_of(each) if isinstance(each, str) else np.shape(each) for each in operands]
        types = [TensorType(shape, element) for shape, element in zip(shapes, elements)]
        self.block = Block([type for type, each in zip(types, operands) if isinstance(each, str)])
        builder, arguments = Builder.at_end(self.block), iter(self.block.arguments)
        values = [next(arguments) if isinstance(each, str) else builder.value("tf.Const", [], type, {"value": dense_of(np.array(each), type.element)})
                  for type, each in zip(types, operands)]  # fmt: skip
        results = [slot.type for slot in definition.signature.results if slot.type in definition.signature.attributes]
        attributes = {**{type: element_of_word(word) for type in results if type not in {slot.type for slot in slots_of(name, len(operands))}
                         and definition.signature.attributes[type].default is None}, **attributes}  # fmt: skip
        op = builder.create(definition.name, values, result_types(definition, values, attributes), attributes)
        builder.create("func.return", op.results)
        signature = FunctionType([value.type for value in self.block.arguments], [value.type for value in op.results])
        self.module = module_op()
        self.module.body.append(Operation("func.func", (), (), {"sym_name": "main", "function_type": signature}, [Region([self.block])]))
        verify(self.module, lookup)

    def lowered(self):
        tf_to_stablehlo(self.module)
        return self.block


def flat(results) -> list:
    """All that must be equal: elements, and of results as long as the data say their number and the elements that are meant."""
    numbers = []
    for result in results if isinstance(results, list) else [results]:
        if isinstance(result, Counted):
            rows = [z3.If(result.count > at, bits, 0) for at, row in enumerate(result.rows) for bits in np.asarray(row, object).ravel()]
            numbers += [Symbolic(result.count), *[Symbolic(bits) for bits in rows]]
        else:
            numbers += [Symbolic(bits) for bits in np.asarray(result, object).ravel()]
    return numbers


PROVED = [(name, at) for name in sorted(FORMULAS) for at in range(len(CASES[name]))]


@pytest.mark.sweep
@pytest.mark.parametrize("name, at", PROVED, ids=[f"{name}-{at}" for name, at in PROVED])
def test_a_lowering_computes_what_tensorflow_does(name, at):
    operands, attributes = CASES[name][at]
    proved = 0
    for word in words_of(name, operands):
        try:
            program = Program(name, operands, attributes, word)
        except Error:
            continue  # the op takes no such type
        width = width_of(TensorType((), element_of_word(word)))
        numbers = Numbers(width, word[0] != "u" and word != "bool")
        inputs = [symbols(f"x{at}", value.type.shape, width_of(value.type)) for at, value in enumerate(program.block.arguments)]
        given = iter(inputs)
        expected = FORMULAS[name](numbers, *[next(given) if isinstance(each, str) else np.array(each) for each in operands], **attributes)
        results = ArrayExecution().run(program.lowered(), inputs)
        undefined = z3.Not(z3.And(*numbers.required)) if numbers.required else NEVER
        symbolic = [Symbolic(bits) for part in inputs for bits in part.ravel()]
        prove((SimpleNamespace(undefined=undefined), flat(expected)), (SimpleNamespace(undefined=NEVER), flat(results)), symbolic)
        proved += 1
    assert proved


def test_a_wrong_lowering_is_told(monkeypatch):
    monkeypatch.setitem(LOWERINGS, "UnsortedSegmentMax", LOWERINGS["UnsortedSegmentMin"])
    with pytest.raises(AssertionError, match="expected"):
        test_a_lowering_computes_what_tensorflow_does("UnsortedSegmentMax", 0)


def width_of_array(array) -> int:
    return 1 if array.dtype == bool else 8 * array.dtype.itemsize


def ranks_of(operands) -> list[int]:
    return [len(shape_of(each)) if isinstance(each, str) else np.ndim(each) for each in operands]


def alike(case):
    """The operands of a case of the formula that a recorded case is like; None where there is none."""
    if any([each.dtype.kind not in "iub" for each in case.operands]):
        return None
    try:
        inspect.signature(FORMULAS[case.name]).bind(None, *case.operands, **case.attributes)
    except TypeError:  # an attribute that the formula does not know
        return None
    ranks = [each.ndim for each in case.operands]
    return next((operands for operands, _ in CASES[case.name] if ranks_of(operands) == ranks), None)


def of_formula(case):
    """What the formula says of a recorded case, and the numbers that it was told of."""
    slots = alike(case)
    typed = next(at for at, each in enumerate(slots) if isinstance(each, str) and ":" not in each)
    numbers = Numbers(width_of_array(case.operands[typed]), case.operands[typed].dtype.kind == "i")
    operands = [constants(each, width_of_array(each)) if isinstance(slot, str) else each for each, slot in zip(case.operands, slots)]
    results = FORMULAS[case.name](numbers, *operands, **case.attributes)
    return results if isinstance(results, list) else [results], numbers


def known(bits) -> int:
    number = bits if isinstance(bits, int) else z3.simplify(bits)
    return number if isinstance(number, int) else number.as_long()


RECORDED = [case for case in tensorflow_values.cases() if case.name in FORMULAS and alike(case)]


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case.title)
def test_a_formula_says_what_tensorflow_answered(case):
    results, numbers = of_formula(case)
    if all_of(numbers.required) is not True:
        return  # the op promises nothing of such operands
    for result, expected in zip(results, case.results):
        answer = [known(bits) for bits in elements_in(result)]
        assert answer == [int(each) % (1 << width_of_array(expected)) for each in expected.ravel()]


def elements_in(result):
    """All elements of a result, of those of unknown number as many as there are."""
    if isinstance(result, Counted):
        result = [result.rows[at] for at in range(known(result.count))]
    return np.asarray(result, object).ravel()


WITHOUT_KERNEL = {
    "TopK": "TensorFlow's registry lacks an attribute of its kernel", "AccumulateNV2": "it is rewritten before it runs",
    **dict.fromkeys(("MaxPool3DGradGrad", "SegmentMaxV2", "SegmentMinV2", "SegmentProdV2", "SegmentSumV2", "BatchMatMulV3"),
                    "no kernel on CPUs, or none for whole numbers"),
}  # fmt: skip


def test_each_formula_is_held_by_an_answer():
    assert FORMULAS.keys() - {case.name for case in RECORDED} == WITHOUT_KERNEL.keys()


# Ops that only move elements: each element of the result is that which the op's own meaning takes of operands whose elements are all
# different. A program that only moves does so with any numbers.


def retyped(case, word: str):
    """The case with other data: its elements are 1, 2, 3 and so on in all operands that the results take elements of."""
    signature = case.definition.signature
    moved = {slot.type for slot in signature.results}
    groups = grouped(case.definition, case.op, range(len(case.operands)))
    slots = [slot for slot, group in zip(signature.operands, groups) for _ in (group if isinstance(group, list) else [group])]
    operands, count, dtype = [], 1, dtype_of(element_of_word(word))
    labelled = [slot.type in moved for slot in slots]
    for is_label, operand in zip(labelled, case.operands):
        operands.append(np.arange(count, count + operand.size).reshape(operand.shape).astype(dtype) if is_label else operand)
        count += operand.size if is_label else 0
    values = [Value(tensorflow_values.type_of(each), None, at) for at, each in enumerate(operands)]
    types = [TensorType(each.shape, element_of_word(word)) for each in case.results]
    op = Operation.draft(case.op.name, values, types, case.attributes)
    return SimpleNamespace(name=case.name, definition=case.definition, op=op, operands=operands, attributes=case.attributes,
                           results=case.results), labelled  # fmt: skip


MOVES = [case for case in tensorflow_values.cases()
         if case.name in LOWERINGS and has_trait(case.op, "movement") and not case.has_strings and all(each is not None for each in case.results)]  # fmt: skip


@pytest.mark.parametrize("case", MOVES, ids=lambda case: case.title)
def test_a_movement_takes_the_elements_that_the_op_takes(case):
    labels, labelled = retyped(case, "i32")
    expected = evaluate(labels.op, case.definition, labels.operands)
    module, block, passed = program(labels)
    tf_to_stablehlo(module)
    elements = {0: number(0, 32)}
    for is_label, operand in zip(labelled, labels.operands):
        elements.update({label: z3.BitVec(f"x{label}", 32) for label in operand.ravel().tolist()} if is_label else {})
    inputs = [array_from(labels.operands[at].shape, lambda *place, at=at: elements[int(labels.operands[at][place])]) if labelled[at]
              else constants(labels.operands[at], width_of_array(labels.operands[at])) for at in passed]  # fmt: skip
    for result, places in zip(ArrayExecution().run(block, inputs), expected):
        for bits, label in zip(elements_in(result), places.ravel().tolist(), strict=True):
            assert z3.simplify(bits).eq(elements[label])


# Ops on whole numbers that are not proved, and why.
DRAWN = "the numbers are a generator's, held bit for bit by recorded ones"
FLOATING = "it computes in floating point"
GIVEN = "what it depends on is constant"
COUNTED = "how many results there are the numbers say; recorded cases and test_open_shapes.py hold it"
FREE = (
    "RaggedGather", "RaggedTensorToTensor", "SparseConcat", "SparseFillEmptyRows", "SparseReduceMaxSparse", "SparseReduceSumSparse", "SparseReshape", "SparseSlice", "SparseSplit",
)  # fmt: skip
DRAWING = (
    "RandomShuffle", "RandomUniformInt", "FractionalAvgPool", "FractionalMaxPool", "StatelessRandomGetKeyCounter",
    "StatelessRandomGetKeyCounterAlg", "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2", "StatelessRandomUniformInt",
    "StatelessRandomUniformIntV2", "StatelessShuffle", "Multinomial", "StatelessMultinomial", "StatelessRandomBinomial",
    "StatelessRandomPoisson", "_RandomBinomialAt", "_RandomPoissonAt",
)  # fmt: skip
UNPROVED = {
    **dict.fromkeys(DRAWING, DRAWN), **dict.fromkeys(FREE, COUNTED), **dict.fromkeys(("EuclideanNorm", "FractionalAvgPoolGrad", "HistogramFixedWidth"), FLOATING),
    **dict.fromkeys(("BroadcastGradientArgs", "Empty", "InvertPermutation", "Range", "_EagerConst"), GIVEN),
    **dict.fromkeys(
        ("BatchNormWithGlobalNormalization", "BatchNormWithGlobalNormalizationGrad"), "TensorFlow has no kernel for whole numbers"
    ),
    "For": "it repeats a function", "TileGrad": "TensorFlow's kernel gives wrong numbers; it is deprecated",
    **dict.fromkeys(("_ArrayToList", "_ListToArray"), "operands are handed on"),
    **dict.fromkeys(("AllToAll", "CollectiveAssignGroupV2", "CollectiveReduce"), "several processes take part (test_collective.py)"),
    **dict.fromkeys(("CollectivePermute", "CrossReplicaSum"), "several processes take part; numbers on paper hold them (test_xla_operations.py)"),
}  # fmt: skip


def combines_whole_numbers(name: str) -> bool:
    """Whether all that an op takes and gives may be whole numbers or truth values, and it is neither elementwise nor only moves."""
    signature = lookup(f"tf.{name}").signature
    others = ("elementwise", "movement", "view", "shape_only", "call", "branch", "loop")
    if not signature.operands or not signature.results or any([has_trait(f"tf.{name}", trait) for trait in others]):
        return False

    def is_whole(slot) -> bool:
        declared = signature.attributes.get(slot.type)
        words = [slot.type] if declared is None else declared.allowed
        return words is None or bool({*WHOLE, "bool"} & {*words})

    return all([is_whole(slot) for slot in (*signature.operands, *signature.results)])


def test_each_lowering_that_combines_whole_numbers_is_proved():
    """A new one needs a formula in `tensorflow_formulas`, or a reason here. Ops named Xla... are those of StableHLO under another name."""
    names = {name for name in LOWERINGS if combines_whole_numbers(name) and not name.startswith("Xla")}
    assert names - FORMULAS.keys() == UNPROVED.keys()
