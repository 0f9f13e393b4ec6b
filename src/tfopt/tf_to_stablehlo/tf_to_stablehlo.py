"""Lowers TensorFlow's ops to StableHLO.

Constants keep their bytes where they lie; identities go. Of sizes that are not known, the program asks when it runs. What has no lowering,
or none without static shapes, is an error that names all of it, and the feeds to give shapes to; or it stays, for the host to compute.
"""

from __future__ import annotations

from contextlib import nullcontext

from tfir.analysis.effects import ENDING, declared_effects, effects_of
from tfir.analysis.feeds import entry_names, feed_names, require_static_feeds
from tfir.analysis.program_shapes import ProgramShapes
from tfir.dialects import has_trait, lookup
from tfir.execution.special import Functions
from tfir.ir.attributes import TypeAttr
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import IntegerType, OpaqueType, TensorType, Type
from tfir.ods.shapes import Symbol

from tfopt.arithmetic.contents import is_opaque
from tfopt.arithmetic.sizes import UNTOLD, UnknownSizes
from tfopt.rewrite.conversion import Conversion, ConversionTarget
from tfopt.rewrite.refusals import refusal
from tfopt.tf_to_stablehlo.asserted_sizes import assert_sizes
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, has_unknown_sizes, load_lowerings, lowering_of
from tfopt.tf_to_stablehlo.quantized_types import quantize_what_stays, store_as_integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from tfir.ods.inference import AbstractValue

AFTER = ["infer-shapes"]
OPTIONS = {
    "allow-host-ops": "Leave ops without a lowering, and assertions, which are dropped otherwise, as they are: the host computes them.",
}
EXACT = False  # sums are taken in another order, functions made of others
UNKNOWN = "has no lowering to StableHLO"
LONGEST = 32  # list that is looked at for sizes: bounds of slices, paddings
DRAWING = {"random"}  # what ops write that draw from a generator of their own
TEXT = OpaqueType("!tf_type.string")
CHECKING = {"error"}  # what an assertion writes; lowered it would check nothing
DRAWS = (
    "draws other numbers each time that it runs, and nothing says how often it has: no tf-promote-generators-to-args ran, or it could not"
)
IN_FALLING_ORDER = "gives its largest in falling order, as XLA does; with sorted = false TensorFlow's kernel leaves them in another, which --allow-host-ops keeps"
HINT = "--allow-host-ops leaves such ops to the host, which computes them between dispatches"
TEXT_HINT = (
    "StableHLO, and what becomes of it (Relay, Relax, XLA's HLO), has no strings and no tables of them: --inputs and --outputs of tf-translate,"
    " or another --signature, take the part of a program that is between them; "
) + HINT


def tf_to_stablehlo(module: "Module", *, allow_host_ops: bool = False):
    ops = [op for op in module.walk(post_order=True) if op.dialect == "tf"]
    load_lowerings({op.name.partition(".")[2] for op in ops})
    functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
    quantized = store_as_integers(ops, functions)
    is_open, of_text = any([has_unknown_sizes(op) for op in ops]), False
    try:
        with unknown_sizes(functions) if is_open else nullcontext():
            left = causes(lowered(module, ops, allow_host_ops))
        of_text = are_about_text([op for op, _ in left])
        if left:
            raise refusal(left, "" if allow_host_ops else TEXT_HINT if of_text else HINT)
    except Error as error:
        raise pinned(functions, error) if is_open and not of_text else error from None
    quantize_what_stays(quantized)


