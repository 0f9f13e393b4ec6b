"""Custom operators of TensorFlow Lite's interpreter: what it (2.21) gives of the same files."""

from __future__ import annotations

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.tfl_customs import options_of
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session

# Windows of 4 samples, a new one every 3; the last byte but ten is whether magnitudes are squared
SPECTROGRAM = (
    "77696e646f775f73697a6500737472696465006d61676e69747564655f737175617265640003131b280301030{:d}0304680404062401"  # a FlexBuffer
)
# Four bands from 20 to 3999.5 Hz, of which the kernel takes 3999, and three coefficients
COEFFICIENTS = (
    "75707065725f6672657175656e63795f6c696d6974006c6f7765725f6672657175656e63795f6c696d69740066696c74657262616e6b5f6368616e6e656c5f636f756e7400"
    "6463745f636f656666696369656e745f636f756e7400041731485f04000000010000000400000003000000040000001400000000f879450606060e142601"
)
OFF = "746f6c6572616e6365006c6f675f69665f6661696c656400020f1a00030000000100000002000000000000000000a0406a0e0a2601"
SAMPLES = np.array([[1], [2], [0.5], [-1], [0], [3], [1]], np.float32)


def result(code: str, options: str, types: str, gives: str, arrays: list, passes=None) -> np.ndarray:
    """What a custom operator gives: on the interpreter as it is, and as lowered."""
    given = types.split("; ")
    arguments = ", ".join([f"%{number}: {type}" for number, type in enumerate(given) if number < len(arrays)])
    text = f"""func.func @main({arguments}) -> {gives} {{
      %c = "tfl.pseudo_const"() {{value = dense<16000> : tensor<i32>}} : () -> tensor<i32>
      %r = "tfl.custom"({", ".join([f"%{n}" if n < len(arrays) else "%c" for n in range(len(given))])})
        {{custom_code = "{code}", custom_option = #tfl<const_bytes : "0x{options}">}} : ({", ".join(given)}) -> {gives}
      return %r : {gives}
    }}"""
    plain, lowered = [parse(Source("custom", text), lookup, dialect) for _ in range(2)]
    Runner(verify).run(passes or load_pipeline("interpreter"), lowered)
    of_plain, of_lowered = [given_by(module, arrays) for module in (plain, lowered)]
    np.testing.assert_allclose(of_plain, of_lowered, rtol=1e-6, atol=1e-6)
    return of_plain


def given_by(module, arrays: list) -> np.ndarray:
    with session(module, "interpreter") as program_of:
        return np.asarray(program_of(find_entry(module))(arrays)[0])


@pytest.mark.parametrize("is_squared, expected", [(1, [[1, 2.5, 0], [12.25, 9.25, 6.25]]), (0, [[1, 1.5811388, 0], [3.5, 3.0413814, 2.5]])])
def test_a_spectrogram_of_windows(is_squared, expected):
    given = result("AudioSpectrogram", SPECTROGRAM.format(is_squared), "tensor<7x1xf32>", "tensor<1x2x3xf32>", [SAMPLES])
    np.testing.assert_allclose(given, [expected], rtol=1e-6, atol=1e-6)


def test_coefficients_of_bands():
    spectrum = np.array([[[1, 2, 3, 4, 5, 4, 3, 2, 1]]], np.float32)
    given = result("Mfcc", COEFFICIENTS, "tensor<1x1x9xf32>; tensor<i32>", "tensor<1x1x3xf32>", [spectrum])
    np.testing.assert_allclose(given, [[[-18.834146, -18.616257, -13.533864]]], rtol=1e-5)


def test_how_far_stored_numbers_are_off():
    """0.5 * (3 - 1) is 1, 0.5 * (-5 - 1) is -3."""
    stored = "tensor<2x!quant.uniform<i8:f32, 0.5:1>>"
    arrays = [np.array([3, -5], np.int8), np.array([0.75, -3], np.float32)]
    assert result("NumericVerify", OFF, f"{stored}; tensor<2xf32>", "tensor<2xf32>", arrays).tolist() == [0.25, 0]


def test_more_than_is_tolerated_is_an_error_where_options_ask_for_one():
    """0.5 * (3 - 1) - 3.5 is -2.5, as much as five steps of 0.5; what a file without `log_if_failed` has beyond that, it has."""
    stored = "tensor<2x!quant.uniform<i8:f32, 0.5:1>>"
    asked = OFF.replace("02000000000000000000a040", "02000000010000000000a040")
    given = [np.array([3, -5], np.int8), np.array([3.5, -3], np.float32)]
    assert result("NumericVerify", asked, f"{stored}; tensor<2xf32>", "tensor<2xf32>", given).tolist() == [-2.5, 0]
    given[1][0] = 3.625
    assert result("NumericVerify", OFF, f"{stored}; tensor<2xf32>", "tensor<2xf32>", given).tolist() == [-2.625, 0]
    with pytest.raises(Error, match="a number is off by more than 2.5 2.625"):
        result("NumericVerify", asked, f"{stored}; tensor<2xf32>", "tensor<2xf32>", given, parse_pipeline("tfl-to-tf"))


def test_an_operator_of_an_application_is_named_before_anything_runs():
    with pytest.raises(Error, match="it is one of an application, 'Unheard', which no kernel of TFLite's own computes"):
        result("Unheard", OFF, "tensor<2xf32>", "tensor<2xf32>", [np.zeros(2, np.float32)], parse_pipeline("builtin.module()"))


def test_options_that_are_missing_are_named():
    with pytest.raises(Error, match="has options without hop"):
        options_of(bytes.fromhex(SPECTROGRAM.format(0)), ("stride", "hop"))
