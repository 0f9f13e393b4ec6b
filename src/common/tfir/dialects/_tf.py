"""`!_tf.control`, of the first dialect that had graphs with control edges: its types are read, it has no ops."""

from __future__ import annotations

from tfir.dialects import tf_executor, tf_type
from tfir.ods.dialect import Dialect

DIALECT = Dialect("_tf", "\n", types={**tf_type.TYPES, "control": tf_executor.TYPES["control"]})
