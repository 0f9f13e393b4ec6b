"""VHLO to the forms that its ops have in a version; refused is what that version cannot say."""

from __future__ import annotations

from tfir.conversion.vhlo.versions import convert_to_version, target_of

TITLE = "VhloToVersionPass"
WORKS_ON = ("vhlo",)
OPTIONS = {"target": "The version, of the form 1.20.0; `current` for the newest."}


def vhlo_to_version(module: "Module", *, target: str = ""):
    convert_to_version(module, target_of(target, module))
