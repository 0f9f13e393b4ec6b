"""StableHLO, the portable set of about a hundred tensor ops. Source: the StableHLO specification (openxla/stablehlo)."""

from os.path import dirname, join

from tfir.dialects.stablehlo.assembly import FORMS, form_of_signature
from tfir.dialects.stablehlo.attributes import (
    ENUMERATIONS,
    FIELDS,
    flat_reader,
    numbers_reader,
    read_accuracy,
    read_bounds,
    read_convolution,
    read_future,
    read_token,
    read_type_extensions,
)
from tfir.dialects.stablehlo.inference import inference_of
from tfir.dialects.stablehlo.verify import DEPEND_ON_VALUES, verify_values
from tfir.dialects.stablehlo.verify import verify as verify_types
from tfir.ir.attributes import StringAttr
from tfir.ir.types import IntegerType
from tfir.ods.dialect import Dialect
from tfir.text.enumerators import enumeration

FAMILIES = (
    "elementwise", "conversion", "shaping", "indexing", "contraction", "convolution", "window", "reduction", "normalization", "linalg", "random",
    "control_flow",
    "calls",
    "collective",
)  # fmt: skip


def constant_names(op):
    """Constants print as `%c` and `%cst`."""
    return [(0, "c" if isinstance(op.results[0].type.element, IntegerType) else "cst")]


DIALECT = Dialect(
    "stablehlo",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=FAMILIES,
    forms=FORMS,
    form_of_signature=form_of_signature,
    attributes={keyword: numbers_reader(keyword) for keyword in FIELDS}
    | {keyword: flat_reader(keyword) for keyword in ("replica_group_mesh_axes", "axis_ref", "mesh", "mesh_axis")}
    | {
        "conv": read_convolution,
        "": enumeration("stablehlo", ENUMERATIONS),
        "bounds": read_bounds,
        "result_accuracy": read_accuracy,
        "type_extensions": read_type_extensions,
    },  # fmt: skip
    types={"token": read_token, "future": read_future},
    constraints=f"{__name__}.constraints",
    verify=lambda local: verify_types,
    inference=inference_of,
    is_ranked=True,
    defaults={"infeed_config": StringAttr(""), "outfeed_config": StringAttr("")},
    verify_in_context=dict.fromkeys(DEPEND_ON_VALUES, verify_values),
    result_names={
        "constant": constant_names,
        "rng_bit_generator": "output_state output",
        "batch_norm_training": "output batch_mean batch_var",
        "batch_norm_grad": "grad_operand grad_scale grad_offset",
    },  # fmt: skip
)
