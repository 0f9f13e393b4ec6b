"""IREE's interpreter dialect of 2019, which the walkthrough shows in generic form. Nothing is declared of its ops."""

from __future__ import annotations

from tfir.ods.dialect import Dialect

DIALECT = Dialect("iree_ll_interp", "\n", is_open=True)
