"""The stages of Grappler's constant folding, in the order in which they are tried. Each family of stages is a file here."""

from __future__ import annotations

from tfopt.grappler.rewriting import Stage


def stages(folds_quantization: bool = True) -> list[Stage]:
    """Imported when asked for, since the rules load the dialect."""
    from tfopt.grappler.constant_folding import (
        arithmetic,
        control_flow,
        evaluation,
        forwarding,
        materialization,
        normalization,
        partial,
        pushing,
        reduction,
    )

    families = (
        evaluation.stages(folds_quantization), control_flow.STAGES, materialization.stages(), forwarding.STAGES, reduction.STAGES,
        arithmetic.STAGES, normalization.STAGES, pushing.STAGES, partial.STAGES,
    )  # fmt: skip
    return [stage for family in families for stage in family]
