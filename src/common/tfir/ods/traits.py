"""The traits: what an op's line in a table may say of it beyond its signature, spelled `!name` or `!name(argument, ...)`.

Passes ask for a trait (`has_trait(op, "elementwise")`) where they would otherwise list the ops that have it. `tf-opt --describe-op`
prints the meanings, `docs/traits.md` lists them, and `test/unit/tfir/ods/test_trait_sweep.py` holds the traits that evaluation can
tell against it.
"""

from __future__ import annotations


class Trait:
    """A trait: its meaning in one line, its arguments if it takes any, and the test that it is checked by."""

    __slots__ = ("name", "arguments", "meaning", "held_by")

    def __init__(self, name: str, arguments: str, meaning: str, held_by: str):
        self.name, self.arguments, self.meaning, self.held_by = name, arguments, meaning, held_by


VERIFIER, EVALUATION, REGISTRY, SIGNATURE, DECLARED, ANSWERS, REGISTRY_OF_ONNX = (
    "the verifier",
    "evaluation",
    "TensorFlow's registry",
    "the op's signature",
    "nothing but its text: evaluation cannot tell",
    "recorded answers of TensorFlow, which it must let pass",
    "ONNX's registry",
)
TRAITS: dict[str, Trait] = {
    trait[0]: Trait(*trait)
    for trait in (
        # What values it computes.
        ("pure", "", "nothing but its results can be told: it may go when they are unused, and be merged with its equal", DECLARED),
        ("constant_like", "", "its result is written in its attribute `value`", EVALUATION),
        ("dequantizing", "bilinear or linear", "of quantized operands it computes with the numbers that they stand for, and its quantized results are rounded: dequantize, compute, quantize; `bilinear`: sums of products, which are exact sums of what is stored, scaled once; `linear`: where all have one scale without zero points of 32 bits, what is stored is summed", EVALUATION),
        ("quantized", "weights OPERAND AXIS INPUTS, bias OPERAND, cell, same, clips, offset, sum, fixed SCALE ZERO or ignores REACH FACTOR", "is computed on quantized numbers too; of sums of products, the operand that has a scale for each place on that axis, and the axis of what is summed, the first operand's last one; one axis for both where each channel is summed by itself (without axes its semantics tell), and the one that is added at the scale of the sums; `cell`: a recurrent layer with weights for four gates; `same`: the result has the scale of its operands; `clips`: moves numbers into a range, which what is in front of it may do; `offset`: with a constant for each channel it is a bias of what is in front of it; `sum`: adds its operands; `fixed`: the scale and zero point of 8 bits that its result has; `ignores`: what is farther than that below the largest number of its row, times an attribute, is nothing to it", DECLARED),
        ("elementwise", "", "each element of a result is computed from the elements at its place of the operands, broadcast to one shape", EVALUATION),
        ("commutative", "", "operands may change places", EVALUATION),
        ("associative", "", "f(f(x, y), z) = f(x, f(y, z)) in exact arithmetic", EVALUATION),
        ("idempotent", "", "f(f(x)) = f(x); of two operands, f(x, x) = x", EVALUATION),
        ("involution", "", "f(f(x)) = x in exact arithmetic", EVALUATION),
        ("monotonic", "increasing or decreasing, partial, below, bounded or infinite", "a larger operand gives no smaller result, or no larger one; `partial`: of some numbers it gives NaN, `below`: of the smallest alone; one that increases is `bounded` where it never gives less than -2, `infinite` where it gives -infinity of a number", EVALUATION),
        ("reduction", "operand or attribute", "combines the elements along the dimensions that the argument names", SIGNATURE),
        ("passthrough", "", "each result is the operand at its place, unchanged; a movement too", EVALUATION),
        ("view", "", "the result lies in the memory of the first operand, under another shape or type perhaps", EVALUATION),
        ("movement", "operand, ...", "each element of the results is one of an operand's, or padding, chosen by its place and the operands named", EVALUATION),
        ("splat", "", "its result is one number all over, in the shape of its operand", EVALUATION),
        ("shape_only", "", "the results depend on the operands' shapes and types, not on their elements", EVALUATION),
        # How it is written in LLVM IR.
        ("overloads", "operand or result, ...", "an intrinsic of LLVM whose name ends with the types of these; of operands, a number is a place", DECLARED),
        ("called_with", "operand or attribute, ...", "what LLVM's intrinsic is called with, in this order", DECLARED),
        # What it asks of its operands.
        ("alike", "types, elements, operands or operand elements", "operands and results must have one type, or one type of elements, or the operands alone must", VERIFIER),
        ("ranks", "operand number, operand least..most, operand least..", "its operands must have these ranks", ANSWERS),
        ("one_shape", "operand, ...", "these operands must have one shape", ANSWERS),
        # How far its floating-point results may lie from that (docs/accuracy.md); an op that computes some has one of these.
        ("exact", "complex units", "gives the same bits wherever it is computed: IEEE 754 says how it rounds, or it only chooses and moves elements; complex numbers are so many units off", EVALUATION),
        ("ulp", "units, TYPE units, TensorFlow units", "is at most so many units in the last place off; of that type, and in TensorFlow's own kernel, so many beside the larger of the result and 1", EVALUATION),
        ("summed", "", "adds terms or multiplies factors in some order: it is off by as many units in the last place as the root of their number, and four more, of what it makes of its operands' sizes", EVALUATION),
        ("library", "units", "chains of the above, and iterations: it is off by at most so many units in the last place of the largest number among operands and results", EVALUATION),
        ("composed", "", "is as accurate as the functions, regions or ops that it runs", DECLARED),
        # What it does besides.
        ("effects", "read, write or allocate STORE, ...", "does this to what others see: variable, table, random, file, memory, error (it is there to end the run), refusal (it may end it) ...", DECLARED),
        ("synchronizes", "take THING or put THING, ...", "does not end before there is what it takes, and gives others what they wait for: an element of a queue, room in it, a lock; which queue, a handle among its operands says", DECLARED),
        ("dataset_graph", "", "looks at a dataset as the graph that it is, with the functions that it is made with as nodes", DECLARED),
        ("named", "sharing or none", "what it does depends on the name of its node; so it is of ops with a `shared_name`, which do not say it, unless nodes of that name share (`sharing`) what nodes of other ops have for themselves", DECLARED),
        ("pinned", "", "changes nothing, but stays where it is: it orders others, checks them, or is a graph's way in or out", DECLARED),
        ("stateful", "", "TensorFlow keeps it apart from its equals and runs it though its results are unused", REGISTRY),
        ("aggregate", "", "sums any number of inputs; TensorFlow may sum them as they come", REGISTRY),
        ("uninitialized", "", "takes references to variables that are not set yet", REGISTRY),
        ("distributed", "", "communicates between processes", REGISTRY),
        ("deprecated", "graph version", "TensorFlow refuses it in graphs of that version and later", REGISTRY),
        # Which functions, regions and blocks it runs.
        ("call", "attribute", "runs the function that the attribute names, on its operands", SIGNATURE),
        ("branch", "attribute, ...", "runs one of the functions named (of its regions where none is), chosen by its first operand, on the others", SIGNATURE),
        ("loop", "condition, body", "runs `body` on its operands as long as `condition` holds of them; without arguments these are regions", SIGNATURE),
        ("of_numbers", "attribute, ...", "runs the functions named on single elements: tensors without dimensions", SIGNATURE),
        ("switch", "", "hands its first operand on to one of its results; the others are dead", SIGNATURE),
        ("merge", "", "hands on the one operand that is not dead", SIGNATURE),
        ("enter", "", "hands its operand into a loop's frame", SIGNATURE),
        ("exit", "", "hands its operand out of a loop's frame, after the last iteration", SIGNATURE),
        ("next_iteration", "", "hands its operand to the next iteration of a loop", SIGNATURE),
        ("loop_cond", "", "is the condition of a loop, for its Switches", SIGNATURE),
        ("wraps", "", "gives what its block ends with; a token beside that perhaps", VERIFIER),
        ("terminator", "", "ends its block", VERIFIER),
        ("successors", "", "names the blocks that may come next", VERIFIER),
        ("regions", "number or many", "how many regions it has; without the trait none, or one if it is single_block", VERIFIER),
        ("single_block", "", "each of its regions has one block", VERIFIER),
        ("no_terminator", "", "its blocks end without a terminator", VERIFIER),
        ("graph_region", "", "the order of the operations in its regions means nothing", VERIFIER),
        ("isolated", "", "its regions use no value from outside", VERIFIER),
        ("symbol_table", "", "the names of symbols inside of it are unique", VERIFIER),
        ("symbol", "", "has a name that others refer to", VERIFIER),
        # Of operators of ONNX, which versions have.
        ("since", "version", "the version of its operator set from which on it has this form", REGISTRY_OF_ONNX),
        ("until", "version", "the last version of its operator set that has this form", REGISTRY_OF_ONNX),
        ("since_first", "", "an operator that was this in the first operator set, and in all up to the seventh, from which on all are read", REGISTRY_OF_ONNX),
        ("domain", "name", "the operator set that it belongs to, where that is not the default one", REGISTRY_OF_ONNX),
        ("region_names", "name, ...", "what its regions are called in ONNX, where they are attributes", REGISTRY_OF_ONNX),
        ("unknown", "", "no table lists the op: nothing is known of it", VERIFIER),
    )
}  # fmt: skip
