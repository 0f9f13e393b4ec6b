"""Ops that need more than their operands: calls of functions, TensorFlow's control flow, executor graphs, access to buffers.

Each is a function `(op, operands, regions) -> list of results`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from tfir.dialects import lookup, trait_arguments
from tfir.dialects.tfg.rendezvous import RECEIVERS, SENDERS, rendezvous
from tfir.execution.branches import Branches, without_invocations
from tfir.execution.computation import Closure, Computation
from tfir.execution.constants import as_array
from tfir.execution.depth import Depth
from tfir.ir.attributes import Attribute, SymbolRefAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import MemRefType, TensorType
from tfir.ods.arrays import array_of
from tfir.ods.waiting import repeated


class Slot:
    """A buffer that the host alone has, and that holds any value."""

    __slots__ = ("value",)
    value: Any


def load_input(op: Operation, operands, regions):
    """A buffer's content, shaped as the op's result. It is a view: buffers are read before they are written."""
    if isinstance(operands[0], Slot):
        return [operands[0].value]
    kind = op.results[0].type
    return [operands[0].reshape(kind.shape) if kind.is_static else operands[0]]


def store_output(op: Operation, operands, regions):
    value, target = operands
    if isinstance(target, Slot):
        target.value = as_array(value)
        return []
    np.copyto(target, np.asarray(value).reshape(target.shape))
    return []


def winograd_convolution(op: Operation, operands, regions):
    from tfir.dialects.stablehlo.winograd import of_transformed_weights

    image, weights = operands
    return [of_transformed_weights(image, weights, op.get("step"), list(op.get("padding")), op.results[0].type.shape)]


def winograd_sums(op: Operation, operands, regions):
    from tfir.dialects.stablehlo.winograd import sums_of_tiles

    (image,) = operands
    step, padding = op.get("step"), list(op.get("padding"))
    low, high = padding[::2], padding[1::2]
    counts = [-(-(extent + before + after - 2) // step) for extent, before, after in zip(image.shape[1:3], low, high)]
    return [sums_of_tiles(image, step, padding, [len(image), *counts]).astype(image.dtype)]


def winograd_places(op: Operation, operands, regions):
    from tfir.dialects.stablehlo.winograd import places_of_tiles

    return [places_of_tiles(operands[0], op.get("step"), op.results[0].type.shape)]


def dispatch_region(op: Operation, operands, regions):
    """The results of the region for the arguments; the workload, the first operand, says only how much there is to do."""
    return regions[0](*operands[1:])


def host_region(op: Operation, operands, regions):
    """The results of the region for the arguments."""
    return regions[0](*operands)


def body(op: Operation, operands, regions):
    """The results of a graph, or what an island yields. The token that is its last result is no value."""
    return regions[0]()


def trigger(op: Operation, operands, regions):
    """Gives nothing but its token."""
    return []


def for_region(op: Operation, operands, regions):
    """The body is given the counter of each iteration, from `start` on in steps of `delta` to before `limit`."""
    start, limit, delta, *values = operands
    for number in np.arange(start, limit, delta, dtype=np.int32):
        values = regions[0](number, *values)
    return list(values)


def is_true(condition) -> bool:
    """TensorFlow's truth: a number that is not 0, a string that is not empty, an array of rank 1 or more that has elements."""
    condition = np.asarray(condition)
    return condition.size > 0 if condition.ndim else bool(condition.item())


def chosen(index, count: int) -> int:
    """The branch of a number; one that no branch has means the last."""
    index = int(np.asarray(index))
    return index if 0 <= index < count else count - 1


def called(op: Operation, operands, functions) -> list:
    return functions[0](*operands)


def branched(op: Operation, operands, branches) -> list:
    """The results of one of two functions for a truth value, or of one of many for its number."""
    if "Case" in op.name or op.name == "tfl.stablehlo_case":
        return branches[chosen(operands[0], len(branches))](*operands[1:])
    return branches[0 if is_true(operands[0]) else 1](*operands[1:])


