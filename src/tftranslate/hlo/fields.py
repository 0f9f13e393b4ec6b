"""What instructions have in fields, as attributes of ops, and back: for each opcode a pair of functions.

Of opcodes that are not here the operands and results tell all. Source: StableHLO specification; HloInstructionProto in hlo.proto.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.dialects.stablehlo.attributes import AccuracyAttr, ConvolutionAttr, NumbersAttr
from tfir.dialects.stablehlo.meshes import groups_along_axes
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I1, I32, I64, FloatType, TensorType
from tfir.ods.arrays import array_of
from tfir.proto import FftType, PrecisionConfig, RandomAlgorithm, RandomDistribution, TriangularSolveOptions, TriState

from tftranslate.hlo.attribute_values import grid, integers, rows_of, word
from tftranslate.hlo.text.replica_groups import groups_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from tfir.ir.operations import Operation
    from tfir.proto import HloInstructionProto

    from tftranslate.hlo.opcodes import Opcode

    Attributes = dict[str, Any]


class Pair(NamedTuple):
    attributes: Callable[[HloInstructionProto], Attributes]
    fill: Callable[[Operation, HloInstructionProto], None]


def dimensions(name: str) -> Pair:
    """A list of dimensions, of an attribute of any name."""
    return Pair(
        lambda instruction: {name: integers(instruction.dimensions)},
        lambda op, instruction: instruction.dimensions.extend(op.attributes[name]),
    )


def dimension(name: str) -> Pair:
    return Pair(
        lambda instruction: {name: IntegerAttr(instruction.dimensions[0] if instruction.dimensions else 0)},
        lambda op, instruction: instruction.dimensions.append(op.attributes[name].value),
    )


# Elementwise


def accuracy_attributes(instruction: HloInstructionProto) -> Attributes:
    accuracy = instruction.result_accuracy
    if accuracy.HasField("tolerance"):
        told = accuracy.tolerance
        return {"result_accuracy": AccuracyAttr("TOLERANCE", told.atol, told.rtol, told.ulps)}
    return {"result_accuracy": AccuracyAttr("HIGHEST")} if accuracy.mode == 1 else {}


def fill_accuracy(op: Operation, instruction: HloInstructionProto) -> None:
    accuracy = op.attributes.get("result_accuracy")
    if accuracy is None or accuracy.mode == "DEFAULT":
        return
    if accuracy.mode == "HIGHEST":
        instruction.result_accuracy.mode = 1
        return
    told = instruction.result_accuracy.tolerance
    told.atol, told.rtol, told.ulps = accuracy.atol, accuracy.rtol, accuracy.ulps


def compare_attributes(instruction: HloInstructionProto) -> Attributes:
    attributes: Attributes = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", instruction.comparison_direction)}
    if instruction.comparison_type:
        attributes["compare_type"] = EnumAttr("stablehlo.comparison_type", instruction.comparison_type)
    return attributes


def fill_compare(op: Operation, instruction: HloInstructionProto) -> None:
    from tftranslate.hlo.element_types import BY_TYPE
    from tftranslate.hlo.text.attributes import comparison_of

    instruction.comparison_direction = word(op.attributes["comparison_direction"])
    said = word(op.attributes.get("compare_type"))
    instruction.comparison_type = said if said not in ("", "NOTYPE") else comparison_of(BY_TYPE[op.operands[0].type.element].number)


def precision_attributes(instruction: HloInstructionProto) -> Attributes:
    return {name: IntegerAttr(getattr(instruction, name), I32) for name in ("exponent_bits", "mantissa_bits")}


def fill_precision(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.exponent_bits, instruction.mantissa_bits = op.attributes["exponent_bits"].value, op.attributes["mantissa_bits"].value


# Places


def slice_attributes(instruction: HloInstructionProto) -> Attributes:
    dims = instruction.slice_dimensions
    return {
        "start_indices": integers([dim.start for dim in dims]), "limit_indices": integers([dim.limit for dim in dims]),
        "strides": integers([dim.stride or 1 for dim in dims]),
    }  # fmt: skip


def fill_slice(op: Operation, instruction: HloInstructionProto) -> None:
    for start, limit, stride in zip(*[op.attributes[name] for name in ("start_indices", "limit_indices", "strides")]):
        instruction.slice_dimensions.add(start=start, limit=limit, stride=stride)


def pad_attributes(instruction: HloInstructionProto) -> Attributes:
    dims = instruction.padding_config.dimensions
    return {
        "edge_padding_low": integers([dim.edge_padding_low for dim in dims]),
        "edge_padding_high": integers([dim.edge_padding_high for dim in dims]),
        "interior_padding": integers([dim.interior_padding for dim in dims]),
    }


def fill_pad(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.padding_config.SetInParent()
    for low, high, inside in zip(*[op.attributes[name] for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]):
        instruction.padding_config.dimensions.add(edge_padding_low=low, edge_padding_high=high, interior_padding=inside)


def dynamic_slice_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"slice_sizes": integers(instruction.dynamic_slice_sizes)}


def fill_dynamic_slice(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.dynamic_slice_sizes.extend(op.attributes["slice_sizes"])


# The fields of the messages, and those of StableHLO's attributes.
GATHER = {
    name: name
    for name in ("offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map")
}
SCATTER = {
    name: name
    for name in ("update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims")
}  # fmt: skip
DOT = {
    "lhs_batching_dimensions": "lhs_batch_dimensions", "rhs_batching_dimensions": "rhs_batch_dimensions",
    "lhs_contracting_dimensions": "lhs_contracting_dimensions", "rhs_contracting_dimensions": "rhs_contracting_dimensions",
}  # fmt: skip
RAGGED = {name: name for name in ("lhs_ragged_dimensions", "rhs_group_dimensions")}


def numbers(message: Any, names: dict[str, str]) -> dict[str, Any]:
    return {name: tuple(getattr(message, field)) for name, field in names.items()}


def fill_numbers(attribute: Any, message: Any, names: dict[str, str]) -> None:
    message.SetInParent()
    for name, field in names.items():
        getattr(message, field).extend(attribute.fields[name])


def gather_attributes(instruction: HloInstructionProto) -> Attributes:
    message = instruction.gather_dimension_numbers
    return {
        "dimension_numbers": NumbersAttr("gather", index_vector_dim=message.index_vector_dim, **numbers(message, GATHER)),
        "slice_sizes": integers(instruction.gather_slice_sizes), "indices_are_sorted": instruction.indices_are_sorted,
    }  # fmt: skip


def fill_gather(op: Operation, instruction: HloInstructionProto) -> None:
    attribute = op.attributes["dimension_numbers"]
    fill_numbers(attribute, instruction.gather_dimension_numbers, GATHER)
    instruction.gather_dimension_numbers.index_vector_dim = attribute.index_vector_dim
    instruction.gather_slice_sizes.extend(op.attributes["slice_sizes"])
    instruction.indices_are_sorted = op.get("indices_are_sorted", False)


def scatter_attributes(instruction: HloInstructionProto) -> Attributes:
    message = instruction.scatter_dimension_numbers
    return {
        "scatter_dimension_numbers": NumbersAttr("scatter", index_vector_dim=message.index_vector_dim, **numbers(message, SCATTER)),
        "indices_are_sorted": instruction.indices_are_sorted, "unique_indices": instruction.unique_indices,
    }  # fmt: skip


def fill_scatter(op: Operation, instruction: HloInstructionProto) -> None:
    attribute = op.attributes["scatter_dimension_numbers"]
    fill_numbers(attribute, instruction.scatter_dimension_numbers, SCATTER)
    instruction.scatter_dimension_numbers.index_vector_dim = attribute.index_vector_dim
    instruction.indices_are_sorted, instruction.unique_indices = op.get("indices_are_sorted", False), op.get("unique_indices", False)


# Contractions

# By XLA's name of an algorithm: the types of both operands, that of the sum, and how many products make one.
ALGORITHMS = {
    1: ("any", "any", "f32", 1), 2: ("any", "any", "f32", 1), 3: ("f16", "f16", "f16", 1), 4: ("f16", "f16", "f32", 1),
    5: ("bf16", "bf16", "bf16", 1), 6: ("bf16", "bf16", "f32", 1), 7: ("bf16", "bf16", "f32", 3), 8: ("bf16", "bf16", "f32", 6),
    9: ("tf32", "tf32", "f32", 1), 10: ("tf32", "tf32", "f32", 3), 11: ("f32", "f32", "f32", 1), 12: ("f64", "f64", "f64", 1),
    13: ("bf16", "bf16", "f32", 9),
}  # fmt: skip


def precision_config(instruction: HloInstructionProto) -> Attributes:
    precisions = instruction.precision_config.operand_precision
    words = [EnumAttr("stablehlo.precision", PrecisionConfig.Precision.Name(each)) for each in precisions]
    return {"precision_config": ArrayAttr(words)} if any(precisions) else {}


def fill_precisions(op: Operation, instruction: HloInstructionProto) -> None:
    config = op.attributes.get("precision_config")
    words = [word(each) for each in config.elements] if config is not None else []
    instruction.precision_config.operand_precision.extend([PrecisionConfig.Precision.Value(each) for each in words or ["DEFAULT"] * 2])


def dot_attributes(instruction: HloInstructionProto) -> Attributes:
    attributes = {
        "dot_dimension_numbers": NumbersAttr("dot", **numbers(instruction.dot_dimension_numbers, DOT)),
        **precision_config(instruction),
    }
    number = instruction.precision_config.algorithm
    if number in ALGORITHMS:
        attributes.setdefault("precision_config", ArrayAttr([EnumAttr("stablehlo.precision", "DEFAULT")] * 2))
        attributes["algorithm"] = algorithm(number)
    return attributes


def algorithm(number: int) -> NumbersAttr:
    """XLA says of 8-bit floats that they may be any; the attribute names one."""
    lhs, rhs, sum, count = [
        FloatType("f8E5M2" if part == "any" else part) if isinstance(part, str) else part for part in ALGORITHMS[number]
    ]
    return NumbersAttr(
        "dot_algorithm", lhs_precision_type=lhs, rhs_precision_type=rhs, accumulation_type=sum, num_primitive_operations=count,
        allow_imprecise_accumulation=number == 2,
    )  # fmt: skip


def fill_dot(op: Operation, instruction: HloInstructionProto) -> None:
    fill_numbers(op.attributes["dot_dimension_numbers"], instruction.dot_dimension_numbers, DOT)
    fill_precisions(op, instruction)
    asked = op.attributes.get("algorithm")
    if isinstance(asked, NumbersAttr):
        lhs = str(asked.lhs_precision_type)
        narrow = lhs.startswith("f8")
        key = (
            "any" if narrow else lhs,
            "any" if narrow else str(asked.rhs_precision_type),
            str(asked.accumulation_type),
            asked.num_primitive_operations,
        )
        fitting = [number for number, names in ALGORITHMS.items() if names == key]
        instruction.precision_config.algorithm = fitting[-1 if asked.allow_imprecise_accumulation else 0] if fitting else 0


def ragged_attributes(instruction: HloInstructionProto) -> Attributes:
    message = instruction.ragged_dot_dimension_numbers
    fields = {**numbers(message.dot_dimension_numbers, DOT), **numbers(message, RAGGED)}
    return {"ragged_dot_dimension_numbers": NumbersAttr("ragged_dot", "chlo", **fields), **precision_config(instruction)}


def fill_ragged(op: Operation, instruction: HloInstructionProto) -> None:
    attribute, message = op.attributes["ragged_dot_dimension_numbers"], instruction.ragged_dot_dimension_numbers
    fill_numbers(attribute, message.dot_dimension_numbers, DOT)
    fill_numbers(attribute, message, RAGGED)
    fill_precisions(op, instruction)


# Windows


def window_attributes(instruction: HloInstructionProto, names: dict[str, str]) -> Attributes:
    """The parts of a window, by the names that an op has for them."""
    dims = instruction.window.dimensions
    parts: Attributes = {
        "size": integers([dim.size for dim in dims]), "stride": integers([dim.stride or 1 for dim in dims]),
        "base": integers([dim.base_dilation or 1 for dim in dims]), "dilation": integers([dim.window_dilation or 1 for dim in dims]),
        "padding": grid_of_any([[dim.padding_low, dim.padding_high] for dim in dims]),
        "reversal": DenseArrayAttr([dim.window_reversal for dim in dims], I1),
    }  # fmt: skip
    return {names[part]: value for part, value in parts.items() if part in names}


def grid_of_any(rows: list[list[int]]) -> DenseAttr:
    """Pairs of integers, which may be negative."""
    return DenseAttr.of([number for row in rows for number in row], TensorType((len(rows), 2), I64))


def fill_window(op: Operation, instruction: HloInstructionProto, names: dict[str, str], sizes: Iterable[int]) -> None:
    instruction.window.SetInParent()
    for size in sizes:
        instruction.window.dimensions.add(size=size, stride=1, base_dilation=1, window_dilation=1)
    fields = {"stride": "stride", "base": "base_dilation", "dilation": "window_dilation", "reversal": "window_reversal"}
    for part, field in fields.items():
        values = op.attributes.get(names.get(part, ""))
        for dim, value in zip(instruction.window.dimensions, values if values is not None else ()):
            setattr(dim, field, value)
    padding: Any = op.attributes.get(names["padding"])
    for dim, (low, high) in zip(instruction.window.dimensions, array_of(padding).tolist() if padding is not None else ()):
        dim.padding_low, dim.padding_high = low, high


CONVOLUTION = {
    "stride": "window_strides",
    "base": "lhs_dilation",
    "dilation": "rhs_dilation",
    "padding": "padding",
    "reversal": "window_reversal",
}
REDUCE_WINDOW = {
    "size": "window_dimensions", "stride": "window_strides", "base": "base_dilations", "dilation": "window_dilations", "padding": "padding",
}  # fmt: skip
SELECT_AND_SCATTER = {"size": "window_dimensions", "stride": "window_strides", "padding": "padding"}


def windowed(names: dict[str, str]) -> Pair:
    return Pair(
        lambda instruction: window_attributes(instruction, names),
        lambda op, instruction: fill_window(op, instruction, names, op.attributes[names["size"]]),
    )


def convolution_attributes(instruction: HloInstructionProto) -> Attributes:
    message = instruction.convolution_dimension_numbers
    parts = [
        (message.input_batch_dimension, message.input_feature_dimension, tuple(message.input_spatial_dimensions)),
        (message.kernel_input_feature_dimension, message.kernel_output_feature_dimension, tuple(message.kernel_spatial_dimensions)),
        (message.output_batch_dimension, message.output_feature_dimension, tuple(message.output_spatial_dimensions)),
    ]
    return {
        "dimension_numbers": ConvolutionAttr(*parts), **window_attributes(instruction, CONVOLUTION),
        "feature_group_count": IntegerAttr(instruction.feature_group_count or 1), "batch_group_count": IntegerAttr(instruction.batch_group_count or 1),
        **precision_config(instruction),
    }  # fmt: skip


def fill_convolution(op: Operation, instruction: HloInstructionProto) -> None:
    attribute, message = op.attributes["dimension_numbers"], instruction.convolution_dimension_numbers
    for side, (first, second) in {
        "input": ("batch", "feature"),
        "kernel": ("input_feature", "output_feature"),
        "output": ("batch", "feature"),
    }.items():
        for role in (first, second):
            setattr(message, f"{side}_{role}_dimension", getattr(attribute, f"{side}_{role}_dimension"))
        getattr(message, f"{side}_spatial_dimensions").extend(getattr(attribute, f"{side}_spatial_dimensions"))
    kernel = op.operands[1].type.shape
    fill_window(op, instruction, CONVOLUTION, [kernel[dim] for dim in attribute.kernel_spatial_dimensions])
    instruction.feature_group_count, instruction.batch_group_count = [
        op.attributes[name].value for name in ("feature_group_count", "batch_group_count")
    ]
    fill_precisions(op, instruction)


# Normalization, linear algebra, random numbers


def normalization_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"epsilon": FloatAttr(instruction.epsilon, F32), "feature_index": IntegerAttr(instruction.feature_index)}


def fill_normalization(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.epsilon, instruction.feature_index = float(op.attributes["epsilon"].value), op.attributes["feature_index"].value


def triangular_attributes(instruction: HloInstructionProto) -> Attributes:
    options = instruction.triangular_solve_options
    transpose = EnumAttr("stablehlo.transpose", TriangularSolveOptions.Transpose.Name(options.transpose_a or 1))
    return {"left_side": options.left_side, "lower": options.lower, "unit_diagonal": options.unit_diagonal, "transpose_a": transpose}


def fill_triangular(op: Operation, instruction: HloInstructionProto) -> None:
    options = instruction.triangular_solve_options
    for name in ("left_side", "lower", "unit_diagonal"):
        setattr(options, name, op.attributes[name].value)
    options.transpose_a = TriangularSolveOptions.Transpose.Value(word(op.attributes["transpose_a"]))


def fill_cholesky(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.cholesky_options.lower = op.get("lower", False)


def fft_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"fft_type": EnumAttr("stablehlo.fft_type", FftType.Name(instruction.fft_type)), "fft_length": integers(instruction.fft_length)}


def fill_fft(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.fft_type = FftType.Value(word(op.attributes["fft_type"]))
    instruction.fft_length.extend(op.attributes["fft_length"])


def rng_attributes(instruction: HloInstructionProto) -> Attributes:
    name = RandomDistribution.Name(instruction.distribution).removeprefix("RNG_")
    return {"rng_distribution": EnumAttr("stablehlo.rng_distribution", name)}


def fill_rng(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.distribution = RandomDistribution.Value(f"RNG_{word(op.attributes['rng_distribution'])}")


def bits_attributes(instruction: HloInstructionProto) -> Attributes:
    name = RandomAlgorithm.Name(instruction.rng_algorithm).removeprefix("RNG_")
    return {"rng_algorithm": EnumAttr("stablehlo.rng_algorithm", name)}


def fill_bits(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.rng_algorithm = RandomAlgorithm.Value(f"RNG_{word(op.attributes['rng_algorithm'])}")


def sort_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"dimension": IntegerAttr(instruction.dimensions[0] if instruction.dimensions else 0), "is_stable": instruction.is_stable}


def fill_sort(op: Operation, instruction: HloInstructionProto) -> None:
    dimension = op.get("dimension", -1)
    instruction.dimensions.append(dimension if dimension >= 0 else dimension + len(op.operands[0].type.shape))
    instruction.is_stable = op.get("is_stable", False)


def top_k_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"k": IntegerAttr(instruction.k)}


def fill_top_k(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.k, instruction.largest = op.attributes["k"].value, True


def scan_attributes(instruction: HloInstructionProto) -> Attributes:
    carried = instruction.num_carries
    counts = {"operandSegmentSizes": len(instruction.operand_ids), "resultSegmentSizes": len(instruction.shape.tuple_shapes) or 1}
    if carried < 0 or carried > min(counts.values()):
        raise Error(f"{instruction.name} carries {carried} values of {counts['operandSegmentSizes']} operands")
    attributes: Attributes = {name: DenseArrayAttr([count - carried, carried], I32) for name, count in counts.items()}
    attributes["dimension"] = IntegerAttr(instruction.dimensions[0] if instruction.dimensions else 0)
    if instruction.is_reverse:
        attributes["is_reverse"] = BoolAttr(True)
    if instruction.is_associative:
        attributes["is_associative"] = BoolAttr(instruction.is_associative == TriState.Value("TRI_STATE_TRUE"))
    return attributes


def fill_scan(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.dimensions.append(op.attributes["dimension"].value)
    instruction.num_carries = op.attributes["operandSegmentSizes"].values[1]
    instruction.is_reverse = bool(op.get("is_reverse"))
    if "is_associative" in op.attributes:
        instruction.is_associative = TriState.Value(f"TRI_STATE_{str(bool(op.get('is_associative'))).upper()}")


# Between devices

DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE = 1, 2, 3


def channel(instruction: HloInstructionProto, type: int = DEVICE_TO_DEVICE) -> Attributes:
    handle = instruction.channel_id
    return {"channel_handle": NumbersAttr("channel_handle", handle=handle, type=type)} if handle else {}


def fill_channel(op: Operation, instruction: HloInstructionProto) -> None:
    handle = op.attributes.get("channel_handle")
    if isinstance(handle, NumbersAttr):
        instruction.channel_id = handle.handle


def group_attributes(instruction: HloInstructionProto) -> Attributes:
    attributes = {"replica_groups": grid(groups_of(instruction)), **channel(instruction)}
    return {**attributes, "use_global_device_ids": UnitAttr()} if instruction.use_global_device_ids else attributes


def fill_groups(op: Operation, instruction: HloInstructionProto) -> None:
    groups = op.attributes.get("replica_groups")
    for row in rows_of(groups) if groups is None or isinstance(groups, DenseAttr) else groups_along_axes(op):
        instruction.replica_groups.add(replica_ids=row)
    fill_channel(op, instruction)
    instruction.use_global_device_ids = "use_global_device_ids" in op.attributes


def grouped(name: str) -> Pair:
    """Groups of devices, and a dimension."""

    def fill(op: Operation, instruction: HloInstructionProto) -> None:
        fill_groups(op, instruction)
        instruction.dimensions.append(op.attributes[name].value)

    return Pair(lambda instruction: {**group_attributes(instruction), name: IntegerAttr(instruction.dimensions[0])}, fill)


def permute_attributes(instruction: HloInstructionProto) -> Attributes:
    pairs = [[pair.source, pair.target] for pair in instruction.source_target_pairs]
    return {"source_target_pairs": grid_of_any(pairs), **channel(instruction)}


def fill_permute(op: Operation, instruction: HloInstructionProto) -> None:
    for source, target in rows_of(op.attributes["source_target_pairs"]):
        instruction.source_target_pairs.add(source=source, target=target)
    fill_channel(op, instruction)


def transfer(type: int) -> Pair:
    """A send or a receive; `type` is that of a channel to or from the host."""

    def attributes(instruction: HloInstructionProto) -> Attributes:
        to_host = instruction.is_host_transfer
        handle = NumbersAttr("channel_handle", handle=instruction.channel_id, type=type if to_host else DEVICE_TO_DEVICE)
        return {"channel_handle": handle, "is_host_transfer": BoolAttr(to_host)}

    def fill(op: Operation, instruction: HloInstructionProto) -> None:
        fill_channel(op, instruction)
        instruction.is_host_transfer = op.get("is_host_transfer", False)

    return Pair(attributes, fill)


def infeed_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"infeed_config": StringAttr(instruction.infeed_config)}


def fill_infeed(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.infeed_config = op.get("infeed_config", "").encode("utf-8", "surrogateescape")


def outfeed_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"outfeed_config": StringAttr(instruction.outfeed_config)}


def fill_outfeed(op: Operation, instruction: HloInstructionProto) -> None:
    instruction.outfeed_config = op.get("outfeed_config", "").encode("utf-8", "surrogateescape")


def lower_attributes(instruction: HloInstructionProto) -> Attributes:
    return {"lower": instruction.cholesky_options.lower}


PAIRS: dict[str, Pair] = {
    **dict.fromkeys(("all-reduce", "collective-broadcast"), Pair(group_attributes, fill_groups)),
    "all-gather": grouped("all_gather_dim"),
    "reduce-scatter": grouped("scatter_dimension"),
    **dict.fromkeys(("batch-norm-grad", "batch-norm-inference", "batch-norm-training"), Pair(normalization_attributes, fill_normalization)),
    "broadcast": dimensions("broadcast_dimensions"),
    "cholesky": Pair(lower_attributes, fill_cholesky),
    "collective-permute": Pair(permute_attributes, fill_permute),
    "compare": Pair(compare_attributes, fill_compare),
    "concatenate": dimension("dimension"),
    "convolution": Pair(convolution_attributes, fill_convolution),
    "dot": Pair(dot_attributes, fill_dot),
    "dynamic-slice": Pair(dynamic_slice_attributes, fill_dynamic_slice),
    "fft": Pair(fft_attributes, fill_fft),
    "gather": Pair(gather_attributes, fill_gather),
    "get-dimension-size": dimension("dimension"),
    "infeed": Pair(infeed_attributes, fill_infeed),
    "iota": dimension("iota_dimension"),
    "map": dimensions("dimensions"),
    "outfeed": Pair(outfeed_attributes, fill_outfeed),
    "pad": Pair(pad_attributes, fill_pad),
    "ragged-dot": Pair(ragged_attributes, fill_ragged),
    "recv": transfer(HOST_TO_DEVICE),
    "reduce": dimensions("dimensions"),
    "reduce-precision": Pair(precision_attributes, fill_precision),
    "reduce-window": windowed(REDUCE_WINDOW),
    "reverse": dimensions("dimensions"),
    "rng": Pair(rng_attributes, fill_rng),
    "rng-bit-generator": Pair(bits_attributes, fill_bits),
    "scatter": Pair(scatter_attributes, fill_scatter),
    "select-and-scatter": windowed(SELECT_AND_SCATTER),
    "send": transfer(DEVICE_TO_HOST),
    "set-dimension-size": dimension("dimension"),
    "slice": Pair(slice_attributes, fill_slice),
    "scan": Pair(scan_attributes, fill_scan),
    "sort": Pair(sort_attributes, fill_sort),
    "topk": Pair(top_k_attributes, fill_top_k),
    "transpose": dimensions("permutation"),
    "triangular-solve": Pair(triangular_attributes, fill_triangular),
}
NOTHING = Pair(lambda instruction: {}, lambda op, instruction: None)
ACCURATE = Pair(accuracy_attributes, fill_accuracy)


def pair_of(opcode: Opcode) -> Pair:
    return PAIRS.get(opcode.name, ACCURATE if opcode.is_direct else NOTHING)
