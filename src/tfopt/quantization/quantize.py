"""Makes a program on floats one on quantized numbers, by what its values are on real data.

`full`: sums of products and what is between them are computed on integers, whose scales calibration tells. `dynamic`: weights are integers, and so are
the other operands of their products, by scales that each call computes. `weights`: weights are stored as integers, and all is computed in floats.
`float16` and `bfloat16`: constants and what is computed have 16 bits.

Data are files of arrays by the names of the feeds; what a pattern names is run file by file, and of arrays with more rows than a feed has row by row.
"""

from __future__ import annotations

OPTIONS = {
    "mode": "What becomes integers, or of which type floats are.",
    "calibration": "The files with real data: @dir/*.npz.",
    "method": "How the range of a value is told from what it was: all of it, all but a few numbers, so that least is lost of its distribution, or that its numbers are off least.",
    "percentile": "How many percent of the numbers a range has with method=percentile.",
    "activations": "How many bits activations have.",
    "samples": "How many calls are run at most; 0 for all.",
    "entry": "The function that is run.",
    "correct-biases": "Take what quantized weights add to each channel on average off the biases.",
    "equalize": "Scale channels between sums of products so that they reach equally far, which their common scale suits best.",
    "fewest-weights": "Weights of fewer elements stay floats where mode=dynamic or weights: what they take is no matter, what they lose is.",
    "max-error": "The error of a region alone, as a part of its numbers, beyond which it is left in floats: 0.1 is an SQNR of 20 dB; 0 for any. With mode=dynamic or weights it is that of its weights.",
    "interface": "What entries take and give: floats, or with mode=full the integers that these are quantized to.",
    "report": "Where a report by layer goes: a file, as JSON if its name ends in .json, a page for a browser if in .html, or - for standard error.",
    "json": "Write the report as JSON, whatever its name.",
}
EXACT = False


def quantize(
    module: "Module", *, mode: "full|dynamic|weights|float16|bfloat16" = "full", calibration: str = "",  # noqa: F821
    method: "minmax|percentile|entropy|mse" = "mse", percentile: float = 99.99, activations: "int8|int16" = "int8",  # noqa: F821
    samples: int = 0, entry: str = "", correct_biases: bool = True, equalize: bool = True, fewest_weights: int = 1024, max_error: float = 0.0,
    interface: "floats|integers" = "floats", report: str = "", json: bool = False,  # noqa: F821
) -> None:  # fmt: skip
    if mode in ("float16", "bfloat16"):
        from tfopt.quantization.halves import to_halves

        to_halves(module, mode)
        return
    from tfopt.quantization.quantizer import Quantizer, Settings

    Quantizer(
        module,
        Settings(
            mode,
            calibration,
            method,
            percentile,
            activations,
            samples,
            entry,
            correct_biases,
            equalize,
            fewest_weights,
            max_error,
            interface,
            report,
            json,
        ),
    ).run()