def looped(op: Operation, operands, functions) -> list:
    condition, body = functions
    return repeated(list(operands), condition, body, is_true)


def dynamic_call(op: Operation) -> Callable | None:
    """What computes a custom call that stands for an op, with operands in place of attributes or approximate; None for another call."""
    from tfir.dialects.stablehlo.inference.calls import APPROXIMATE, DYNAMIC

    target = op.get("call_target_name")
    computed = DYNAMIC.get(target) or APPROXIMATE.get(target)
    if computed is None:
        return None
    from tfir.dialects.stablehlo import dynamic_calls

    return getattr(dynamic_calls, computed.__name__)


SPECIAL = {
    "iree.dispatch_region": dispatch_region,
    "iree.host_region": host_region,
    "iree.load_input": load_input,
    "iree.store_output": store_output,
    "iree.winograd_convolution": winograd_convolution,
    "iree.winograd_places": winograd_places,
    "iree.winograd_sums": winograd_sums,
    "tf_executor.ControlTrigger": trigger,
    "tf_executor.graph": body,
    "tf_executor.island": body,
    "tfg.ControlTrigger": trigger,
}
# What ops with a trait do with the functions that its arguments name, or with their regions. Other dialects' have an `evaluate`.
CALLING = ("func", "tf", "tfg", "tfl", "iree_hl_interp", "iree_ll_interp")  # the dialects whose ops call functions of the module
CONTROL_FLOW = {"call": called, "branch": branched, "loop": looped}
# What ops do with functions or regions that say so by no trait, and the attributes that name functions.
RUNS = {
    "stablehlo.composite": (called, ["decomposition"]), "tf.For": (for_region, ["body"]), "tfg.For": (for_region, ["body"]),
    "tfg.ForRegion": (for_region, []), "tf.IfRegion": (branched, []), "tf.CaseRegion": (branched, []), "tf.WhileRegion": (looped, []),
}  # fmt: skip


