"""Convolutions and matrix products take in what is done to their result: a bias, a batch norm, an activation.

Fusions add up: BiasAdd(Conv2D) is a _FusedConv2D with the op BiasAdd, and Relu of that one with BiasAdd and Relu. The order of
float operations inside a fused kernel is its own, so that the last bits may change; and where an activation is a maximum with 0,
TensorFlow's fused kernels answer a NaN with the other number.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType

from tfopt.grappler.nodes import filled
from tfopt.grappler.remapper.devices import APPLIED, BATCH_NORMS, FUSED, why_not, why_not_activated
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import constant, plain_attribute
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

x, y, w, b, c, f, statistics = variables("x y w b c f statistics")

CONTRACTIONS = tuple([getattr(tf, name) for name in FUSED])


def kept_attributes(op: Operation) -> dict:
    """A contraction's attributes, as far as the node has them."""
    return {name: op.attributes[name] for name in FUSED[op.name[4:]][1] if name in op.attributes}


def fuse(item, op: Operation, inner: Operation, args, fused_ops, **attributes):
    """The contraction `inner` and what follows it up to `op`, as one node, or why not."""
    name = FUSED[inner.name[4:]][0]
    if (reason := why_not(item, op, name, inner)) is not None:
        return reason
    if name == "_FusedDepthwiseConv2dNative" and plain_attribute(inner, "padding") == "EXPLICIT":
        return MatchFailure("the fused op takes no explicit paddings")
    return with_more(inner, inner.operands[0], inner.operands[1], args, fused_ops, **attributes)


def with_more(inner: Operation, left, right, args, fused_ops, **attributes):
    """The contraction `inner` of these operands as a node that does more."""
    name = FUSED[inner.name[4:]][0]
    more = {"TArgs": tuple([value.type.element for value in args])} if name == "_FusedConv2D" else {}
    build = getattr(tf, name)
    return build(left, right, *args, fused_ops=fused_ops, num_args=len(args), **more, **attributes, **kept_attributes(inner))


def as_bias(item, value, result):
    """The value as one number for each channel, the last dimension of the result, or None where it surely is not that. A constant
    may have dimensions of size one in front."""
    shape, whole = item.shapes.of(value), item.shapes.of(result)
    if shape is None or whole is None or not 0 < len(shape) <= len(whole) or len(whole) < 2 or shape[-1] != whole[-1]:
        return None
    if len(shape) == 1:
        return value
    content = elements_of(value)
    if content is None or any([size != 1 for size in shape[:-1]]) or not item.has_single_use(value):
        return None
    return constant(content.with_type(TensorType(shape[-1:], content.type.element)))


def has_channels_last(contraction: Operation) -> bool:
    return contraction.name == "tfg.MatMul" or plain_attribute(contraction, "data_format").endswith("C")


def bias_rule(contraction):
    @rewrite(tf.BiasAdd(c @ contraction(x, w), b), changes=("bits",))
    def add_bias(c, b, op, item):
        last = plain_attribute(op, "data_format") == "NHWC"
        if last != has_channels_last(c.owner) or not last and c.owner.name != "tfg.Conv2D":
            return MatchFailure("the bias is not for the channels, or these are not the last dimension")
        return fuse(item, op, c.owner, [b], ["BiasAdd"])

    return add_bias


def sum_rule(contraction, addition):
    @rewrite(addition(c @ contraction(x, w), b), changes=("bits",))
    def add_as_bias(c, b, op, item):
        if not has_channels_last(c.owner):
            return MatchFailure("what is added is not for the channels")
        bias = as_bias(item, b, c)
        if bias is None:
            return MatchFailure("what is added is not known to be one number per channel")
        return fuse(item, op, c.owner, [bias], ["BiasAdd"])

    return add_as_bias


def batch_norm_rule(norm):
    @rewrite(norm(c @ tf.Conv2D(x, w), *statistics), changes=("bits",))
    def normalize(c, statistics, op, item):
        if plain_attribute(op, "is_training"):
            return MatchFailure("it computes its own statistics")
        if any([result.uses for result in op.results[1:-1]]):
            return MatchFailure("its statistics are read")
        if plain_attribute(op, "data_format") != plain_attribute(c.owner, "data_format"):
            return MatchFailure("the convolution has its channels elsewhere")
        epsilon = plain_attribute(op, "epsilon")
        fused = fuse(item, op, c.owner, statistics, ["FusedBatchNorm"], epsilon=epsilon)
        return fused if isinstance(fused, MatchFailure) else [fused, *[None] * (len(op.results) - 2)]

    return normalize


