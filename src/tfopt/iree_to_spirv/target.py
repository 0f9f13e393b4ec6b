"""Which device a module is compiled for."""

from __future__ import annotations

from collections.abc import Sequence

from tfir.cli.files import read_text
from tfir.cli.process import UsageError
from tfir.dialects import dialect
from tfir.dialects.iree.target import FALLBACK_TARGETS, GPU, LAVAPIPE, PROCESSORS, TARGET, TargetAttr
from tfir.ir.attributes import ArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.attribute_parser import AttributeParser

# Limits that every device keeps. Types that not every device has are used where the program has them: there is no
# other way to compute it, and a device that lacks them says so when it is given the kernel.
PORTABLE = TargetAttr({"name": "portable", "features": tuple([name for name in LAVAPIPE.features if "Preserve" not in name])})
KNOWN = {"portable": PORTABLE, "lavapipe": LAVAPIPE, "gpu": GPU, **PROCESSORS}


def read_targets(text: str) -> list[TargetAttr]:
    """Targets parted by commas, as `read_target` takes each."""
    parts: list[str] = []
    for piece in text.split(","):
        if parts and parts[-1].count("<") > parts[-1].count(">"):
            parts[-1] += f",{piece}"
        else:
            parts.append(piece)
    return [read_target(part) for part in parts]


def read_target(text: str) -> TargetAttr:
    """The target of a known name, or of `#iree.target<...>` as `tf-run --describe-device` prints it."""
    if text in KNOWN:
        return KNOWN[text]
    if not text.startswith("#"):
        raise ValueError(f"{', '.join(KNOWN)} or #iree.target<...>")
    target = AttributeParser(Source("--target", text.strip()), dialect).attribute()
    if not isinstance(target, TargetAttr):
        raise ValueError(f"#iree.target<...>, not {target}")
    return target


def named_targets(names: str) -> list[TargetAttr]:
    return [target_in(name[1:]) if name[:1] == "@" else known_target(name) for name in names.split(",")]


def set_targets(module, targets: Sequence[TargetAttr]) -> None:
    """Writes on a module the device to compile for, and those to compile for as well."""
    target, *others = targets
    module.set_attribute(TARGET, target)
    module.remove_attribute(FALLBACK_TARGETS)
    if others:
        module.set_attribute(FALLBACK_TARGETS, ArrayAttr(others))


def fallback_targets(module) -> list[TargetAttr]:
    targets = module.get(FALLBACK_TARGETS) or []
    if not all([isinstance(target, TargetAttr) for target in targets]):
        raise Error(f"expected {FALLBACK_TARGETS} to be a list of #iree.target<...>, found {module.attributes[FALLBACK_TARGETS]}", module)
    return list(targets)


def resolve_target(module, name: str) -> TargetAttr:
    """The facts to compile by: the named device's, which are then written on the module, or those written there."""
    if name:
        set_targets(module, named_targets(name))
    target = module.attributes.get(TARGET, PORTABLE)
    if not isinstance(target, TargetAttr):
        raise Error(f"expected {TARGET} to be #iree.target<...>, found {target}", module)
    return target


def known_target(name: str) -> TargetAttr:
    if name not in KNOWN:
        raise UsageError(f"unknown target '{name}'; there are {', '.join(KNOWN)}, and @FILE with what tf-run --describe-device prints")
    return KNOWN[name]


def target_in(path: str) -> TargetAttr:
    """The target that a file holds."""
    parser = AttributeParser(Source(path, read_text(path)), dialect)
    target = parser.attribute()
    if not isinstance(target, TargetAttr):
        raise Error(f"expected #iree.target<...>, found {target}", parser.place(0))
    return target
