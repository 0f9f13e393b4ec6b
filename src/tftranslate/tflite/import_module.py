"""Records of a file as a module of tfl: a function for each subgraph, an operation for each operator, constants where their tensors stand.

A subgraph with a signature is a public function of the signature's name, the first one is `main` where it has none, and all others are
private, under their own names. `tf.entry_function` has the names by which callers feed and fetch; `tfl.names` those of tensors.
"""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.tfl.attributes import BytesAttr
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.builder import Builder, module_op, single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.nesting import too_deep
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import F32, I8, I32, I64, NONE, FunctionType, TensorType, storage_bits

from tftranslate.tflite.elements import constant_of, is_said_by_type, sparsity_of, type_of
from tftranslate.tflite.operators import CUSTOM, attributes_of, local_of, options_of, options_table
from tftranslate.tflite.versions import version_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tftranslate.tflite.reading import Data, Record

NAMES, QUANTIZATION, VARIABLE = "tfl.names", "tfl.quantization", "tfl.is_variable"
SIGNATURE, SUBGRAPH, OPTIONS, VERSION = "tfl.signature", "tfl.subgraph", "tfl.options", "tfl.version"
DESCRIPTION, METADATA = "tfl.description", "tfl.metadata"
MAIN = "main"
# Scales of tensors that an operator keeps to itself, in the order of its `intermediates`.
INTERMEDIATES = tuple(
    [f"{name}_intermediate" for name in ("input_to_input", "input_to_forget", "input_to_cell", "input_to_output", "effective_hidden_scale")]
)
SUBGRAPHS = {"if": ("then_subgraph_index", "else_subgraph_index"), "while": ("cond_subgraph_index", "body_subgraph_index")}


def import_module(model: Record, data: Data) -> tuple[Operation, list[tuple[Operation, int]]]:
    """The module, and each constant with the number of the buffer that its elements lie in. `data` are the bytes of the file, in which
    models of more than 2 GB have buffers behind the tables. Raises Error for what is damaged or not known."""
    importer = Importer(model, data)
    try:
        return importer.module(), importer.constants
    except RecursionError:
        raise too_deep(Error("subgraphs call each other too deeply")) from None


class Importer:
    def __init__(self, model: Record, data: Data):
        self.model, self.data = model, memoryview(data)
        self.subgraphs: list[Record] = model.get("subgraphs", [])
        self.buffers: list[Record] = model.get("buffers", [])
        self.codes: list[Record] = model.get("operator_codes", [])
        self.result = module_op()
        self.constants: list[tuple[Operation, int]] = []
        self.signatures: dict[int, Record] = {}
        self.left = 64 * len(data)  # bytes of constants that are made from sparse and packed data
        for signature in model.get("signature_defs", []):
            self.signatures.setdefault(signature.get("subgraph_index", 0), signature)

    def module(self) -> Operation:
        model = self.model
        if not self.subgraphs:
            raise Error("the model has no subgraphs")
        self.names = self.function_names()
        version = model.get("version", 0)
        self.result.set_attribute("tfl.schema_version", IntegerAttr(version, I32))
        if "description" in model:
            self.result.set_attribute(DESCRIPTION, StringAttr(model["description"]))
        metadata = {told.get("name", ""): BytesAttr(bytes(self.buffer(told.get("buffer", 0)))) for told in model.get("metadata", [])}
        if metadata and all(metadata):
            self.result.set_attribute(METADATA, DictAttr(metadata))
        for number, subgraph in enumerate(self.subgraphs):
            try:
                self.result.body.append(Subgraph(self, number, subgraph).function())
            except Error as error:
                raise Error(f"subgraph {number}, '{self.names[number]}': {error}") from None
        return self.result

    def function_names(self) -> list[str]:
        names: list[str] = []
        for number, subgraph in enumerate(self.subgraphs):
            signature = self.signatures.get(number, {}).get("signature_key")
            own = signature or subgraph.get("name") or (MAIN if number == 0 else f"subgraph_{number}")
            name, count = own, 0
            while name in names:
                count += 1
                name = f"{own}_{count}"
            names.append(name)
        return names

    def function_name(self, number: int) -> str:
        if not 0 <= number < len(self.names):
            raise Error(f"there is no subgraph {number}")
        return self.names[number]

    def buffer(self, number: int) -> Data:
        if not 0 <= number < len(self.buffers):
            raise Error(f"there is no buffer {number}")
        told = self.buffers[number]
        offset, size = told.get("offset", 0), told.get("size", 0)
        if offset > 1:
            if offset + size > len(self.data):
                raise Error(f"buffer {number} has {size} bytes at byte {offset}, and the file {len(self.data)}")
            return self.data[offset : offset + size]
        return told.get("data", b"")


