"""Ops that have a data format."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ods.control import data_operands, data_results

from tfopt.grappler.layout.formats import Conversion, with_format
from tfopt.grappler.nodes import attributes_of, rebuilt
from tfopt.grappler.rewriting import OnNodes, Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import MatchFailure, tf

# For each op: the operands that are in its format, those that are shapes in it, and the results that are in it.
OPS = {
    "Conv2D": ((0,), (), (0,)), "DepthwiseConv2dNative": ((0,), (), (0,)), "_FusedConv2D": ((0,), (), (0,)),
    "Conv2DBackpropInput": ((2,), (0,), (0,)), "DepthwiseConv2dNativeBackpropInput": ((2,), (0,), (0,)),
    "Conv2DBackpropFilter": ((0, 2), (), ()), "DepthwiseConv2dNativeBackpropFilter": ((0, 2), (), ()),
    "Conv3D": ((0,), (), (0,)), "Conv3DBackpropInputV2": ((2,), (0,), (0,)), "Conv3DBackpropFilterV2": ((0, 2), (), ()),
    "BiasAdd": ((0,), (), (0,)), "BiasAddGrad": ((0,), (), ()),
    "MaxPool": ((0,), (), (0,)), "AvgPool": ((0,), (), (0,)), "MaxPool3D": ((0,), (), (0,)), "AvgPool3D": ((0,), (), (0,)),
    "MaxPoolGrad": ((0, 1, 2), (), (0,)), "MaxPoolGradGrad": ((0, 1, 2), (), (0,)), "AvgPoolGrad": ((1,), (0,), (0,)),
    "FusedBatchNorm": ((0,), (), (0,)), "FusedBatchNormV2": ((0,), (), (0,)), "FusedBatchNormV3": ((0,), (), (0,)),
    "FusedBatchNormGrad": ((0, 1), (), (0,)), "FusedBatchNormGradV2": ((0, 1), (), (0,)), "FusedBatchNormGradV3": ((0, 1), (), (0,)),
    "_FusedBatchNormEx": ((0, 5), (), (0,)),
    "DepthToSpace": ((0,), (), (0,)), "SpaceToDepth": ((0,), (), (0,)),
}  # fmt: skip


def changed(conversion: Conversion):
    def change(op: Operation, item):
        layouts, shapes, results = OPS[op.name[4:]]
        rank = 5 if "3D" in op.name or plain_attribute(op, "data_format") in ("NDHWC", "NCDHW") else 4
        source, target = conversion.formats(rank)
        if plain_attribute(op, "data_format") != source:
            return MatchFailure(f"its format is {plain_attribute(op, 'data_format')}")
        if conversion.device and item.device_kind(op) != conversion.device:
            return MatchFailure("its device has no use for it")
        operands = list(data_operands(op))
        there = [at for at in layouts if at < len(operands)]
        if any([(shape := item.shapes.of(operands[at])) is None or len(shape) != rank for at in there]):
            return MatchFailure(f"an operand is not known to have {rank} dimensions")
        for at in there:
            operands[at] = conversion.to_target(operands[at], rank, item)
        for at in shapes:
            operands[at] = tf.DataFormatVecPermute(operands[at], src_format=source, dst_format=target)
        made = rebuilt(op, *operands, **with_format(attributes_of(op), target, conversion.there(rank)))
        made = [made] if not isinstance(made, (list, tuple)) else list(made)
        unread = {at for at, result in enumerate(data_results(op)) if at and not result.uses}
        return [None if at in unread else conversion.to_source(value, rank) if at in results else value for at, value in enumerate(made)]

    return change


def sensitive_stages(conversion: Conversion):
    return [Stage("LayoutSensitive", OnNodes(tuple(OPS), changed(conversion)))]
