"""What inlining calls of llvm functions asks for besides copies of their blocks: arguments that are passed by value, memory on the stack, which
is the caller's then, and groups of accesses. Source: the inliner interface of MLIR's LLVM dialect."""

from __future__ import annotations

from tfir.conversion.llvm_ir.layout import Layout, text_of_spec
from tfir.dialects import definition_of, has_trait
from tfir.dialects.llvm.types import POINTER
from tfir.ir.attributes import ArrayAttr, BoolAttr, IntegerAttr, SymbolRefAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.symbols import SymbolTable
    from tfir.ir.types import Type

NEVER = frozenset(["noduplicate", "presplitcoroutine", "returns_twice", "strictfp"])  # of LLVM's attributes, of functions that stay
UNMOVABLE = ("llvm.intr.vastart", "llvm.blocktag", "llvm.intr.experimental.noalias.scope.decl")
OWN_STACK = ("func.func", "memref.alloca_scope", "scf.forall", "scf.parallel", "affine.parallel")


def may_go_inside(call: Operation, callee: Operation) -> bool:
    """Whether a function's body means the same where it is called. Scopes of accesses that do not overlap would have to be others in each
    copy: functions that declare such stay."""
    type = callee.attributes["function_type"].value
    if getattr(type, "is_variadic", False) or "personality" in callee.attributes or call.name != "llvm.call":
        return False
    listed = getattr(callee.attributes.get("passthrough"), "elements", ())
    if not NEVER.isdisjoint([getattr(each, "value", "") for each in listed]):
        return False
    described = getattr(callee.attributes.get("arg_attrs"), "elements", ())
    return not any(["llvm.inalloca" in each.entries for each in described]) and not any([op.name in UNMOVABLE for op in callee.inside()])


def is_one_sequence(callee: Operation) -> bool:
    """Whether a function is one block, from which it returns."""
    last = callee.region.entry.last
    return len(callee.region.blocks) == 1 and last is not None and last.name == "llvm.return"


def arguments_inside(call: Operation, callee: Operation, table: SymbolTable) -> list[Value]:
    """What stands for the arguments: what is passed, or a copy of what that points to, where it is passed by value."""
    values = list(call.operands)
    described = getattr(callee.attributes.get("arg_attrs"), "elements", ())
    for at, each in enumerate(described):
        type = each.entries.get("llvm.byval")
        if type is not None:
            align = each.entries.get("llvm.align")
            values[at] = by_value(call, callee, values[at], type.value, 1 if align is None else align.value, table)
    return values


def by_value(call: Operation, callee: Operation, value: Value, type: Type, asked: int, table: SymbolTable) -> Value:
    layout = layout_around(callee)
    least = layout.alignment(type)
    if only_reads(callee) and (asked <= least or aligned_at(call, value, asked, table) >= asked):
        return value
    home = value.block
    assert home is not None and home.parent is not None, "it is a value of a function"
    entry = home.parent.entry
    front = Builder.before(entry.first) if entry.first is not None else Builder.at_end(entry, call.location)
    front.location = call.location
    one = front.value("llvm.mlir.constant", (), I64, {"value": IntegerAttr(1, I64)})
    held = {"elem_type": TypeAttr(type), "alignment": IntegerAttr(max(asked, least), I64)}
    copy = front.value("llvm.alloca", [one], value.type, held)
    build = Builder.before(call)
    size = build.value("llvm.mlir.constant", (), I64, {"value": IntegerAttr(layout.stored(type), I64)})
    build.create("llvm.intr.memcpy", [copy, value, size], attributes={"isVolatile": BoolAttr(False)})
    return copy


def only_reads(callee: Operation) -> bool:
    """Whether a function says that it does not write what its arguments point to."""
    effects = callee.attributes.get("memory_effects")
    return effects is not None and any([f"argMem = {how}," in effects.text for how in ("none", "read")])


def layout_around(op: Operation) -> Layout:
    spec = specification(op)
    return Layout("" if spec is None else text_of_spec(spec))


def specification(op: Operation):
    for around in op.ancestors():
        if "dlti.dl_spec" in around.attributes:
            return around.attributes["dlti.dl_spec"]
    return None