def lowered(module: Operation, ops: list[Operation], allow_host_ops: bool) -> dict[Operation, str]:
    """Lowers what can be; gives the ops that are left and may not be, with the reason of each."""
    if not allow_host_ops:
        ops = without_assertions(ops)
    staying = {op: reason for op in ops if (reason := why_not_lowered(op)) is not None}
    staying = dict.fromkeys(drawing(ops), DRAWS) | staying
    if allow_host_ops:
        staying |= {op: UNKNOWN for op in ops if declared_effects(op.name).writes == CHECKING or is_in_order_of_a_heap(op)}
    else:
        for op in filter(is_in_order_of_a_heap, ops):
            emit(Diagnostic(IN_FALLING_ORDER, op, "warning"))
    target = ConversionTarget(illegal=["tf"])
    failures = Conversion(target, [lowering_of(*each) for each in LOWERINGS.items()], full=False).run(module, staying)
    left = staying | {op: told_of(op, diagnostics) for op, diagnostics in failures.items()}
    if allow_host_ops:
        functions = Functions(SymbolTable(module), None)
        left = {op: not_on_the_host(op, reason) for op, reason in left.items() if not is_computed(op, functions)}
    return left


def is_in_order_of_a_heap(op: Operation) -> bool:
    """Whether an op gives its largest numbers as TensorFlow's kernel leaves them, and not in falling order as its lowering does."""
    if op.name not in ("tf.TopK", "tf.TopKV2") or op.get("sorted", True):
        return False
    operand, result = op.operands[0].type, op.results[0].type
    count, length = (type.shape[-1] if isinstance(type, TensorType) and type.shape else None for type in (result, operand))
    return count not in (0, 1) and (count is None or count != length)


def are_about_text(ops: list[Operation]) -> bool:
    """Whether some ops work on strings, or on what holds strings, whichever op made that."""
    waiting, seen = list(ops), set(ops)
    while waiting:
        op = waiting.pop()
        types = [value.type for value in (*op.operands, *op.results)]
        types += [each.type for each in op.attributes.values() if isinstance(each, TypeAttr)]
        if any(map(is_text, types)):
            return True
        makers = {value.op for value in op.operands if is_opaque(value.type) and value.op is not None} - seen
        seen |= makers
        waiting += makers
    return False


def is_text(type: Type) -> bool:
    return (type.element if isinstance(type, TensorType) else type) is TEXT


def without_assertions(ops: list[Operation]) -> list[Operation]:
    """The other ops. Assertions go before their messages are lowered, which are text, and so does what is only there to refuse something."""
    for op in reversed(ops):
        if op.name == "tf.Assert" or is_only_refusing(op):
            op.erase()
    return [op for op in ops if op.parent is not None]


def is_only_refusing(op: Operation) -> bool:
    """Whether an op is not read, and may end the run at most. So is what made a table for such ops alone."""
    effects = effects_of(op)
    is_there_for_it = effects.writes or effects.allocates
    return bool(op.results and is_there_for_it) and effects.writes <= ENDING and not any([result.uses for result in op.results])


def drawing(ops: list[Operation]) -> list[Operation]:
    """The ops with seeds of their own: what they draw depends on how often they have drawn before, which `tf-promote-generators-to-args`
    makes an argument of where it can. Numbers without a seed are a device's, and always others."""
    return [op for op in ops if declared_effects(op.name).writes == DRAWING and (op.get("seed", 0) or op.get("seed2", 0))]


def why_not_lowered(op: Operation) -> str | None:
    """The reason why no lowering is tried, or None."""
    local = op.name.partition(".")[2]
    if local not in LOWERINGS:
        from tfir.dialects.tf import bridge  # which programs that lower need not load
        from tfir.dialects.tf.without_values import reason_for

        why = bridge.excluded().get(local) or reason_for(local)
        return f"{UNKNOWN}: {why}" if why else UNKNOWN
    opaque = [value.type for value in op.operands if is_opaque(value.type)]
    if opaque and any([result.uses for result in op.results]) and not has_trait(op, "call", "branch"):
        return f"has a value of type {opaque[0]}, which StableHLO does not have"
    for value in (*op.operands, *[result for result in op.results if result.uses]):
        if not has_rank(value.type):
            return f"has a value of type {value.type}; StableHLO needs static shapes (did infer-shapes run before?)"
    return None


