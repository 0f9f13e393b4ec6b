"""What becomes of an op on each way down, told by the tables by which passes lower it."""

from __future__ import annotations

from importlib import import_module

from tfir.dialects.tf.bridge import way_to_stablehlo, ways_of_upstream
from tfir.ods.dialect import OpDefinition

DEVICES, STABLEHLO, LITE = "Vulkan and processors", "StableHLO", "TensorFlow Lite"
SIMPLER = "made simpler before, by stablehlo-decompose"
RECIPES = {"ONNX": "tfopt.stablehlo_to_onnx.operators", "Relay": "tfopt.stablehlo_to_relay.recipes"}
PASSES = {"ONNX": "tfopt.stablehlo_to_onnx.stablehlo_to_onnx", "Relay": "tfopt.stablehlo_to_relay.stablehlo_to_relay"}


def ways_of(definition: OpDefinition) -> dict[str, str]:
    """What becomes of an op, by where the way leads; of a dialect that no pass leaves, nothing."""
    of_dialect = {"tf": of_tf, "stablehlo": of_stablehlo, "chlo": of_chlo, "onnx": of_onnx, "tfl": of_tfl}.get(definition.dialect.name)
    return {} if of_dialect is None else of_dialect(definition)


def of_tf(definition: OpDefinition) -> dict[str, str]:
    way, upstream = way_to_stablehlo(definition.local), " and ".join(ways_of_upstream(definition.local))
    told = f"; TensorFlow's bridge has {upstream}" if upstream else ""
    return {**({STABLEHLO: way + told} if way else {}), LITE: way_to_tflite(definition.local)}


def way_to_tflite(local: str) -> str:
    from tfopt.tf_to_tfl.legalizations import LEGALIZATIONS
    from tfopt.tf_to_tfl.tf_to_tfl import operators

    if local in operators():
        return f"tfl.{operators()[local][0]}, by tf-to-tfl"
    return (
        "lowered by tf-to-tfl"
        if local in LEGALIZATIONS
        else "no operator, unless it is gone by then; --tf-to-tfl=allow-custom-ops=true makes a custom one"
    )


def of_stablehlo(definition: OpDefinition) -> dict[str, str]:
    return {DEVICES: way_to_devices(definition), **{language: way_in_recipes(definition, language) for language in RECIPES}}


def is_made_simpler(definition: OpDefinition) -> bool:
    from tfopt.stablehlo.stablehlo_canonicalize_dynamism import STATIC
    from tfopt.stablehlo.stablehlo_decompose import OF_ANY_SIZES, OF_KNOWN_RESULTS, OF_KNOWN_SIZES

    return definition.name in STATIC or any([definition.local in each for each in (OF_ANY_SIZES, OF_KNOWN_RESULTS, OF_KNOWN_SIZES)])


def way_to_devices(definition: OpDefinition) -> str:
    from tfopt.iree_to_spirv.elements import rules

    if definition.name in rules():
        where = "computed in kernels, by iree-convert-to-spirv"
        return f"{where}; in some forms {SIMPLER}" if is_made_simpler(definition) else where
    if is_made_simpler(definition):
        return SIMPLER
    if definition.has_trait("branch", "loop"):
        return "written out, or blocks and branches that the host decides, by stablehlo-legalize-control-flow"
    return (
        "part of what stands around it"
        if definition.has_trait("terminator")
        else "a step of the host between dispatches, where it is computed at all"
    )


def way_in_recipes(definition: OpDefinition, language: str) -> str:
    for family in import_module(PASSES[language]).FAMILIES:
        import_module(f"{PASSES[language].rpartition('.')[0]}.{family}")
    if definition.name in import_module(RECIPES[language]).RECIPES:
        return f"a recipe, by stablehlo-to-{language.lower()}"
    return SIMPLER if is_made_simpler(definition) else "no recipe"


def of_chlo(definition: OpDefinition) -> dict[str, str]:
    from tfopt.chlo_to_stablehlo.chlo_legalize_to_stablehlo import FAMILIES
    from tfopt.chlo_to_stablehlo.decomposition import DECOMPOSITIONS

    for family in FAMILIES:
        import_module(f"tfopt.chlo_to_stablehlo.{family}")
    is_made = definition.local in DECOMPOSITIONS
    return {STABLEHLO: "arithmetic, by chlo-legalize-to-stablehlo" if is_made else "no decomposition"}


def of_onnx(definition: OpDefinition) -> dict[str, str]:
    from tfopt.onnx_to_stablehlo.lowering import FAMILIES, lowering_of

    for family in FAMILIES:
        import_module(f"tfopt.onnx_to_stablehlo.{family}")
    return {STABLEHLO: "lowered by onnx-to-stablehlo" if lowering_of(definition.local) is not None else "not lowered"}


def of_tfl(definition: OpDefinition) -> dict[str, str]:
    return {"TensorFlow's ops": "by tfl-to-tf" if definition.semantics is not None else "no kernel of TensorFlow Lite's own computes it"}
