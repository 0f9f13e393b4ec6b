"""Where ops of TensorFlow run: on one device, on several at once, the same on each of several replicas. Source: upstream's tf_device.

Regions see the values around them. Only `return`, `replicate` and what crosses hosts have custom forms.
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, DictAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32, shapes_fit
from tfir.ods.dialect import Dialect
from tfir.text.lexer import VALUE
from tfir.text.regions import terminated_block

OPS = """
    cluster(; policy?: str) -> (results: *any) !regions(1) !single_block
    cluster_func(args: *any; func: symbol) -> (results: *any)
    launch(; device: str) -> (results: *any) !regions(1) !single_block
    launch_func(operands: *any; device: str, func: symbol) -> (results: *any)
    parallel_execute() -> (execute_outputs: *any) !regions(many) !single_block
    receive(; key: str, src_host: str) -> (result: any)
      $key $src_host attr-dict : type(results)
    remote_run(callee_args: *any; host: str, callee: symbol) -> (results: *any)
      $host $callee (operands) attr-dict : functional
    replicate(replicated_inputs: *any, packed_inputs: *any; n: i32, devices?: attr, operandSegmentSizes?: attr) -> (replicated_outputs: *any) !regions(1) !single_block
    return(results: *any) !terminator
    send(value: any; key: str, dst_host: str) -> ()
      $value $key $dst_host attr-dict : type($value)
