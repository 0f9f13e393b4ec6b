"""A module of tfl as the records of a file: a subgraph for each function, a tensor for each value, a buffer for constants that are equal.

What a file has beside its program is told by attributes where they are there (`import_module`), and made up where not: names of tensors are
those of ports, signatures are public functions.
"""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.tfl.attributes import BytesAttr, SparsityAttr
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import NoneType, TensorType, Type

from tftranslate.tflite.elements import data_of, quantization_of, sparsity_record, word_of
from tftranslate.tflite.import_module import (
    DESCRIPTION,
    INTERMEDIATES,
    MAIN,
    METADATA,
    NAMES,
    OPTIONS,
    QUANTIZATION,
    SIGNATURE,
    SUBGRAPH,
    SUBGRAPHS,
    VARIABLE,
    VERSION,
)
from tftranslate.tflite.operators import CUSTOM, codes, is_left_out, options_of, options_table
from tftranslate.tflite.schema import schema
from tftranslate.tflite.versions import version_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from tftranslate.tflite.reading import Record

DEFAULT_SIGNATURE = "serving_default"  # of the function that is the program
SCHEMA_VERSION = 3
PLACEHOLDER = 127  # larger numbers of operators stand in a field of their own
SPARSE = frozenset({"tfl.pseudo_sparse_const", "tfl.pseudo_sparse_qconst"})
CONSTANTS = frozenset({"arith.constant", "tfl.pseudo_const", "tfl.pseudo_qconst", "tf.Const", *SPARSE})


def export_module(module: Operation) -> Record:
    """The record of a model. Raises Error for what a file cannot hold."""
    return Exporter(module).model()


class Exporter:
    def __init__(self, module: Operation):
        self.module = module
        self.functions = [op for op in module.body if op.name == "func.func"]
        self.functions.sort(key=lambda func: func.get("sym_visibility") == "private")
        self.numbers = {func.get("sym_name"): number for number, func in enumerate(self.functions)}
        self.buffers: list[Record] = [{}]
        self.stored: dict[tuple[str, bytes], int] = {}  # the number of the buffer with these bytes
        self.codes: list[Record] = []
        self.code_numbers: dict[tuple[int, str, int], int] = {}
        self.signatures: list[Record] = []

    def model(self) -> Record:
        others = [op.name for op in self.module.body if op.name != "func.func"]
        if others:
            raise Error(f"'{others[0]}' has no place in a file of TensorFlow Lite")
        if not self.functions or self.functions[0].get("sym_visibility") == "private":
            raise Error("the module has no public function")
        subgraphs = [Graph(self, number, func).record() for number, func in enumerate(self.functions)]
        told = self.module.attributes
        model: Record = {"version": told["tfl.schema_version"].value if "tfl.schema_version" in told else SCHEMA_VERSION}
        model["operator_codes"], model["subgraphs"] = self.codes, subgraphs
        model["description"] = told[DESCRIPTION].value if DESCRIPTION in told else "tfir"
        metadata = told[METADATA].entries if METADATA in told else {}
        records = [{"name": name, "buffer": self.buffer(value.data)} for name, value in metadata.items()]
        model["buffers"] = self.buffers
        if records:
            model["metadata"] = records
        if self.signatures:
            model["signature_defs"] = self.signatures
        return model

    def buffer(self, data: Any) -> int:
        """The number of the buffer with these bytes."""
        from hashlib import blake2b

        key = str(len(data)), blake2b(data, digest_size=16).digest()
        number = self.stored.setdefault(key, len(self.buffers))
        if number == len(self.buffers):
            self.buffers.append({"data": data})
        return number

    def code(self, number: int, custom: str, version: int) -> int:
        key = number, custom, version
        place = self.code_numbers.setdefault(key, len(self.codes))
        if place == len(self.codes):
            record: Record = {"deprecated_builtin_code": min(number, PLACEHOLDER), "version": version, "builtin_code": number}
            self.codes.append(record | {"custom_code": custom} if number == CUSTOM else record)
        return place

    def subgraph(self, name: str) -> int:
        if name not in self.numbers:
            raise Error(f"there is no function @{name}")
        return self.numbers[name]


