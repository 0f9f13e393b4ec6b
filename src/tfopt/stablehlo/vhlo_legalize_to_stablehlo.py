"""The newest VHLO to StableHLO; older forms are brought up by --vhlo-to-version first."""

from __future__ import annotations

from tfir.conversion.vhlo.to_stablehlo import legalize_to_stablehlo

TITLE = "VhloLegalizeToStablehloPass"
WORKS_ON = ("vhlo",)


def vhlo_legalize_to_stablehlo(module: "Module"):
    legalize_to_stablehlo(module)
