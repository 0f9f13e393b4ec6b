"""What VHLO's ops say where StableHLO leaves an attribute out. Of attributes that the next version of an op has beyond the last,
these are what the older form means. Source: openxla/stablehlo, `StablehloLegalizeToVhlo.cpp`, `VhloToVersion.cpp`."""

from __future__ import annotations

from tfir.conversion.vhlo.attributes import accuracy, integer, tensor
from tfir.dialects.vhlo.kinds import ATTRIBUTES, TYPES, VhloAttr, VhloType, vhlo_attribute
from tfir.ir.attributes import Attribute
from tfir.ir.types import I1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Counted = Callable[[int], VhloAttr]

FALSE, EMPTY_STRING, EMPTY_ARRAY = vhlo_attribute("bool_v1", False), vhlo_attribute("string_v1", ""), vhlo_attribute("array_v1", ())
EMPTY_DICTIONARY, EMPTY_TENSOR = vhlo_attribute("dict_v1", ()), tensor(())
NO_TYPE = vhlo_attribute("type_v1", VhloType(TYPES["none_v1"]))
EXACTLY_ENOUGH = VhloAttr(ATTRIBUTES["precision_v1"], value="DEFAULT")
DEFAULTS: dict[str, VhloAttr] = {
    **dict.fromkeys(("use_global_device_ids", "has_dynamic_root", "lower", "has_side_effect", "indices_are_sorted", "unique_indices",
                     "is_host_transfer", "is_stable"), FALSE),
    **dict.fromkeys(("sym_visibility", "backend_config", "infeed_config", "outfeed_config"), EMPTY_STRING),
    **dict.fromkeys(("arg_attrs", "res_attrs", "called_computations", "operand_layouts", "result_layouts", "output_operand_aliases",
                     "result_tilings", "layout"), EMPTY_ARRAY),
    **dict.fromkeys(("known_expanding_dimensions", "known_nonexpanding_dimensions", "source_target_pairs", "operand_batching_dims",
                     "start_indices_batching_dims", "input_batching_dims", "scatter_indices_batching_dims"), EMPTY_TENSOR),
    **dict.fromkeys(("lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count", "rhs_component_count",
                     "num_primitive_operations", "allow_imprecise_accumulation"), NO_TYPE),
    **dict.fromkeys(("channel_id", "version"), integer(0)),
    "dimension": integer(-1),
    "composite_attributes": EMPTY_DICTIONARY,
    "compare_type": VhloAttr(ATTRIBUTES["comparison_type_v1"], value="NOTYPE"),
    "api_version": VhloAttr(ATTRIBUTES["api_version_v1"], value="API_VERSION_ORIGINAL"),
    "precision_config": vhlo_attribute("array_v1", (EXACTLY_ENOUGH, EXACTLY_ENOUGH)),
    "result_accuracy": accuracy(),
}  # fmt: skip


def _ones(count: int) -> VhloAttr:
    return tensor([1] * count)


# Those that say something of each dimension of a window.
OF_WINDOW: dict[str, Counted] = {
    **dict.fromkeys(("window_strides", "lhs_dilation", "rhs_dilation", "base_dilations", "window_dilations"), _ones),
    "padding": lambda count: tensor([0] * (2 * count), (count, 2)),
    "window_reversal": lambda count: tensor([False] * count, element=I1),
}
TYPED_CALL = "API_VERSION_TYPED_FFI"


def default(name: str, attributes: Mapping[str, Attribute], rank: int) -> Attribute:
    """The attribute that an op of VHLO has where nothing is said of it. `attributes` are its others, `rank` that of its window."""
    if name in OF_WINDOW:
        return OF_WINDOW[name](rank)
    if name == "backend_config" and getattr(attributes.get("api_version"), "value", "") == TYPED_CALL:
        return EMPTY_DICTIONARY
    return DEFAULTS[name]


def window_rank(attributes: Mapping[str, Attribute]) -> int:
    """How many dimensions the window of an op has; 0 where it has none."""
    for name in ("input_spatial_dimensions", "window_dimensions"):
        dimensions = attributes.get(name)
        if isinstance(dimensions, VhloAttr) and dimensions.kind.name == "tensor_v1":
            return int(dimensions.value.type.size)
    return 0


def is_default(name: str, value: Attribute) -> bool:
    """Whether an attribute says what StableHLO says by leaving it out."""
    if not isinstance(value, VhloAttr):
        return False
    if name in OF_WINDOW:
        number = 0 if name in ("padding", "window_reversal") else 1
        return value.kind.name == "tensor_v1" and value.value.is_splat and value.value.values()[0] == number
    if name == "precision_config":
        return value.kind.name == "array_v1" and all([each == EXACTLY_ENOUGH for each in value.value])
    if name == "backend_config":
        return value in (EMPTY_STRING, EMPTY_DICTIONARY)
    if name in ("channel_id", "version", "dimension"):
        return value.kind.name == "integer_v1" and value.value.value == DEFAULTS[name].value.value
    if DEFAULTS[name] is EMPTY_TENSOR:
        return value.kind.name == "tensor_v1" and not value.value.data
    return value == DEFAULTS[name]
