"""`!_tf_executor.control`, the name that the executor's dialect had when its RFC was written: its types are read, it has no ops."""

from __future__ import annotations

from tfir.dialects.tf_executor.types import TYPES
from tfir.ods.dialect import Dialect

DIALECT = Dialect("_tf_executor", "\n", types=TYPES)