def changed(activation) -> tuple[str, ...]:
    return ("bits", "nan") if activation in (tf.Relu, tf.Relu6) else ("bits",)


def activation_rule(fused, activation):
    name = activation.name[3:]

    @rewrite(activation(f @ fused(x, w, *y)), changes=changed(activation))
    def activate(f, x, w, y, op, item):
        inner = f.owner
        fused_ops = plain_attribute(inner, "fused_ops")
        if len(fused_ops) != 1:
            return MatchFailure(f"'{inner.name[4:]}' ends in {fused_ops[-1]} already")
        if (reason := why_not_activated(item, op, fused.name[3:], inner)) is not None:
            return reason
        attributes = {key: value for key, value in inner.attributes.items() if key in inner_attributes(inner)}
        return fused(x, w, *y, **{**attributes, "fused_ops": [*fused_ops, name], **slope(op)})

    return activate


def bare_rule(activation):
    @rewrite(activation(c @ tf.Conv2D(x, w)), changes=(*changed(activation), "zero"))
    def activate_bare(c, w, op, item):
        """The kernels apply an activation behind a bias only, so there is one of zeros; layers of one size share it."""
        shape = item.shapes.of(w)
        if shape is None or not isinstance(shape[-1], int):
            return MatchFailure("the number of channels is unknown")
        if (reason := why_not_activated(item, op, "_FusedConv2D", c.owner)) is not None:
            return reason
        zeros = constant(filled(0, (shape[-1],), w.type.element))
        return fuse(item, op, c.owner, [zeros], ["BiasAdd", op.name[4:]], **slope(op))

    return activate_bare


def slope(op: Operation) -> dict:
    return {"leakyrelu_alpha": plain_attribute(op, "alpha")} if op.name == "tfg.LeakyRelu" else {}


def inner_attributes(op: Operation):
    """The attributes of a fused node's own definition that it carries, without those that only repeat types."""
    return [key for key in lookup(op.name).signature.attributes if key != "T"]


@rewrite(tf.BiasAdd(y @ tf.Squeeze(c @ tf.Conv2D(x, w)), b), changes=("bits",))
def squeeze_last(c, y, b, op, item):
    """BiasAdd(Squeeze(Conv2D)) is Squeeze(BiasAdd(Conv2D)) while the channels stay the last dimension."""
    squeeze = y.owner
    axes = plain_attribute(squeeze, "squeeze_dims") or plain_attribute(squeeze, "axis")
    if plain_attribute(c.owner, "data_format") != "NHWC" or not axes or any([axis in (3, -1) for axis in axes]):
        return MatchFailure("the channels are squeezed, or it is not said which dimensions are")
    if not item.has_single_use(y):
        return MatchFailure("the result of 'Squeeze' is needed elsewhere too")
    fused = fuse(item, op, c.owner, [b], ["BiasAdd"])
    return fused if isinstance(fused, MatchFailure) else tf.Squeeze(fused, squeeze_dims=axes)


SQUEEZE = Stage("ContractionWithSqueezeAndBiasAdd", squeeze_last, kind="fused")
BIAS = Stage(
    "ContractionWithBiasAdd",
    *[bias_rule(contraction) for contraction in CONTRACTIONS],
    *[sum_rule(contraction, addition) for contraction in CONTRACTIONS for addition in (tf.AddV2, tf.Add)],
    kind="fused",
)
BATCH_NORM = Stage("Conv2DWithBatchNorm", *[batch_norm_rule(norm) for norm in BATCH_NORMS], kind="fused")
ACTIVATION = Stage(
    "ContractionWithActivation",
    *[activation_rule(getattr(tf, fused), getattr(tf, name)) for fused, names in APPLIED.items() for name in names],
    *[bare_rule(activation) for activation in (tf.Relu, tf.Relu6, tf.Elu, tf.LeakyRelu)],
    kind="fused",
)  # fmt: skip
