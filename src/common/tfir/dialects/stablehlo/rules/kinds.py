"""Which elements the operands and results of each op may have, where that is less than any tensor.

A kind is letters for elements: p booleans, s signed and u unsigned integers (i both), f floats, c complex numbers, q numbers quantized
per tensor, Q per axis; behind a digit that says the rank, if that is fixed. S asks for a static shape, B for one with at most
one size unknown, which has a bound; T takes tokens as well. `any` takes every type, `tensor` is "pifcq".
"""

from __future__ import annotations

from tfir.dialects.stablehlo.rules.checks import bounds_of, is_quantized
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I1, ComplexType, FloatType, IndexType, IntegerType, TensorType

FUNCTIONS = """cbrt cosine exponential exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tan tanh"""
# op: kinds of the operands -> kinds of the results; the last one stands for all that follow.
KINDS = {
    **dict.fromkeys(FUNCTIONS.split(), "fcq -> fcq"),
    **dict.fromkeys("ceil floor round_nearest_afz round_nearest_even".split(), "fq -> fq"),
    **dict.fromkeys("count_leading_zeros popcnt shift_left shift_right_arithmetic shift_right_logical".split(), "i -> i"),
    **dict.fromkeys("and or xor not".split(), "pi -> pi"),
    **dict.fromkeys("divide power remainder subtract negate".split(), "ifcq -> ifcq"),
    **dict.fromkeys("imag real".split(), "fc -> f"),
    **dict.fromkeys("transpose bitcast_convert add".split(), "pifcqQ -> pifcqQ"), "reshape": "pifcqQ -> pifcqQB",
    "abs": "sfcq -> sfq", "sign": "sfcq -> sfcq", "is_finite": "fq -> p", "atan2": "fcq -> fcq", "complex": "F F -> c",
    "convert": "pifc -> pifc", "uniform_quantize": "fqQ -> qQ", "uniform_dequantize": "qQ -> f", "reduce_precision": "fq -> fq",
    "compare": "pifcq -> p", "select": "p pifcq -> pifcq", "cholesky": "fcq -> fcq", "triangular_solve": "fc -> fc", "fft": "fc -> fc",
    "batch_norm_grad": "fq 1fq 1fq 1fq fq -> fq 1fq 1fq", "batch_norm_inference": "fq 1fq 1fq 1fq 1fq -> fq",
    "batch_norm_training": "fq 1fq 1fq -> fq 1fq 1fq", "broadcast": "pifcq -> pifcqQ", "constant": "-> pifcqQS", "iota": "-> ifcqS",
    "broadcast_in_dim": "pifcqQ -> pifcqQB", "dynamic_broadcast_in_dim": "pifcqQ 1nS -> pifcqQ", "dynamic_reshape": "pifcqQ 1nS -> pifcqQ",
    "dynamic_iota": "1nS -> pifcq", "dynamic_slice": "pifcq 0i -> pifcq", "dynamic_update_slice": "pifcq pifcq 0i -> pifcq",
    "dynamic_gather": "pifcq i 1iS -> pifcq", "dynamic_pad": "pifcq 0pifcq 1nS -> pifcq", "dynamic_conv": "pifcq pifcq 2iS -> pifcq",
    "real_dynamic_slice": "pifcq 1n -> pifcq", "gather": "pifcq i -> pifcq", "pad": "pifcq 0pifcq -> pifcq",
    "convolution": "pifcq pifcqQ -> pifcqQ", "dot": "pifcqQ -> pifcqQ", "dot_general": "pifcq pifcqQ -> pifcqQ",
    "get_dimension_size": "pifcqQ -> i", "set_dimension_size": "pifcq i -> pifcq", "if": "p -> pifcqQT", "case": "i -> pifcqQT",
    "rng": "0pif 0pif 1nS -> pif", "rng_bit_generator": "if -> if ifS",
    "optimization_barrier": "pifcqT -> pifcqT",
    **dict.fromkeys("tuple get_tuple_element composite custom_call create_token after_all while return infeed outfeed"
                    " send recv async_start async_done replica_id partition_id scatter".split(), "any -> any"),
}  # fmt: skip
KINDS["scatter"] = "pifcq -> pifcq"
EVERY = "pifcq -> pifcq"
WORDS = {
    "p": "bool", "i": "2/4/8/16/32/64-bit integer", "s": "2/4/8/16/32/64-bit signless integer", "u": "unsigned integer",
    "f": "4/6/8/16/32/64-bit float",
    "F": "32/64-bit float", "c": "complex type with 32/64-bit float elements", "n": "index or 2/4/8/16/32/64-bit integer",
    "q": "per-tensor integer quantized", "Q": "per-axis integer quantized",
}  # fmt: skip
INTEGER_WIDTHS = (2, 4, 8, 16, 32, 64)


