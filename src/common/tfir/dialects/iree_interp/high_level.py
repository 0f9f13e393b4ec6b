"""What `iree_hl_interp` computes: what both levels do, and parts of buffers."""

from __future__ import annotations

import numpy as np

from tfir.dialects.iree_interp import computed
from tfir.dialects.iree_interp.computed import copied, part_of
from tfir.ods.semantics import OpSemantics

SEMANTICS = dict(computed.SEMANTICS)


class slice(OpSemantics):
    def evaluate(operand, indices, lengths):
        return part_of(operand, indices, lengths)


class copy(OpSemantics):
    def evaluate(source, source_indices, target, target_indices, lengths):
        return copied(source, source_indices, target, target_indices, lengths)


class concat(OpSemantics):
    def evaluate(inputs, dimension):
        return np.concatenate(inputs, dimension)
