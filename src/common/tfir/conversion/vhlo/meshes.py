"""Meshes of devices and the axes that name groups of them: StableHLO's attributes, which are kept as text, as VHLO's."""

from __future__ import annotations

import re

from tfir.dialects.vhlo.kinds import ATTRIBUTES, VhloAttr, vhlo_attribute
from tfir.ir.attributes import ArrayAttr, Attribute, OpaqueAttr, symbol_text
from tfir.ir.location import Source, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WORD = r'"((?:[^"\\]|\\.)*)"'
AXIS = re.compile(rf"(?:#stablehlo\.axis_ref)?<name = {WORD}(?:, sub_axis_info = \((\d+)\)(\d+))?>")
MESH_AXIS = re.compile(rf"(?:#stablehlo\.mesh_axis)?<name = {WORD}, size = (\d+)>")
MESH = re.compile(r"#stablehlo\.mesh<axes ?= ?\[(.*?)\](?:, device_ids = (.*))?>")
GROUPS = re.compile(r"#stablehlo\.replica_group_mesh_axes<mesh = (.*), axes = \[(.*)\]>")


def mesh_to_vhlo(attribute: Attribute, convert: Callable[[Attribute], Attribute | None]) -> Attribute | None:
    """One of these attributes in VHLO; None for any other."""
    text = attribute.text
    if match := AXIS.fullmatch(text):
        return _axis(match)
    if match := MESH_AXIS.fullmatch(text):
        return _mesh_axis(match)
    if match := MESH.fullmatch(text):
        ids = convert(_parsed(match[2])) if match[2] else None
        axes = vhlo_attribute("array_v1", tuple([_mesh_axis(axis) for axis in MESH_AXIS.finditer(match[1])]))
        return VhloAttr(ATTRIBUTES["mesh_v1"], axes=axes, device_ids=ids)
    if match := GROUPS.fullmatch(text):
        mesh = convert(_parsed(match[1]))
        axes = vhlo_attribute("array_v1", tuple([_axis(axis) for axis in AXIS.finditer(match[2])]))
        return None if mesh is None else VhloAttr(ATTRIBUTES["replica_group_mesh_axes_v1"], mesh=mesh, axes=axes)
    return None


def _axis(match: re.Match[str]) -> VhloAttr:
    part = VhloAttr(ATTRIBUTES["sub_axis_info_v1"], pre_size=int(match[2]), size=int(match[3])) if match[2] else None
    return VhloAttr(ATTRIBUTES["axis_ref_v1"], name=vhlo_attribute("string_v1", match[1]), sub_axis_info=part)


def _mesh_axis(match: re.Match[str]) -> VhloAttr:
    return VhloAttr(ATTRIBUTES["mesh_axis_v1"], name=vhlo_attribute("string_v1", match[1]), size=int(match[2]))


def _parsed(text: str) -> Attribute:
    from tfir.dialects import dialect, lookup
    from tfir.text.parser import Parser

    return Parser(Source("(attribute)", text), lookup, dialect).attribute()


def mesh_to_stablehlo(attribute: VhloAttr, convert: Callable[[Any], Attribute]) -> Attribute | None:
    """The attribute that one of these of VHLO stands for; None for any other."""
    spell = SPELLED.get(attribute.kind.name)
    return None if spell is None else OpaqueAttr(f"#stablehlo.{attribute.kind.name.removesuffix('_v1')}{spell(attribute, convert)}")


def _axis_text(one: Any, convert: Any) -> str:
    part = one.sub_axis_info
    return f"<name = {quoted(one.name.value)}{'' if part is None else f', sub_axis_info = ({part.pre_size}){part.size}'}>"


def _mesh_axis_text(one: Any, convert: Any) -> str:
    return f"<name = {quoted(one.name.value)}, size = {one.size}>"


def _mesh_text(one: Any, convert: Any) -> str:
    ids = "" if one.device_ids is None else f", device_ids = {convert(one.device_ids)}"
    return f"<axes=[{', '.join([_mesh_axis_text(axis, convert) for axis in one.axes.value])}]{ids}>"


def _groups_text(one: Any, convert: Any) -> str:
    mesh = symbol_text(one.mesh.value) if one.mesh.kind.name == "string_v1" else convert(one.mesh).text
    axes = convert(one.axes)
    assert isinstance(axes, ArrayAttr)
    return f"<mesh = {mesh}, axes = {axes.text}>"


SPELLED: dict[str, Callable[[Any, Any], str]] = {
    "axis_ref_v1": _axis_text, "mesh_axis_v1": _mesh_axis_text, "mesh_v1": _mesh_text, "replica_group_mesh_axes_v1": _groups_text,
    "sub_axis_info_v1": lambda one, convert: f"<({one.pre_size}){one.size}>",
}  # fmt: skip
