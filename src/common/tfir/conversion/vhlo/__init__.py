"""StableHLO to VHLO and back, and VHLO from version to version. Source: openxla/stablehlo, docs/vhlo.md."""