def aligned_at(call: Operation, value: Value, asked: int, table: SymbolTable) -> int:
    """To how many bytes a pointer is aligned, which memory on the stack may be told."""
    maker = value.op
    if maker is None:
        around = call.parent_op
        described = getattr(around.attributes.get("arg_attrs"), "elements", ()) if around is not None and around.name == "llvm.func" else ()
        arguments = around.region.entry.arguments if described else ()
        told = [each.entries.get("llvm.align") for argument, each in zip(arguments, described) if argument is value]
        return told[0].value if told and told[0] is not None else 1
    if maker.name == "llvm.mlir.addressof":
        reference = maker.attributes["global_name"]
        named = table.get(reference) if isinstance(reference, SymbolRefAttr) else None
        return (named.get("alignment") or 1) if named is not None and named.name == "llvm.mlir.global" else 1
    if maker.name != "llvm.alloca":
        return 1
    present = maker.get("alignment") or 1
    natural = stack_alignment(call)
    if asked <= present or (natural and 8 * present <= natural < 8 * asked):
        return present
    maker.set_attribute("alignment", IntegerAttr(asked, I64))
    return asked


def stack_alignment(op: Operation) -> int:
    """The bits to which a data layout says that the stack is aligned; 0 where none does."""
    spec = specification(op)
    _, named, rest = ("" if spec is None else str(spec)).partition('"dlti.stack_alignment"')
    digits = rest.lstrip(" ,=").split(" ")[0].split(",")[0].split(">")[0]
    return int(digits) if named and digits.isdecimal() else 0


def settle(call: Operation, blocks: Sequence[Block], ends: Sequence[Operation]) -> None:
    """What is done with the copies of a function's blocks, which end where it would return."""
    keep_allocations(call, blocks, ends)
    join_groups(call, blocks)


def keep_allocations(call: Operation, blocks: Sequence[Block], ends: Sequence[Operation]) -> None:
    """Memory of a known size is had from the beginning of the caller, which says how long it is needed; other memory is given back at the
    end, which a loop around the call would else never do."""
    entry = entry_around(call)
    if entry is None:
        return
    moved: list[tuple[Operation, IntegerAttr, bool]] = []
    has_open = any([constant_size(op) is None for block in blocks for op in block if op.name == "llvm.alloca"])
    for op in [op for op in blocks[0] if op.name == "llvm.alloca"]:
        size = constant_size(op)
        if size is not None:
            moved.append((op, size, size.value != 0 and not has_lifetime(op)))
    stack = None
    if has_open:
        first = blocks[0].first
        assert first is not None, "blocks end with something"
        build = Builder.before(first)
        build.location = call.location
        stack = build.value("llvm.intr.stacksave", (), POINTER)
    place = entry.first
    for op, size, has_end in moved:
        build = Builder.before(place) if place is not None else Builder.at_end(entry, op.location)
        build.location = op.location
        number = build.value("llvm.mlir.constant", (), op.operands[0].type, {"value": size})
        if has_end:
            Builder.before(op).create("llvm.intr.lifetime.start", [op.result])
        entry.insert_before(op.remove(), place)
        op.set_operands([number])
    for end in ends:
        build = Builder.before(end)
        if stack is not None:
            build.create("llvm.intr.stackrestore", [stack])
        for op, _, has_end in moved:
            if has_end:
                build.create("llvm.intr.lifetime.end", [op.result])


def entry_around(call: Operation) -> Block | None:
    """Where memory on the stack is had that lives as long as the caller."""
    inner = call
    around = call.parent_op
    while around is not None:
        if has_trait(around, "isolated") or around.name in OWN_STACK:
            region = inner.block.parent
            return None if region is None else region.entry
        inner, around = around, around.parent_op
    return None


def constant_size(op: Operation) -> IntegerAttr | None:
    maker = op.operands[0].op
    held = maker.attributes.get("value") if maker is not None and has_trait(maker, "constant_like") else None
    return held if isinstance(held, IntegerAttr) else None


def has_lifetime(op: Operation) -> bool:
    users = list(op.result.users)
    while users:
        user = users.pop()
        if user.name.startswith("llvm.intr.lifetime."):
            return True
        if user.name == "llvm.bitcast":
            users += user.result.users
    return False


def join_groups(call: Operation, blocks: Sequence[Block]) -> None:
    """What is accessed within a call belongs to the call's groups of accesses too."""
    groups = getattr(call.attributes.get("access_groups"), "elements", ())
    if not groups:
        return
    for op in [inner for block in blocks for each in block for inner in each.walk()]:
        if op.dialect == "llvm" and has_groups(op.name):
            own = getattr(op.attributes.get("access_groups"), "elements", ())
            op.set_attribute("access_groups", ArrayAttr([*own, *groups]))


def has_groups(name: str) -> bool:
    return any([each.name == "access_groups" for each in definition_of(name).declared_attributes])