def told_of(op: Operation, diagnostics: list[Diagnostic]) -> str:
    """What the errors of an op say of it."""
    return "; ".join([diagnostic.message.removeprefix(f"'{op.name}' op ") for diagnostic in diagnostics])


def causes(left: dict[Operation, str]) -> list[tuple[Operation, str]]:
    """Of the ops that are left with the reason of each those that have a reason of their own: where an op is not known, neither are shapes
    and sizes of what follows, and its text is no fault of a constant."""
    unknown = {op for op, reason in left.items() if reason.startswith(UNKNOWN)}
    untold = {op for op, reason in left.items() if reason == UNTOLD and any([value.op in unknown for value in op.operands])}
    own = {op: reason for op, reason in left.items() if op in unknown or not (unknown and is_consequence(op, left) or op in untold)}
    return [*(own or left).items()]


def is_consequence(op: Operation, left: Collection[Operation]) -> bool:
    values = [*op.operands, *op.results]
    feeds_them = any([user in left for result in op.results for user in result.users])
    return not all([has_rank(value.type) for value in values]) or (feeds_them and any([is_opaque(result.type) for result in op.results]))


def is_computed(op: Operation, functions: Functions) -> bool:
    """Whether the host knows what an op computes."""
    semantics = getattr(lookup(op.name), "semantics", None)
    return getattr(semantics, "evaluate", None) is not None or functions.special(op) is not None


def not_on_the_host(op: Operation, reason: str) -> str:
    """What is said of an op that stays and whose value is not known here; of most the reason tells why."""
    return f"{reason}, and " + ("nothing says what it computes" if reason == UNKNOWN else "the host cannot compute it")


def unknown_sizes(functions: list[Operation]) -> UnknownSizes:
    """The shapes of all values, with a name for each size that is known when the program runs only. What the program asks for is asked of
    arguments, and of what takes the place of its ops."""
    sizes, analysis = UnknownSizes(), ProgramShapes(functions)
    for function in functions:
        sizes.signatures[function.get("sym_name")] = function.get("function_type")
        for block in function.region.blocks:
            for argument in block.arguments:
                if analysis[argument].shape is not None and not is_opaque(argument.type):  # of text StableHLO cannot ask
                    sizes.note(argument, analysis[argument].shape)
                    note_number(sizes, argument, analysis[argument])
            for result in [result for op in block for result in op.results]:
                if result in analysis and analysis[result].shape is not None:
                    sizes.shapes[result] = analysis[result].shape
                    if is_list_of_sizes(result) and analysis[result].numbers is not None:
                        sizes.contents[result] = analysis[result].numbers
    assert_sizes(functions, sizes, dict.fromkeys([pair for pairs in analysis.taken_for_one.values() for pair in pairs]))
    return sizes


def is_list_of_sizes(value: Value) -> bool:
    type = value.type
    return isinstance(type, TensorType) and isinstance(type.element, IntegerType) and type.is_static and type.size <= LONGEST


def note_number(sizes: UnknownSizes, argument: Value, state: AbstractValue) -> None:
    """Lets an argument tell the size that a function is called with in it."""
    (number,) = state.numbers if state.shape == () and state.numbers is not None else (None,)
    if isinstance(number, Symbol):
        sizes.tellers.setdefault(number, []).append(argument)


def require_static_feeds_of(functions: list[Operation]) -> None:
    """Raises an Error that names the feeds of unknown sizes: it is told before all else, since much has no lowering for the want of a shape
    alone."""
    for function in functions:
        is_public = function.get("sym_visibility") != "private"
        names = feed_names(function) if is_public else entry_names(function)
        require_static_feeds(function, names, "StableHLO needs static shapes, but feed")


def pinned(functions: list[Operation], error: Error) -> Error:
    """What could not be lowered with unknown sizes, behind the feeds that would give them."""
    try:
        require_static_feeds_of(functions)
    except Error as advice:
        return Error.of([*advice.diagnostics, *error.diagnostics])
    return error


def has_rank(type: Type) -> bool:
    return not isinstance(type, TensorType) or type.shape is not None
