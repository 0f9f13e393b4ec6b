"""StableHLO to the newest VHLO, whose ops, types and attributes never change."""

from __future__ import annotations

from tfir.conversion.vhlo.from_stablehlo import legalize_to_vhlo

TITLE = "StablehloLegalizeToVhloPass"
OPTIONS = {"allow-other-dialects": "Leave ops of other dialects among those of VHLO, with casts around them."}


def stablehlo_legalize_to_vhlo(module: "Module", *, allow_other_dialects: bool = False):
    legalize_to_vhlo(module, allow_other_dialects)