"""
RETURN, SEGMENTS = "tf_device.return", "operandSegmentSizes"


class ReturnForm:
    """`tf_device.return %a, %b : types`, with attributes before the values."""

    def parse(self, parser, state) -> None:
        parser.optional_attributes(state.attributes)
        if parser.kind != VALUE or "\n" in parser.text[parser.text.rfind("return", 0, parser.start) : parser.start]:
            return
        start, operands = parser.start, parser.operands()
        parser.expect(":")
        types = parser.comma_list(parser.type)
        if len(types) != len(operands):
            raise parser.error(f"{len(operands)} operands present, but expected {len(types)}", start)
        state.operands = [parser.resolve(operand, type) for operand, type in zip(operands, types)]

    def print(self, printer, op) -> None:
        printer.attribute_dict(op)
        if op.operands:
            printer.write(f" {printer.values(op.operands)} : {', '.join([value.type.text for value in op.operands])}")


class ReplicateForm:
    """`tf_device.replicate([%a, %b] as %x: type, %c as %y: type) {n = 2 : i32} { ... }`: %x is %a in one replica and %b in the other."""

    def parse(self, parser, state) -> None:
        start, replicated, packed = parser.start, list[tuple](), list[tuple]()
        if parser.at("("):
            parser.comma_list(lambda: self._input(parser, replicated, packed), "(", ")")
        parser.optional_attributes(state.attributes)
        count = state.attributes["n"].value if isinstance(state.attributes.get("n"), IntegerAttr) else 0
        if count < 2:
            raise parser.error_in_op(f"expects 'n' to be at least 2, got {count}", start)
        for number, (values, _) in enumerate(replicated):
            if len(values) != count:
                requirement = f"expects number of operands for replicated input {number} to be 'n' ({count})"
                raise parser.error_in_op(f"{requirement}, got {len(values)}", start)
        state.operands = [parser.resolve(value, argument[1]) for values, argument in replicated + packed for value in values]
        last = terminated_block(parser, state, RETURN, start, [argument for _, argument in replicated + packed])
        state.attributes.setdefault(SEGMENTS, DenseArrayAttr([count * len(replicated), len(packed)], I32))
        state.result_types = [value.type for value in last.operands for _ in range(count)]

    def _input(self, parser, replicated: list, packed: list) -> None:
        values = parser.comma_list(parser.operand, "[", "]") if parser.at("[") else None
        operand = parser.operand() if values is None else None
        parser.keyword("as")
        name = parser.operand()
        parser.expect(":")
        operands = [operand] if values is None else values
        (packed if values is None else replicated).append((operands, (name.name, parser.type(), name.start)))

    def print(self, printer, op) -> None:
        count, (replicated, _) = op.get("n"), op.attributes[SEGMENTS].values
        if op.operands:
            inputs = []
            for number, argument in enumerate(op.body.arguments):
                first = number * count
                values = op.operands[first : first + count] if first < replicated else None
                operands = (
                    f"[{printer.values(values)}]"
                    if values is not None
                    else printer.value(op.operands[replicated + number - replicated // count])
                )
                inputs.append(f"{operands} as {printer.value(argument)}: {argument.type.text}")
            printer.write(f"({', '.join(inputs)})")
        printer.attribute_dict(op, (SEGMENTS,))
        printer.write(" ")
        printer.region(op.region, entry_arguments=False)


# What ops must be


def verify_body(op: Operation) -> None:
    """Each region is a block that ends in `return`. A function's return says itself that it does not belong there."""
    for number, region in enumerate(op.regions):
        if region.blocks and region.blocks[0].last is None:
            raise Error.on(op, "expects a non-empty block")
        last = region.blocks[0].last if region.blocks else None
        if last is None:
            name = "regions" if op.name == "tf_device.parallel_execute" else "body"
            raise Error.on(op, f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks")
        if last.name not in (RETURN, "func.return"):
            requirement = "expects regions to end with 'tf_device.return'"
            raise Error.on(
                op,
                f"{requirement}, found '{last.name}'",
                [("in custom textual format, the absence of terminator implies 'tf_device.return'", op)],
            )


def verify_cluster_func(op: Operation) -> None:
    from tfir.dialects.tf.verify.control_flow import function

    if function(op, op.attributes["func"]) is None:
        raise Error(f"'func' attribute refers to an undefined function: {op.attributes['func'].root}", op)


def verify_parallel_execute(op: Operation) -> None:
    if not op.regions:
        raise Error.on(op, "must have at least one region.")
    verify_body(op)
    yielded = [value.type for region in op.regions if region.blocks for value in region.blocks[0].last.operands]
    results = [value.type for value in op.results]
    if yielded[: len(results)] != results[: len(yielded)]:
        raise Error.on(op, "output types must be a concatenated list of output types for each regions.")
    if len(yielded) != len(results):
        requirement = f"must match the total number of outputs from all regions ({len(yielded)})."
        raise Error.on(op, f"number of output types ({len(results)}) {requirement}")


def verify_replicate(op: Operation) -> None:
    verify_body(op)
    count, sizes = op.get("n"), op.attributes.get(SEGMENTS)
    if count < 2:
        raise Error.on(op, "attribute 'n' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 2")
    if "devices" in op.attributes:
        verify_devices(op, op.attributes["devices"], count)
    replicated, packed = sizes.values if isinstance(sizes, DenseArrayAttr) and len(sizes.values) == 2 else (0, 0)
    if replicated + packed != len(op.operands):
        total = f"total size ({replicated + packed}) specified in attribute '{SEGMENTS}'"
        raise Error.on(op, f"operand count ({len(op.operands)}) does not match with the {total}")
    if replicated % count:
        raise Error.on(op, f"expects number of replicated inputs ({replicated}) to be evenly divisible by 'n' ({count})")
    verify_inputs(op, count, replicated, packed)
    verify_outputs(op, count)


def verify_devices(op: Operation, devices, count: int) -> None:
    for names in devices.entries.values() if isinstance(devices, DictAttr) else ():
        if not isinstance(names, ArrayAttr):
            raise Error("expects 'devices' to be a map alias and device name list.", op)
        if not all([isinstance(name, StringAttr) for name in names]):
            raise Error.on(op, "expects 'devices' to be a consists of string list as values.")
        if len(names.elements) != count:
            raise Error.on(op, f"expects number of devices ({len(names.elements)}) to be equal to 'n' ({count})")


def verify_inputs(op: Operation, count: int, replicated: int, packed: int) -> None:
    arguments = op.body.arguments
    if replicated // count + packed != len(arguments):
        inputs = f"number of replicated inputs ({replicated}) / 'n' ({count}) + number of packed inputs ({packed})"
        raise Error.on(op, f"expects number of block arguments ({len(arguments)}) to be equal to {inputs}")
    for number, operand in enumerate(op.operands):
        index = number // count if number < replicated else replicated // count + number - replicated
        if not compatible(operand.type, arguments[index].type):
            pair = f"operand {number} ('{operand.type}') and block argument {index} ('{arguments[index].type}')"
            raise Error.on(op, f"expects {pair} to have compatible types")


def verify_outputs(op: Operation, count: int) -> None:
    yielded = op.body.last.operands
    if len(op.results) != count * len(yielded):
        terminators = f"'n' * number of terminator operands ({count} * {len(yielded)})"
        raise Error.on(op, f"expects number of results ({len(op.results)}) to be equal to {terminators}")
    for number, result in enumerate(op.results):
        type = yielded[number // count].type
        if not compatible(result.type, type):
            raise Error.on(op, f"incompatible types for result {number} and terminator operand {number // count}")


def compatible(one, other) -> bool:
    if not hasattr(one, "shape") or not hasattr(other, "shape"):
        return one is other
    return one.element is other.element and shapes_fit(one.shape, other.shape)


DIALECT = Dialect(
    "tf_device", OPS, package=__name__, forms={"return": ReturnForm(), "replicate": ReplicateForm()},
    verify_in_context={
        "cluster": verify_body, "launch": verify_body, "cluster_func": verify_cluster_func, "parallel_execute": verify_parallel_execute,
        "replicate": verify_replicate,
    },
)  # fmt: skip
