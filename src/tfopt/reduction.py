"""`--reduce`: shrinks a module to a small one that a program still finds interesting.

A candidate is a copy of the module with something less in it that still verifies. It is written to a file, the program is called
with the file's name, and exit code 0 says that what was looked for is still there. Larger parts are tried before smaller ones
(delta debugging), kinds of edits take turns until none of them gets anywhere: functions, operations, regions around operations,
results and arguments of functions, constants, attributes, sizes.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from tempfile import TemporaryDirectory

from tfir.cli.files import Output
from tfir.cli.process import UsageError
from tfir.dialects import has_trait, lookup
from tfir.ir.attributes import StringAttr, TypeAttr
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import NAME
from tfir.ir.types import FloatType, IndexType, IntegerType, TensorType
from tfir.ods.functions import retype

CONSTANTS = {"stablehlo": "stablehlo.constant", "chlo": "stablehlo.constant", "tf": "tf.Const"}
KEPT = {NAME, "sym_visibility", "function_type", "value", "_mlir_name"}
SIZE = re.compile(r"(?<=[<x])(\d+)(?=x)")
TYPE = re.compile(r"(?:tensor|memref|vector)<[^<>]*>")


class Interest:
    """Runs the program on candidates. A text that was tried once is not tried again."""

    def __init__(self, command: str):
        self.words, self.asked = shlex.split(command), 0
        self.seen: set[str] = set()

    def __call__(self, text: str) -> bool:
        if text in self.seen:
            return False
        self.seen.add(text)
        self.asked += 1
        with TemporaryDirectory(prefix="tf-opt-reduce-") as folder:
            path = os.path.join(folder, "candidate.mlir")
            with Output(path) as out:
                out.write(text)
            try:
                return (
                    subprocess.run([*self.words, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
                )
            except OSError as error:
                raise UsageError(f"--reduce-test={' '.join(self.words)}: {error.strerror}") from None


class Reducer:
    """`verify(module)` raises where a candidate is no valid program; `print_op` and `parse` are text and back."""

    def __init__(self, module: Operation, interest: Interest, verify, print_op, parse):
        self.module, self.interest = module, interest
        self.verify, self.print_op, self.parse = verify, print_op, parse

    def run(self) -> Operation:
        if not self.interest(self.print_op(self.module)):
            raise Error("the input is not interesting to begin with: the program of --reduce-test does not exit with 0 for it")
        before = size_of(self.module)
        while any([self.shrink(*kind) for kind in KINDS]) | self.shrink_sizes():
            pass
        message = f"reduced {before} operations to {size_of(self.module)} by {self.interest.asked} calls of the program"
        emit(Diagnostic(message, None, "remark"))
        return self.module

    def shrink(self, items, edit) -> bool:
        """Edits as many of the items at once as it may, from halves to single ones."""
        changed, size = False, max(1, len(items(self.module)) // 2)
        while size:
            at = 0
            while at < len(items(self.module)):
                if self.attempt(lambda module, at=at, size=size: edit(items(module)[at : at + size])):
                    changed = True
                else:
                    at += size
            size //= 2
        return changed

    def attempt(self, edit) -> bool:
        candidate = self.module.clone({})
        try:
            edit(candidate)
        except (ValueError, LookupError):
            return False
        return self.take(candidate)

    def take(self, candidate: Operation) -> bool:
        """Goes on with the candidate when it is a program and interesting."""
        try:
            self.verify(candidate)
        except Error:
            return False
        if not self.interest(self.print_op(candidate)):
            return False
        self.module = candidate
        return True

    def shrink_sizes(self) -> bool:
        """Gives each size that occurs in types a smaller value, everywhere at once."""
        changed = False
        sizes = {int(size) for type in TYPE.findall(self.print_op(self.module)) for size in SIZE.findall(type)}
        for size in sorted(sizes, reverse=True):
            changed |= any(self.replace_size(size, smaller) for smaller in (1, 2, size // 2) if 0 < smaller < size)
        return changed

    def replace_size(self, size: int, smaller: int) -> bool:
        def in_type(type):
            return SIZE.sub(lambda size_match: str(smaller) if int(size_match[1]) == size else size_match[1], type[0])

        try:
            candidate = self.parse(TYPE.sub(in_type, self.print_op(self.module)))
        except Error:
            return False
        return self.take(candidate)


def size_of(module: Operation) -> int:
    return sum(1 for _ in module.walk()) - 1


# Kinds of edits: what there is to edit, and how a part of it is edited. ValueError: this part cannot be.


def symbols(module: Operation) -> list[Operation]:
    return [op for op in module.body if NAME in op.attributes]


def erase_symbols(ops) -> None:
    for op in ops:
        op.erase()


def operations(module: Operation) -> list[Operation]:
    return [op for op in module.walk() if op is not module and NAME not in op.attributes and not has_trait(op, "terminator")]


def erase_operations(ops) -> None:
    for op in reversed(ops):
        for result in op.results:
            if result.uses:
                result.replace_all_uses_with(substitute(op, result))
        op.erase()


def substitute(op: Operation, result: Value) -> Value:
    """A value to use in place of a result: an operand of its type, or else a constant."""
    like = next((value for value in op.operands if value.type is result.type), None)
    return like if like is not None else constant_like(op, result)


def constant_like(op: Operation, result: Value) -> Value:
    type = result.type
    if op.dialect == "tfg":
        return placeholder(op, result)
    if not (isinstance(type, TensorType) and type.is_static and isinstance(type.element, (FloatType, IntegerType, IndexType))):
        raise ValueError(f"there is no constant of type {type}")
    zeros = DenseAttr.of(0, type)
    made = Operation(CONSTANTS.get(op.dialect, "arith.constant"), (), [type], {"value": zeros}, location=op.location)
    return op.block.insert_before(made, op).results[0]


def placeholder(op: Operation, result: Value) -> Value:
    """A feed with the node's name, for a graph to read in place of the node."""
    if not isinstance(result.type, TensorType) or len(op.results) != 2:
        raise ValueError("only a node of one result can become a feed")
    attributes = {"dtype": TypeAttr(result.type.element), "_mlir_name": op.attributes.get("_mlir_name", StringAttr("x"))}
    made = Operation("tfg.Placeholder", (), [value.type for value in op.results], attributes, location=op.location)
    op.block.insert_before(made, op)
    op.results[1].replace_all_uses_with(made.results[1])
    return made.results[0]