class Functions:
    """The functions of a module, each prepared when an op that calls it first runs. `prepare` makes a computation ready to run;
    `context` holds values that semantics may take as parameters, by name; `functions` is among them, which gives the function that an
    attribute of an op names."""

    def __init__(self, symbols: SymbolTable, prepare, context=None):
        self.symbols, self.prepare, self.depth = symbols, prepare, Depth()
        self.context = {
            **(context or {}),
            "functions": self.get,
            "computation_of": self.computation,
            "module": symbols.op,
            "run_apart": self.run_apart,
            "guarded": self.depth.guarded,
        }
        self.computations: dict[Operation, Computation] = {}
        self.prepared: dict[str, Callable] = {}
        self.buffers: dict[str, object] = {}  # of `memref.global`
        self.low_level: Any = None
        self.sent: dict[tuple, object] = {}

    def special(self, op: Operation) -> Callable | None:
        """A function `(op, operands, regions) -> list of results` of an op that needs more than its operands; None for another."""
        dialect, _, local = op.name.partition(".")
        if op.name in SPECIAL:
            return SPECIAL[op.name]
        if dialect == "llvm":
            return self.llvm().special(op)
        if op.name == "memref.get_global":
            return self.global_buffer
        if op.name == "interpreter.run_parallel":
            return self.run_parallel
        if op.name == "tfl.custom":
            from tfir.execution.tfl_customs import computing

            return computing(op, self.context.get("state"))
        if op.name == "sdy.manual_computation":
            return self.run_divided
        if dialect in ("tf", "tfg", "tf_executor") and local in SENDERS | RECEIVERS:
            return self.send if local in SENDERS else self.receive
        if dialect in ("tf", "tfg") and local == "SymbolicGradient":
            return self.gradient
        if op.name == "stablehlo.custom_call" and (compute := dynamic_call(op)) is not None:
            functions = [Closure(self.computation(op, reference), ()) for reference in op.get("called_computations", ())]
            return lambda op, operands, regions: compute(op, operands, functions)
        if (numbers := trait_arguments(op, "of_numbers")) is not None:
            return self.on_numbers(op, numbers)
        run, attributes = RUNS.get(op.name) or self.control_flow(op)
        if run is not None:
            return lambda op, operands, regions: run(op, operands, self.named(op, attributes) or regions)
        function = self.symbols.get(local) if dialect == "tfg" else None  # a node's op may be a function of the library
        if function is not None and function.name == "tfg.func":
            return lambda op, operands, regions: self.get(op, SymbolRefAttr(local))(*operands)
        return None

    def llvm(self) -> Any:
        """The memory of a program of the llvm dialect, and what its operations do with that."""
        if self.low_level is None:
            from tfir.execution.llvm_program import LLVMProgram  # which most programs need not load

            self.low_level = LLVMProgram(self)
        return self.low_level

    def control_flow(self, op: Operation):
        """What an op does with functions, and the attributes that name these: (None, ()) for an op that calls none."""
        semantics = getattr(lookup(op.name), "semantics", None)
        if op.dialect in CALLING and getattr(semantics, "evaluate", None) is None:
            for trait, run in CONTROL_FLOW.items():
                attributes = trait_arguments(op, trait)
                if attributes is not None:
                    return run, attributes
        return None, ()

    def named(self, op: Operation, attributes) -> list[Callable]:
        """The functions that attributes name, each prepared when it is called."""
        references = [each for name in attributes for each in getattr(op.attributes[name], "elements", [op.attributes[name]])]
        return [lambda *operands, at=at, reference=each: self.get(op, reference, at)(*operands) for at, each in enumerate(references)]

    def get(self, op: Operation, reference: Attribute, number: int = 0) -> Callable:
        symbol: Any = getattr(reference, "name", reference)  # a node's function comes with attributes of its own
        name = str(symbol)
        if name not in self.prepared and op.dialect == "func" and (of_library := self.of_library(symbol)) is not None:
            return of_library
        defined = self.defined(op, symbol)
        if name not in self.prepared:
            self.prepared[name] = self.depth.guarded(self.ready(defined))
        if "state" not in self.context:
            return self.prepared[name]
        state, function = self.context["state"], self.prepared[name]
        return lambda *operands: state.called(
            op, number, defined, function, *operands
        )  # no `partial`, which what holds it would be copied with

    def of_library(self, symbol: Any) -> Callable | None:
        """What a library computes under the name of a function that is declared only."""
        function = self.symbols.get(symbol)
        if function is None or not function.regions or function.region.blocks:
            return None
        from tfir.execution.runner_library import library_function  # which most programs need not load

        takes: Any = function.attributes["function_type"]
        are_tensors = [isinstance(type, TensorType) for type in takes.value.inputs]
        return library_function(str(function.get("sym_name")), are_tensors)

    def defined(self, op: Operation, symbol: Any) -> Operation:
        """The function of a name, with its body."""
        function = self.symbols.get(symbol)
        if function is None or not function.regions or not function.region.blocks:
            raise Error.on(op, f"calls {symbol}, which this module does not define")
        return function

    def computation(self, op: Operation, symbol: Any) -> Computation:
        """The function of a name, as it stands in the program."""
        function = self.defined(op, symbol)
        if function not in self.computations:
            self.computations[function] = Computation(function.body, self.special, self.context)
        return self.computations[function]

    def ready(self, function: Operation):
        """A function as a callable from arrays to the operands of its terminator."""
        if function.name == "llvm.func":
            function = without_invocations(function)
        if len(function.region.blocks) == 1:
            return self.prepare(Computation(function.body, self.special, self.context))
        return Branches(function.region, lambda block, exported: self.prepare(Computation(block, self.special, self.context, exported)))

    def run_apart(self, module: Operation, function: Operation, operands: list) -> list:
        """What a function of another module gives, in the same state."""
        results: list = Functions(SymbolTable(module), self.prepare, {"state": self.context["state"]}).ready(function)(*operands)
        return results

    def global_buffer(self, op: Operation, operands, regions) -> list:
        """The buffer of a `memref.global`, one for all that ask."""
        from tfir.dialects.memref.memory import allocated  # which most programs need not load
        from tfir.ods.buffers import as_buffer

        name = str(op.get("name"))
        if name not in self.buffers:
            symbol = self.symbols.get(op.get("name"))
            if symbol is None:
                raise Error.on(op, f"asks for @{op.get('name')}, which this module does not define")
            value, type = symbol.attributes.get("initial_value"), op.result.type
            assert isinstance(type, MemRefType)
            self.buffers[name] = as_buffer(array_of(value) if isinstance(value, ElementsAttr) else allocated(type, ()))
        return [self.buffers[name]]

    def on_numbers(self, op: Operation, attributes) -> Callable:
        """What computes an op that runs the functions which these attributes name on numbers."""
        if op.dialect == "tfl":
            from tfir.dialects.tfl.bodies import block_of

            computation = Computation(block_of(op), self.special, self.context)
            return lambda op, operands, regions: computation(*operands)
        from tfir.dialects.stablehlo.comparators import as_sorts_run_it, in_stablehlo
        from tfir.dialects.tf.xla import computed_with

        bodies = [self.defined(op, getattr(op.attributes[name], "name", op.attributes[name])).body for name in attributes]
        if "comparator" in attributes:
            bodies = [as_sorts_run_it(in_stablehlo(body)) for body in bodies]
        functions = [Closure(Computation(body, self.special, self.context), ()) for body in bodies]
        return lambda op, operands, regions: computed_with(op, operands, functions)

    def gradient(self, op: Operation, operands, regions) -> list:
        """The gradients of a function's arguments; what computes them is built once for all ops that ask alike."""
        from tfir.conversion.gradients import gradient_function, what_is_differentiated

        key = f"gradient of {what_is_differentiated(op, self.symbols)}"
        if key not in self.prepared:
            self.prepared[key] = self.depth.guarded(self.ready(gradient_function(op, self.symbols)))
        return self.prepared[key](*operands)

    def run_parallel(self, op: Operation, operands, regions) -> list:
        """The results of functions that run side by side, one after another; each takes the next of the operands."""
        from tfir.execution.grid import Grid

        rows, rest, works = op.get("programs"), iter(operands), []
        grid = Grid(len(rows), len(rows[0]), self.named(op, ["infeed"]) if "infeed" in op.attributes else ())
        for process, name in zip(grid.processes, [name for row in rows for name in row]):
            here = Functions(self.symbols, self.prepare, {"state": self.context["state"].of_process(process)})
            count = len(self.symbols.get(name).body.arguments)
            works.append(partial(here.get(op, name), *islice(rest, count)))
        return [result for results in grid.run(works) for result in results]

    def run_divided(self, op: Operation, operands, regions) -> list:
        """The results of a region that each device of a mesh runs on its parts of the operands."""
        from tfir.dialects.sdy.shardings import Division
        from tfir.execution.grid import Grid

        division, works = Division(op), []
        grid = Grid(1, division.count)
        for device, process in enumerate(grid.processes):
            here = Functions(self.symbols, self.prepare, {"state": self.context["state"].of_process(process)})
            works.append(partial(Computation(op.body, here.special, here.context), *division.parts(operands, device)))
        return division.joined(grid.run(works))

    def send(self, op: Operation, operands, regions):
        self.sent[rendezvous(op)] = operands[0]
        return []

    def receive(self, op: Operation, operands, regions):
        key = rendezvous(op)
        if key not in self.sent:
            raise Error.on(op, f"waits for the tensor '{op.get('tensor_name', '')}', which was not sent")
        return [self.sent[key]]
