"""Reproducers: the input of a run that crashed, with the pipeline that it ran, in one file that `--run-reproducer` takes.

The pipeline stands where MLIR puts it: `{-# external_resources: { mlir_reproducer: { pipeline: "...", ... } } #-}`.
"""

from __future__ import annotations

import os
import re

from tfir.ir.diagnostics import Error
from tfir.ir.location import quoted

PIPELINE = re.compile(r'mlir_reproducer\s*:\s*\{[^{}]*?pipeline\s*:\s*"((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)")


def write_reproducer(text: str, pipeline, verify_each: bool) -> str:
    """Writes the file where temporary files go, and answers with its name."""
    from tempfile import mkstemp

    described = ",".join(map(str, pipeline))
    number, path = mkstemp(prefix="tf-opt-reproducer-", suffix=".mlir")
    with os.fdopen(number, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(f"{text.rstrip()}\n\n{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n      pipeline: {quoted(described)},\n")
        file.write(f"      disable_threading: true,\n      verify_each: {str(verify_each).lower()}\n    }}\n  }}\n#-}}\n")
    return path


def pipeline_in(text: str, name: str) -> str:
    """The pipeline that a reproducer asks for."""
    found = PIPELINE.search(text)
    if found is None:
        raise Error(f"'{name}' is no reproducer: it does not say 'mlir_reproducer: {{ pipeline: \"...\" }}'")
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)) if len(match[1]) == 2 else match[1], found[1])