def letters_of(element, rank) -> str:
    """The letters that take an element type."""
    if element is I1:
        return "p"
    if isinstance(element, IntegerType):
        return ("iun" if element.signedness == "u" else "isn") if element.width in INTEGER_WIDTHS and element.signedness != "s" else ""
    if isinstance(element, FloatType):
        return "fF" if element in (F32, F64) else "" if element.name in ("f80", "f128", "tf32") else "f"
    if isinstance(element, ComplexType):
        return "c" if element.element in (F32, F64) else ""
    if is_quantized(element):
        return _quantized_letters(element, rank)
    return "n" if isinstance(element, IndexType) else ""


def _quantized_letters(element, rank) -> str:
    plain = element.storage.width in INTEGER_WIDTHS[:5] and element.storage.signedness != "s"
    valid = plain and element.storage_fits
    if element.axis is None:
        return "q" if valid else ""
    return "Q" if valid and (rank is None or 0 <= element.axis < rank) else ""


def takes(kind: str, type) -> bool:
    if kind == "any":
        return True
    if "T" in kind and type.text == "!stablehlo.token":
        return True
    if not isinstance(type, TensorType) or type.shape is None:
        return False
    if kind[0].isdigit():
        if type.rank != int(kind[0]):
            return False
    if "B" in kind and not (type.is_static or sum([bound is not None for bound in bounds_of(type)]) == type.shape.count(None) == 1):
        return False
    if "S" in kind and not (type.is_static or type.encoding is not None):
        return False
    return any([letter in kind for letter in letters_of(type.element, type.rank)]) and quantized_size_fits(type)


def quantized_size_fits(type) -> bool:
    """A per-axis type has one scale for each slice along its axis."""
    element = type.element
    if not is_quantized(element) or element.axis is None or element.axis >= type.rank:
        return True
    return type.shape[element.axis] in (None, len(element.scales))


def called(kind: str) -> str:
    """How an error names a kind."""
    shape = "ranked tensor"
    if kind[0].isdigit():
        shape = f"{kind[0]}D tensor" if "S" not in kind else f"statically shaped {kind[0]}-dimensional tensor"
    elif "B" in kind:
        shape = "statically shaped or single bounded dimension tensor"
    elif "S" in kind:
        shape = "statically shaped tensor"
    letters = kind.replace("pifc", "fpic")  # where all are named floats come first
    return f"{shape} of {' or '.join([WORDS[letter] for letter in letters if letter in WORDS])} values"


_taken: set[tuple] = set()  # (kind, type) that go together


_of_op: dict[str, tuple] = {}  # name of an op that was met -> kinds of its operands, kinds of its results


def kinds_of(name: str) -> tuple[list[str], list[str]]:
    operands, _, results = KINDS.get(name.partition(".")[2], EVERY).partition("->")
    _of_op[name] = known = operands.split(), results.split()
    return known


def verify_kinds(op) -> None:
    operands, results = _of_op.get(op.name) or kinds_of(op.name)
    for what, kinds, values in (("operand", operands, op._operands), ("result", results, op.results)):
        for number, value in enumerate(values):
            kind = kinds[min(number, len(kinds) - 1)] if kinds else "any"
            if (kind, value.type) in _taken:
                continue
            if takes(kind, value.type):
                _taken.add((kind, value.type))
            else:
                many = "variadic of " if op.name in MANY and what in MANY[op.name] else ""
                raise Error.on(op, f"{what} #{number} must be {many}{called(kind)}, but got '{value.type}'")


MANY = dict.fromkeys(
    [f"stablehlo.{name}" for name in "all_gather all_reduce all_to_all collective_broadcast collective_reduce collective_permute"
     " concatenate map reduce reduce_window scatter sort".split()],
    "operand result",
) | {"stablehlo.if": "result", "stablehlo.case": "result", "stablehlo.collective_permute": "", "stablehlo.concatenate": "operand",
     "stablehlo.map": "operand", "stablehlo.optimization_barrier": "operand result"}  # fmt: skip
