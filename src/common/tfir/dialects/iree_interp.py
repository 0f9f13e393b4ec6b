"""The one op of IREE's interpreter dialect that the walkthrough's sequencer uses: a constant in a buffer."""

from __future__ import annotations

from tfir.dialects.iree.forms import ConstantForm
from tfir.ods.dialect import Dialect

OPS = """
    constant(; value: elements) -> (result: memref) !pure !constant_like
"""

DIALECT = Dialect("iree_interp", OPS, forms={"constant": ConstantForm()})