class Subgraph:
    def __init__(self, importer: Importer, number: int, subgraph: Record):
        self.importer, self.number, self.subgraph = importer, number, subgraph
        self.tensors: list[Record] = subgraph.get("tensors", [])
        self.values: dict[int, Value] = {}
        self.none: Value | None = None
        self.waiting = 0  # constants up to this tensor are made
        region, self.block = single_block_region()
        self.region, self.builder = region, Builder(self.block)

    def tensor(self, number: int) -> Record:
        if not 0 <= number < len(self.tensors):
            raise Error(f"there is no tensor {number}")
        return self.tensors[number]

    def function(self) -> Operation:
        inputs, outputs = self.subgraph.get("inputs", []), self.subgraph.get("outputs", [])
        self.produced = {each for op in self.subgraph.get("operators", []) for each in op.get("outputs", [])}
        types = [type_of(self.tensor(each), False) for each in inputs]
        for each, type in zip(inputs, types):
            if each in self.values:
                raise Error(f"tensor {each} is an input twice")
            self.values[each] = self.block.add_argument(type)
        for operator in self.subgraph.get("operators", []):
            self.operator(operator)
        results = [self.value(each) for each in outputs]
        self.builder.create("func.return", results)
        name, signature = self.importer.names[self.number], self.importer.signatures.get(self.number)
        is_public = signature is not None or self.number == 0
        attributes: dict[str, Any] = {
            "sym_name": StringAttr(name),
            "function_type": TypeAttr(FunctionType(types, [value.type for value in results])),
        }
        if not is_public:
            attributes["sym_visibility"] = StringAttr("private")
        own = self.subgraph.get("name", "")
        if own != name:
            attributes[SUBGRAPH] = StringAttr(own)
        if signature is not None:
            attributes[SIGNATURE] = StringAttr(signature.get("signature_key", ""))
        if is_public:
            attributes["tf.entry_function"] = DictAttr(
                {
                    "inputs": StringAttr(",".join(self.port_names(inputs, signature, "inputs"))),
                    "outputs": StringAttr(",".join(self.port_names(outputs, signature, "outputs"))),
                }
            )
        arguments = [DictAttr(self.described([each], "arguments")) for each in inputs]
        if any([each.entries for each in arguments]):
            attributes["arg_attrs"] = ArrayAttr(arguments)
        return Operation("func.func", attributes=attributes, regions=[self.region])

    def port_names(self, numbers: Sequence[int], signature: Record | None, side: str) -> list[str]:
        """The names by which callers feed and fetch: those of the signature, else of the tensors."""
        told: dict[int, list[str]] = {}
        for each in (signature or {}).get(side, []):
            told.setdefault(each.get("tensor_index", 0), []).append(each.get("name", ""))
        names = [told[number].pop(0) if told.get(number) else self.tensor(number).get("name", "") for number in numbers]
        return [(name or f"{side[:-1]}_{place}").replace(",", "_") for place, name in enumerate(names)]

    # Values

    def value(self, number: int) -> Value:
        """The value of a tensor, which is made where it is a constant."""
        if number not in self.values:
            tensor = self.tensor(number)
            if number in self.produced and not self.is_constant(tensor):
                raise Error(f"tensor {number}, '{tensor.get('name', '')}', is read before an operator makes it")
            self.values[number] = self.constant(number, tensor)
        return self.values[number]

    def is_constant(self, tensor: Record) -> bool:
        return len(self.importer.buffer(tensor.get("buffer", 0))) > 0

    def constant(self, number: int, tensor: Record) -> Value:
        """The result of a new constant. A tensor without data, which nothing makes, is memory that the run begins with as zeros, which for
        bytes with a sign are those of their scale."""
        type, buffer = type_of(tensor, True), tensor.get("buffer", 0)
        data = self.importer.buffer(buffer)
        attributes = self.described([number])
        if "external_buffer" in tensor and tensor["external_buffer"]:
            raise Error(f"'{tensor.get('name', '')}' lies in another file")
        if not len(data) and type.size:
            if not tensor.get("is_variable"):
                raise Error(f"tensor {number}, '{tensor.get('name', '')}', has no data, and no operator makes it")
            stored = TensorType(type.shape, type.element.storage if is_quantized(type) else type.element)
            self.spend(type.size)
            zero = type.element.zero_points[0] if is_quantized(type) and stored.element is I8 else 0
            value: Attribute = DenseAttr.of(0.0 if stored.element.text[0] in "bf" else zero, stored)
            attributes[VARIABLE] = UnitAttr()
        else:
            if "sparsity" in tensor or type.element.text in ("i2", "i4", "ui4") or is_quantized(type):
                self.spend(type.size)
            value = constant_of(tensor, data)
        attributes["value"] = value
        quantized = is_quantized(type)
        if quantized:
            attributes["qtype"] = TypeAttr(type)
        if "sparsity" in tensor:
            attributes["s_param"] = sparsity_of(tensor["sparsity"])
            attributes["compressed_data"] = compressed(value.type.element, data)
        name = f"tfl.pseudo_{'sparse_' if 'sparsity' in tensor else ''}{'q' if quantized else ''}const"
        op = self.builder.create(name, [], [type], attributes)
        self.importer.constants.append((op, buffer))
        return op.results[0]

    def spend(self, size: int) -> None:
        self.importer.left -= size
        if self.importer.left < 0:
            raise Error("constants are larger by far than the file that they come from")

    def absent(self) -> Value:
        if self.none is None:
            self.none = self.builder.value("tfl.no_value", [], NONE, {"value": UnitAttr()})
        return self.none

    def described(self, numbers: Sequence[int], of: str = "results") -> dict[str, Attribute]:
        """What is known of tensors beside their types: names, and what of their quantization no type says."""
        tensors = [self.tensor(number) for number in numbers]
        attributes: dict[str, Attribute] = {}
        if any(["name" in tensor for tensor in tensors]):
            names: list[Attribute] = [StringAttr(tensor.get("name", "")) for tensor in tensors]
            attributes[NAMES] = ArrayAttr(names)
        rest = [DictAttr(unsaid(tensor)) for tensor in tensors]
        if any([each.entries for each in rest]):
            attributes[QUANTIZATION] = ArrayAttr(rest)
        return attributes

    # Operators

    def operator(self, operator: Record) -> None:
        index = operator.get("opcode_index", 0)
        if not 0 <= index < len(self.importer.codes):
            raise Error(f"there is no operator code {index}")
        code = self.importer.codes[index]
        number = max(code.get("builtin_code", 0), code.get("deprecated_builtin_code", 0))
        table, options = operator.get("builtin_options") or operator.get("builtin_options_2") or (None, {})
        local = local_of(number, options)
        if local is None:
            raise Error(f"an operator of number {number}, which is newer than the schema that is read here")
        if table is not None and table != options_table(local):
            raise Error(f"'tfl.{local}' with options of the kind {table}")
        outputs = operator.get("outputs", [])
        attributes = self.described(outputs) if outputs else {}
        if outputs and all([self.tensor(each).get("is_variable") for each in outputs]):
            attributes[VARIABLE] = UnitAttr()  # an operator behind it may write on them
        if number == CUSTOM:
            attributes["custom_code"] = StringAttr(code.get("custom_code", ""))
            attributes["custom_option"] = BytesAttr(bytes(self.custom_options(operator)))
        else:
            attributes |= attributes_of(local, options)
        if local == "quantize" and outputs:
            attributes["qtype"] = TypeAttr(type_of(self.tensor(outputs[0]), False))
        self.intermediates(local, operator, attributes)
        op = self.operation(local, operator, options, attributes)
        self.keep_options(op, options)
        if (version := code.get("version", 1)) != version_of(op):
            op.set_attribute(VERSION, IntegerAttr(version, I32))
        for each, value in zip(outputs, op.results):
            if each in self.values:
                raise Error(f"tensor {each} is made twice")
            self.values[each] = value

    def custom_options(self, operator: Record) -> Data:
        offset, size = operator.get("large_custom_options_offset", 0), operator.get("large_custom_options_size", 0)
        if offset > 1:
            if offset + size > len(self.importer.data):
                raise Error(f"options of {size} bytes at byte {offset}, and the file has {len(self.importer.data)}")
            return self.importer.data[offset : offset + size]
        return operator.get("custom_options", b"")

    def intermediates(self, local: str, operator: Record, attributes: dict[str, Attribute]) -> None:
        listed = operator.get("intermediates", [])
        if len(listed) > len(INTERMEDIATES):  # of a cell of 8 bits between its steps: its kernel reads scales behind the last of these
            raise Error(f"'tfl.{local}' with {len(listed)} intermediate tensors, where the dialect names {len(INTERMEDIATES)}")
        for name, each in zip(INTERMEDIATES, listed):
            if name not in definition_of(f"tfl.{local}").declaration.attributes:
                raise Error(f"'tfl.{local}' with intermediate tensors")
            attributes[name] = TypeAttr(type_of(self.tensor(each), True))

    def operation(self, local: str, operator: Record, options: Record, attributes: dict[str, Any]) -> Operation:
        inputs = [self.absent() if each == -1 else self.value(each) for each in operator.get("inputs", [])]
        types = [type_of(self.tensor(each), False) for each in operator.get("outputs", [])]
        regions: list[Region] = []
        if local in SUBGRAPHS:
            calls = [self.importer.function_name(options.get(field, 0)) for field in SUBGRAPHS[local]]
            if local == "if" and not inputs:
                raise Error("'tfl.if' without a condition")
            passed = inputs[1:] if local == "if" else None
            regions = [self.calling(number, call, inputs, passed, types) for number, call in enumerate(calls)]
            inputs = inputs[:1] if local == "if" else inputs
        elif local == "call_once":
            attributes["session_init_function"] = StringAttr(self.importer.function_name(options.get("init_subgraph_index", 0)))
        else:
            for name, declared in definition_of(f"tfl.{local}").declaration.attributes.items():
                field = name if name == "subgraph" else f"{name}_subgraph_index"
                if declared.kind == "symbol" and not declared.is_list:
                    attributes[name] = SymbolRefAttr(self.importer.function_name(options.get(field, 0)))
                elif declared.kind == "symbol":
                    numbers = options.get(name, options.get("branch_subgraph_indices", []))
                    attributes[name] = ArrayAttr([SymbolRefAttr(self.importer.function_name(each)) for each in numbers])
            inputs = self.completed(local, inputs, options, types)
        return self.builder.create(f"tfl.{local}", inputs, types, attributes, regions)

    def completed(self, local: str, inputs: list[Value], options: Record, types: Sequence[TensorType]) -> list[Value]:
        """The operands of an operator: files of before leave out those at the end, which are absent or stand among the options."""
        slots = definition_of(f"tfl.{local}").declaration.operands
        if any([slot.variadic for slot in slots]):
            return inputs
        if local == "reshape" and len(inputs) == 1:
            sizes = options.get("new_shape", [])
            shape = TensorType((len(sizes),), I32)
            inputs.append(self.builder.value("tfl.pseudo_const", [], shape, {"value": DenseAttr.of(sizes, shape)}))
        missing = slots[len(inputs) :]
        if len(inputs) > len(slots) or any([not slot.type.startswith("optional") for slot in missing]):
            raise Error(f"'tfl.{local}' with {len(inputs)} inputs")
        return [*inputs, *[self.absent() for _ in missing]]

    def calling(
        self, number: int, call: str, inputs: Sequence[Value], passed: Sequence[Value] | None, types: Sequence[TensorType]
    ) -> Region:
        """A region that calls a subgraph: of a loop on its own arguments, of a branch on what the operator is given."""
        callee = self.importer.subgraphs[self.importer.names.index(call)]
        tensors = callee.get("tensors", [])
        outputs, taken = callee.get("outputs", []), callee.get("inputs", [])
        if any([not 0 <= each < len(tensors) for each in outputs]):
            raise Error(f"'{call}' gives a tensor that it does not have")
        if any([not 0 <= each < len(tensors) for each in taken]):
            raise Error(f"'{call}' takes a tensor that it does not have")
        # A loop's subgraphs may leave sizes open that its operands have.
        alike = passed is None and len(taken) == len(inputs)
        region, block = single_block_region(
            [type_of(tensors[each], False) for each in taken] if alike else [value.type for value in inputs] if passed is None else []
        )
        operands = block.arguments if passed is None else passed
        results = [type_of(tensors[each], False) for each in outputs]
        called = Builder(block).create("func.call", operands, results, {"callee": SymbolRefAttr(call)})
        Builder(block).create("tfl.yield", called.results)
        return region

    def keep_options(self, op: Operation, options: Record) -> None:
        """`tfl.options` has the fields that no attribute and no type says."""
        said = options_of(op)
        rest = {
            name: kept(value)
            for name, value in options.items()
            if name not in said
            and not name.endswith(("subgraph_index", "subgraph_indices"))
            and name not in ("subgraph", "new_shape")
            and value
        }
        if rest:
            op.set_attribute(OPTIONS, DictAttr(rest))


def compressed(element: Any, data: Data) -> DenseAttr:
    size = storage_bits(element) // 8
    return DenseAttr(TensorType((len(data) // size,), element), memoryview(data))


def kept(value: Any) -> Attribute:
    if isinstance(value, list):
        return ArrayAttr([kept(each) for each in value])
    if isinstance(value, str):
        return StringAttr(value)
    if isinstance(value, memoryview):
        return BytesAttr(bytes(value))
    return FloatAttr(value, F32) if isinstance(value, float) else IntegerAttr(int(value), I64)


def unsaid(tensor: Record) -> dict[str, Attribute]:
    """What of a tensor's quantization its type does not say."""
    told = tensor.get("quantization", {})
    if is_said_by_type(tensor):
        told = {name: value for name, value in told.items() if name in ("min", "max")}
    details = told.get("details")
    rest = {name: kept(value) for name, value in told.items() if name != "details" and value}
    if details is not None:
        rest["details"] = DictAttr({"kind": StringAttr(details[0]), **{name: kept(value) for name, value in details[1].items()}})
    return rest
