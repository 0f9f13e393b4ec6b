"""Custom operators that TensorFlow Lite's interpreter brings along: ops of TensorFlow (Flex), detections, spectrograms and what recognizers of speech make of
them, and comparisons of a quantized tensor with what it was as floats.

Source: tensorflow/lite/kernels/{audio_spectrogram,mfcc,numeric_verify}.cc.
"""

from __future__ import annotations

from tfir.dialects.tf_type import STRING
from tfir.dialects.tfl.in_tensorflow import Number, computed, constant, tf
from tfir.execution.tfl_customs import detection
from tfir.execution.tfl_customs.flex import flex_results, is_flex, why_not_flex
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.operations import Operation
    from tfir.ir.types import Type


def spectrogram(options: dict[str, Any], operands: list[Number]) -> list[Number]:
    sizes = {name: int(options[name]) for name in ("window_size", "stride")}
    return [tf("AudioSpectrogram", operands[0], **sizes, magnitude_squared=bool(options["magnitude_squared"]))]


def coefficients(options: dict[str, Any], operands: list[Number]) -> list[Number]:
    """Limits are cut to whole numbers, as the kernel has them."""
    limits = {name: float(int(options[name])) for name in ("upper_frequency_limit", "lower_frequency_limit")}
    counts = {name: int(options[name]) for name in ("filterbank_channel_count", "dct_coefficient_count")}
    return [tf("Mfcc", operands[0], operands[1].reshape(), **limits, **counts)]


def verified(options: dict[str, Any], operands: list[Number]) -> list[Number]:
    """How far a tensor is off. More than so many steps of its scale is an error where the options ask for one; with a tolerance below a tenth the kernel
    only counts."""
    given, reference = operands
    off = detection.floats(given) - reference
    tolerance = np.float32(options.get("tolerance", 0))
    if options.get("log_if_failed") and float(tolerance) >= 0.1:
        most = tolerance * (given.scale if given.quantized is not None else np.float32(0))
        is_near = tf("LogicalNot", tf("Any", tf("Greater", abs(off), most).reshape(-1), np.array([0], np.int32)))
        tf(
            "Assert",
            is_near,
            [
                constant(np.array(f"a number is off by more than {most:g}".encode(), object), STRING),
                tf("Max", abs(off).reshape(-1), np.array([0], np.int32)),
            ],
        )
    return [off]


# The names of options that each has to have, how many operands and results, and what it gives
CUSTOMS: dict[str, tuple[tuple[str, ...], int, int, Any]] = {
    detection.CODE: (detection.ASKED, 3, 4, detection.detected),
    "AudioSpectrogram": (("window_size", "stride", "magnitude_squared"), 1, 1, spectrogram),
    "Mfcc": (
        ("upper_frequency_limit", "lower_frequency_limit", "filterbank_channel_count", "dct_coefficient_count"),
        2,
        1,
        coefficients,
    ),
    "NumericVerify": ((), 2, 1, verified),
}


def why_not_custom(op: Operation) -> str | None:
    """Why an operator has no meaning here, or None."""
    code = op.get("custom_code")
    if is_flex(code):
        return why_not_flex(op.attributes["custom_option"].data)
    return None if code in CUSTOMS else f"is one of an application, '{code}', which no kernel of TFLite's own computes"


def custom_results(op: Operation, operands: Sequence[Number | None], result_types: Sequence[Type]) -> list[Number]:
    code, data = op.get("custom_code"), op.attributes["custom_option"].data
    given = [each for each in operands if each is not None]
    if is_flex(code):
        return flex_results(data, given, result_types)
    asked, takes, gives, meaning = CUSTOMS[code]
    if len(given) != takes or len(result_types) != gives:
        raise Error(f"takes {len(given)} operands and gives {len(result_types)} results, not {takes} and {gives}")
    results: list[Number] = meaning(options_of(data, asked), given)
    return results


def computing(op: Operation, state: Any) -> Callable[..., list[Any]]:
    """What computes an operator on arrays; `state` has the variables of the session. Raises Error for one of an application."""
    reason = why_not_custom(op)
    if reason is not None:
        raise Error.on(op, f"cannot be computed here: it {reason}")
    return lambda op, operands, regions: computed(op, operands, state, custom_results)


def options_of(data: bytes, asked: Sequence[str]) -> dict[str, Any]:
    from tfir.storage.flexbuffers import read

    options = read(data)
    if not isinstance(options, dict):
        raise Error("has options that are no map")
    options = {key.decode() if isinstance(key, bytes) else key: value for key, value in options.items()}
    missing = [name for name in asked if name not in options]
    if missing:
        raise Error(f"has options without {', '.join(missing)}")
    return options