class Graph:
    """One function, which becomes a subgraph."""

    def __init__(self, exporter: Exporter, number: int, func: Operation):
        self.exporter, self.number, self.func = exporter, number, func
        self.tensors: list[Record] = []
        self.numbers: dict[Value, int] = {}
        self.taken: set[str] = set()

    def record(self) -> Record:
        func, name = self.func, self.func.get("sym_name")
        if len(func.regions) != 1 or len(func.regions[0].blocks) != 1:
            raise Error(f"@{name}: a subgraph is one block")
        block = func.regions[0].blocks[0]
        given_back = list(block)[-1].operands
        ports = self.ports("inputs", len(block.arguments)), self.ports("outputs", len(given_back))
        given = func.attributes.get("arg_attrs")
        for place, argument in enumerate(block.arguments):
            attributes = given.elements[place].entries if given is not None else {}
            self.tensor(argument, attributes, 0, ports[0][place] if ports[0] else f"arg{place}")
        outputs = {value: port for value, port in zip(given_back, ports[1])}
        operators = [record for op in block for record in self.operation(op, outputs)]
        inputs = [self.numbers[argument] for argument in block.arguments]
        results = [self.numbers[value] for value in given_back]
        if ports[0] or ports[1] or func.get("sym_visibility") != "private":
            self.sign(name, ports, inputs, results)
        own = func.attributes.get(SUBGRAPH)
        return {
            "tensors": self.tensors,
            "inputs": inputs,
            "outputs": results,
            "operators": operators,
            "name": own.value if own is not None else name,
        }

    def ports(self, side: str, count: int) -> list[str]:
        entry = self.func.attributes.get("tf.entry_function")
        told = entry.entries.get(side) if entry is not None else None
        names = told.value.split(",") if told is not None and told.value else []
        return names if len(names) == count else []

    def sign(self, name: str, ports: tuple[list[str], list[str]], inputs: Sequence[int], outputs: Sequence[int]) -> None:
        told = self.func.attributes.get(SIGNATURE)
        key = told.value if told is not None else DEFAULT_SIGNATURE if name == MAIN else name
        sides = []
        for side, names, numbers in zip(("inputs", "outputs"), ports, (inputs, outputs)):
            names = names or [f"{side[:-1]}_{place}" for place in range(len(numbers))]
            sides.append([{"name": each, "tensor_index": number} for each, number in zip(names, numbers)])
        self.exporter.signatures.append({"inputs": sides[0], "outputs": sides[1], "signature_key": key, "subgraph_index": self.number})

    # Tensors

    def tensor(self, value: Value, attributes: dict[str, Attribute] | Any, buffer: int, name: str, place: int = 0) -> int:
        told = attributes.get(NAMES)
        chosen = told.elements[place].value if told is not None and place < len(told.elements) else name
        rest = attributes.get(QUANTIZATION)
        record = tensor_of(value.type, self.unique(chosen))
        record["buffer"] = buffer
        quantization = quantization_of(value.type) | (
            of_attribute(rest.elements[place]) if rest is not None and place < len(rest.elements) else {}
        )
        if quantization:
            record["quantization"] = quantization
        if VARIABLE in attributes:
            record["is_variable"] = True
        number = self.numbers[value] = len(self.tensors)
        self.tensors.append(record)
        return number

    def unique(self, name: str) -> str:
        chosen, count = name, 0
        while chosen in self.taken:
            count += 1
            chosen = f"{name}_{count}"
        self.taken.add(chosen)
        return chosen

    # Operators

    def operation(self, op: Operation, outputs: dict[Value, str]) -> Iterable[Record]:
        if op.name == "func.return" or op.name == "tfl.no_value":
            return
        if op.name in CONSTANTS:
            self.constant(op, outputs)
            return
        code = codes().get(op.name[4:]) if op.name.startswith("tfl.") else None
        if code is None:
            raise Error(
                f"'{op.name}' has no place in a file of TensorFlow Lite; tf-opt --pipeline=tflite lowers TensorFlow's ops", op.location
            )
        local = op.name[4:]
        inputs = self.inputs(op, local)
        names = [outputs.get(value, local) for value in op.results]
        numbers = [self.tensor(value, op.attributes, 0, names[place], place) for place, value in enumerate(op.results)]
        custom = op.get("custom_code") if code == CUSTOM else ""
        version = op.attributes[VERSION].value if VERSION in op.attributes else version_of(op)
        record: Record = {"opcode_index": self.exporter.code(code, custom, version), "inputs": inputs, "outputs": numbers}
        if code == CUSTOM:
            options = op.attributes.get("custom_option")
            if not isinstance(options, BytesAttr):
                raise Error("a custom operator without its options, #tfl<const_bytes : ..>", op.location)
            record["custom_options"] = options.data
        else:
            self.options(op, local, record)
        intermediates = [op.attributes[name].value for name in INTERMEDIATES if name in op.attributes]
        if intermediates:
            record["intermediates"] = [self.intermediate(type) for type in intermediates]
        yield record

    def inputs(self, op: Operation, local: str) -> list[int]:
        values: list[Value] = list(op.operands)
        if local in SUBGRAPHS:
            calls = [self.call_in(op, number) for number in range(2)]
            if local == "if":
                passed = list(calls[0].operands)
                if list(calls[1].operands) != passed:
                    raise Error("the branches of 'tfl.if' are called with different values", op.location)
                values += passed
        slots = definition_of(op.name).declaration.operands
        if not any([slot.variadic for slot in slots]) and len(values) > MOST_GIVEN.get(local, len(values)):
            while len(values) > MOST_GIVEN[local] and isinstance(values[-1].type, NoneType):
                values.pop()
        return [-1 if isinstance(value.type, NoneType) else self.numbers[value] for value in values]

    def call_in(self, op: Operation, number: int) -> Operation:
        operations = list(op.regions[number].blocks[0])
        if [each.name for each in operations] != ["func.call", "tfl.yield"]:
            raise Error(
                f"a region of '{op.name}' is a call of a subgraph in a file; what it computes has to stand in a function that it calls",
                op.location,
            )
        call = operations[0]
        if op.name == "tfl.while" and list(call.operands) != list(op.regions[number].blocks[0].arguments):
            raise Error("a subgraph of 'tfl.while' is called with other values than the loop has", op.location)
        return call

    def constant(self, op: Operation, outputs: dict[Value, str]) -> None:
        value = op.attributes.get("compressed_data" if op.name in SPARSE else "value")
        if not isinstance(value, (DenseAttr, DenseStringsAttr)):
            raise Error(f"a constant of {op.results[0].type} cannot be written", op.location)
        is_variable = VARIABLE in op.attributes
        number = 0 if is_variable else self.exporter.buffer(data_of(value))
        place = self.tensor(op.results[0], op.attributes, number, outputs.get(op.results[0], "constant"))
        if op.name in SPARSE:
            layout = op.attributes.get("s_param")
            if not isinstance(layout, SparsityAttr):
                raise Error("a sparse constant without its layout", op.location)
            self.tensors[place]["sparsity"] = sparsity_record(layout)

    def options(self, op: Operation, local: str, record: Record) -> None:
        table = options_table(local)
        rest = op.attributes.get(OPTIONS)
        extra = of_attribute(rest) if rest is not None else {}
        if table is None or (is_left_out(local) and not extra):
            return
        told = options_of(op) | extra
        if local in SUBGRAPHS:
            for number, field in enumerate(SUBGRAPHS[local]):
                told[field] = self.exporter.subgraph(self.call_in(op, number).attributes["callee"].root)
        elif local == "call_once":
            told["init_subgraph_index"] = self.exporter.subgraph(op.get("session_init_function"))
        else:
            self.symbols(op, table, told)
        is_second = table in schema().unions["BuiltinOptions2"]
        record["builtin_options_2" if is_second else "builtin_options"] = table, told

    def symbols(self, op: Operation, table: str, told: Record) -> None:
        """Functions that an op names, as numbers of subgraphs."""
        for name, declared in definition_of(op.name).declaration.attributes.items():
            value = op.attributes.get(name)
            if declared.kind == "symbol" and value is not None:
                told.pop(name, None)
                if declared.is_list:
                    field = name if name in schema().tables[table] else "branch_subgraph_indices"
                    told[field] = [self.exporter.subgraph(each.root) for each in value.elements]
                else:
                    told[name if name == "subgraph" else f"{name}_subgraph_index"] = self.exporter.subgraph(value.root)

    def intermediate(self, type: Type) -> int:
        record = tensor_of(type, self.unique("intermediate"))
        record["quantization"] = quantization_of(type)
        self.tensors.append(record)
        return len(self.tensors) - 1


# Operands behind these are left out where they are absent: kernels of before count their inputs.
MOST_GIVEN = {"lstm": 20, "unidirectional_sequence_lstm": 20}


def tensor_of(type: Type, name: str) -> Record:
    if not isinstance(type, TensorType):
        raise Error(f"a tensor of type {type}")
    record: Record = {"type": word_of(type.element), "name": name}
    if type.shape is None:
        return record | {"shape": []}
    record["shape"] = [1 if size is None else size for size in type.shape]
    if None in type.shape:
        record["shape_signature"] = [-1 if size is None else size for size in type.shape]
    record["has_rank"] = True
    return record


def of_attribute(attribute: Attribute) -> Record:
    """The fields that a dictionary says."""
    record: Record = {}
    for name, value in attribute.entries.items():
        if isinstance(value, DictAttr):
            fields = of_attribute(value)
            record[name] = fields.pop("kind"), fields
        elif isinstance(value, ArrayAttr):
            record[name] = [each.value for each in value.elements]
        elif isinstance(value, StringAttr):
            record[name] = value.value
        else:
            record[name] = getattr(value, "data", None) if hasattr(value, "data") else value.value
    return record
