"""A recorded case (`tensorflow_values.Case`) as a program, and what its StableHLO computes."""

import numpy as np
from tfir.dialects import verify
from tfir.execution.computation import Computation
from tfir.execution.entry import find_entry
from tfir.execution.inputs import initial_value
from tfir.ir.builder import Builder, module_op
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import FunctionType
from tfir.ods.arrays import dense_of
from tfir.ods.binding import grouped

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfopt.tf.tf_promote_generators_to_args import tf_promote_generators_to_args
from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo
from tfrun.devices import session

load_lowerings()


BETTER_CONSTANT = {
    "DynamicStitch": ["indices"], "Slice": ["begin"], "StridedSlice": ["begin", "end"], "StridedSliceGrad": ["begin", "end"],
}  # fmt: skip


def constant_operands(case) -> set[int]:
    """Numbers of the operands that the lowering wants as constants."""
    annotated = LOWERINGS[case.name].__annotations__
    found = set()
    for slot, part in zip(case.definition.signature.operands, grouped(case.definition, case.op, range(len(case.operands)))):
        if slot.name in annotated or slot.name in BETTER_CONSTANT.get(case.name, ()):
            found.update(part if isinstance(part, list) else [part])
    return found


def program(case) -> tuple[Operation, Block, list[int]]:
    """A module with one function that applies the op, and the numbers of the operands that are its arguments."""
    types = [value.type for value in case.op.operands]
    constants = constant_operands(case)
    passed = [at for at in range(len(types)) if at not in constants]
    block = Block([types[at] for at in passed])
    builder = Builder.at_end(block)
    values = dict(zip(passed, block.arguments))
    for at in constants:
        values[at] = builder.value("tf.Const", [], types[at], {"value": dense_of(case.operands[at], types[at].element)})
    results = [result.type for result in case.op.results]
    op = builder.create(case.op.name, [values[at] for at in range(len(types))], results, case.attributes)
    used = [value for value, wanted in zip(op.results, case.results) if wanted is not None]
    builder.create("func.return", used)
    signature = FunctionType([types[at] for at in passed], [value.type for value in used])
    module = module_op()
    module.body.append(Operation("func.func", (), (), {"sym_name": "main", "function_type": signature}, [Region([block])]))
    return module, block, passed


def computed(case, lower=tf_to_stablehlo) -> list:
    """What the lowered program computes, generators not having drawn before; `lower` takes a module from tf to StableHLO."""
    module, block, passed = program(case)
    tf_promote_generators_to_args(module)
    lower(module)
    verify(module)
    assert all(op.dialect != "tf" for op in module.walk())
    counters = [np.uint64(0) for _ in block.arguments[len(passed) :]]
    with np.errstate(all="ignore"):
        results = Computation(block)(*[case.operands[at] for at in passed], *counters)
    return results[: len(results) - len(counters)]


def computed_on(case, device: str) -> list:
    """What a device computes, Vulkan's default one or the processor; for draws with seeds the first numbers. Recorded cases have types that verifiers refuse."""
    module, _, passed = program(case)
    Runner().run(load_pipeline(device), module)
    entry = find_entry(module)
    states = [initial_value(module, port.initial) for port in entry.feeds[len(passed) :]]
    with session(module, device) as program_of, np.errstate(all="ignore"):
        return program_of(entry)([*[case.operands[at] for at in passed], *states])