def wrappers(module: Operation) -> list[Operation]:
    return [op for op in operations(module) if op.regions and any(len(region.blocks) == 1 for region in op.regions)]


def unwrap(ops) -> None:
    """Replaces an op by the contents of its region, where types allow it. Raises ValueError where none fits."""
    for op in reversed(ops):
        block = next((region.blocks[0] for region in op.regions if len(region.blocks) == 1 and fits(op, region.blocks[0])), None)
        if block is None:
            raise ValueError("no region fits")
        for argument, value in zip(block.arguments, op.operands):
            argument.replace_all_uses_with(value)
        terminator = block.last
        for inner in list(block):
            if inner is not terminator:
                op.block.insert_before(inner.remove(), op)
        op.replace_with(list(terminator.operands))


def fits(op: Operation, block) -> bool:
    yielded = [value.type for value in block.last.operands] if block.last is not None else None
    arguments = [argument.type for argument in block.arguments]
    return yielded == [result.type for result in op.results] and arguments == [value.type for value in op.operands][: len(arguments)]


def operands_like_first(module: Operation) -> list:
    return [
        (op, at) for op in operations(module) for at, value in enumerate(op.operands)
        if value is not op.operands[0] and value.type is op.operands[0].type
    ]  # fmt: skip


def repeat_first_operand(pairs) -> None:
    for op, at in pairs:
        op.set_operand(at, op.operands[0])


def functions(module: Operation) -> list[Operation]:
    return [op for op in module.walk() if op.name == "func.func" and op.regions and len(op.region.blocks) == 1]


def returned(module: Operation) -> list:
    return [(op, at) for op in functions(module) for at in range(len(op.body.terminator.operands))]


def drop_returned(pairs) -> None:
    for function, at in reversed(pairs):
        last = function.body.last
        last.set_operands([value for number, value in enumerate(last.operands) if number != at])
        retyped(function)


def unused_arguments(module: Operation) -> list:
    return [(op, at) for op in functions(module) for at, argument in enumerate(op.body.arguments) if not argument.uses]


def drop_arguments(pairs) -> None:
    for function, at in reversed(pairs):
        function.body.remove_argument(at)
        retyped(function)


def retyped(function: Operation) -> None:
    """Gives a function the type of what it takes and returns now, without attributes of these."""
    retype(function)
    for name in ("arg_attrs", "res_attrs", "tf.entry_function"):
        function.remove_attribute(name)


def bodies(module: Operation) -> list[Operation]:
    return [op for op in functions(module) if op.parent_op is module]


def drop_bodies(ops) -> None:
    """A function that is only declared."""
    for op in ops:
        for inner in op.walk():
            if inner is not op:
                inner.drop_uses()
        op.region.remove_blocks(op.region.blocks)
        op.set_attribute("sym_visibility", StringAttr("private"))


def constants(module: Operation) -> list[Operation]:
    return [op for op in operations(module) if isinstance(op.attributes.get("value"), ElementsAttr) and not op.operands]


def make_zero(ops) -> None:
    for op in ops:
        type = op.attributes["value"].type
        if not isinstance(type.element, (FloatType, IntegerType)):
            raise ValueError("no number")
        op.set_attribute("value", DenseAttr.of(0, type))


def optional_attributes(module: Operation) -> list:
    return [(op, name) for op in module.walk() for name in op.attributes if name not in KEPT and not is_needed(op, name)]


def is_needed(op: Operation, name: str) -> bool:
    definition = lookup(op.name)
    if definition is None or definition.signature is None or name not in definition.inherent:
        return False
    return definition.signature.attributes[name].required


def drop_attributes(pairs) -> None:
    for op, name in pairs:
        op.remove_attribute(name)


KINDS = [
    (symbols, erase_symbols), (bodies, drop_bodies), (operations, erase_operations), (wrappers, unwrap), (returned, drop_returned),
    (operands_like_first, repeat_first_operand), (unused_arguments, drop_arguments), (constants, make_zero), (optional_attributes, drop_attributes),
]  # fmt: skip


def reduced(module: Operation, command: str, verify, print_op, parse) -> Operation:
    return Reducer(module, Interest(command), verify, print_op, parse).run()
