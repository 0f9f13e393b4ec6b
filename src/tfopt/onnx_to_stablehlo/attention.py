"""Lowerings: attention, and what stands around it in today's language models."""

from math import inf, sqrt

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I1, I64

from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    concatenate,
    dot_general,
    dynamic_slice,
    exp,
    iota,
    loop,
    number,
    pad,
    select,
    splat,
    take,
    tanh,
)
from tfopt.onnx_to_stablehlo.contraction import matmul
from tfopt.onnx_to_stablehlo.control_flow import put
from tfopt.onnx_to_stablehlo.element_types import element_of
from tfopt.onnx_to_stablehlo.lowering import lower


def by_heads(x: Tensor, heads: int) -> Tensor:
    """[batch, length, heads * size] as [batch, heads, length, size]."""
    batch, length, whole = x.shape
    return x.reshape(batch, length, heads, whole // heads).transpose(0, 2, 1, 3)


@lower
def Attention(
    Q, K, V, op, is_causal, scale, softcap, qk_matmul_output_mode, q_num_heads, kv_num_heads, softmax_precision, attn_mask=None, past_key=None,
    past_value=None, nonpad_kv_seqlen=None, left_window_size=-1, right_window_size=-1,
):  # fmt: skip
    """Rows of which all keys are masked are zero."""
    is_packed = Q.rank == 3
    q = by_heads(Q, q_num_heads) if is_packed else Q
    k, v = [by_heads(each, kv_num_heads) if is_packed else each for each in (K, V)]
    if past_key is not None:
        k, v = concatenate([past_key, k], 2), concatenate([past_value, v], 2)
    present = [k, v]
    length, keys = q.shape[2], k.shape[2]
    factor = sqrt(scale if scale is not None else 1 / sqrt(q.shape[3]))
    if nonpad_kv_seqlen is not None and past_key is None:
        offset = nonpad_kv_seqlen.convert(I64) - number(length, I64)  # of each member of the batch
    else:
        offset = number(0 if past_key is None else past_key.shape[2], I64)
    bias = masks(attn_mask, q.element, keys)
    allowed = allowed_keys(offset, length, keys, bool(is_causal), left_window_size, right_window_size)
    if nonpad_kv_seqlen is not None:
        lengths = nonpad_kv_seqlen.convert(I64)
        shape = (q.shape[0], 1, 1, keys)
        allowed = both(allowed, iota(shape, 3, I64) < broadcast_to(lengths, shape, [0]))
    if allowed is not None:
        masked = select(allowed, splat(0, allowed.shape, q.element), -inf)
        bias = masked if bias is None else bias + masked
    repeats = q.shape[1] // k.shape[1]
    k, v = [repeated(each, repeats) for each in (k, v)]
    scores = matmul(q * factor, (k * factor).transpose(0, 1, 3, 2))
    told = scores
    if softcap:
        scores = tanh(scores / softcap) * softcap
        told = scores if qk_matmul_output_mode else told
    biased = scores if bias is None else scores + bias
    told = biased if qk_matmul_output_mode == 2 else told
    kind = element_of(softmax_precision) if softmax_precision else q.element
    weights = masked_softmax(biased.convert(kind), bias)
    told = weights if qk_matmul_output_mode == 3 else told
    result = matmul(weights.convert(q.element), v)
    if is_packed:
        batch, heads, _, size = result.shape
        result = result.transpose(0, 2, 1, 3).reshape(batch, length, heads * size)
    return [result, *present, told.convert(Q.element)][: len(op.results)]


def both(one: Tensor | None, other: Tensor | None) -> Tensor | None:
    return other if one is None else one if other is None else one & other


def masks(mask: Tensor | None, element, keys) -> Tensor | None:
    """What is added to scores: 0 where a mask of truth values lets a key be seen, else -infinity. One that is too short lets none of the rest."""
    if mask is None:
        return None
    if mask.element is I1:
        mask = select(mask, splat(0, mask.shape, element), -inf)
    missing = keys - mask.shape[-1] if isinstance(keys, int) and isinstance(mask.shape[-1], int) else 0
    return pad(mask, [0] * mask.rank, [*[0] * (mask.rank - 1), missing], -inf) if missing > 0 else mask


def allowed_keys(offset: Tensor, length, keys, is_causal: bool, left: int, right: int) -> Tensor | None:
    """Which keys a query may see, by how far they are apart: [length, keys], or [batch, 1, length, keys]."""
    if not is_causal and left < 0 and right < 0:
        return None
    shape = (length, keys) if offset.rank == 0 else (offset.shape[0], 1, length, keys)
    rank = len(shape)
    place = iota(shape, rank - 2, I64) + (broadcast_to(offset, shape, [0]) if offset.rank else offset)
    ahead = iota(shape, rank - 1, I64) - place
    allowed = ahead <= 0 if is_causal else None
    if left >= 0:
        allowed = both(allowed, ahead >= -left)
    return both(allowed, ahead <= right) if right >= 0 else allowed


def repeated(x: Tensor, count: int) -> Tensor:
    """Each head so many times."""
    if count == 1:
        return x
    batch, heads, *rest = x.shape
    wide = broadcast_to(x.expand(2), (batch, heads, count, *rest))
    return wide.reshape(batch, heads * count, *rest)


def masked_softmax(x: Tensor, bias: Tensor | None) -> Tensor:
    """A row that is masked whole is zero."""
    top = x.max(-1, keep=True)
    top = select(top == -inf, 0, top)
    powers = exp(x - top)
    total = powers.sum(-1, keep=True)
    result = powers / select(total == 0, 1, total)
    if bias is None:
        return result
    is_masked = bias.max(-1, keep=True) == -inf
    return select(broadcast_to(is_masked, (*is_masked.shape[:-1], result.shape[-1])), 0, result)


@lower
def RotaryEmbedding(X, cos_cache, sin_cache, interleaved, num_heads, rotary_embedding_dim, position_ids=None):
    """Pairs of numbers turned by an angle that their place tells."""
    is_packed = X.rank == 3
    x = X
    if is_packed:
        batch, length, whole = X.shape
        x = X.reshape(batch, length, num_heads, whole // num_heads)
    else:
        x = X.transpose(0, 2, 1, 3)
    size = rotary_embedding_dim or x.shape[3]
    half = size // 2
    caches = [each if position_ids is None else take(each, position_ids, 0) for each in (cos_cache, sin_cache)]
    cosine, sine = [each.expand(2) for each in caches]
    turned, rest = x[..., :size], x[..., size:] if size != x.shape[3] else None
    one, other = (turned[..., 0::2], turned[..., 1::2]) if interleaved else (turned[..., :half], turned[..., half:])
    real, imaginary = cosine * one - sine * other, sine * one + cosine * other
    if interleaved:
        turned = concatenate([real.expand(4), imaginary.expand(4)], 4).reshape(*turned.shape)
    else:
        turned = concatenate([real, imaginary], 3)
    result = turned if rest is None else concatenate([turned, rest], 3)
    return result.reshape(*X.shape) if is_packed else result.transpose(0, 2, 1, 3)


@lower
def LinearAttention(query, key, value, q_num_heads, kv_num_heads, scale, update_rule, past_state=None, decay=None, beta=None):
    """A state [batch, heads, key, value] that each step reads and changes, in f32."""
    q, k, v = [by_heads(each, heads).convert(F32) for each, heads in ((query, q_num_heads), (key, kv_num_heads), (value, kv_num_heads))]
    batch, heads, steps, d_k = k.shape
    d_v, group = v.shape[3], q_num_heads // kv_num_heads
    state = splat(0, (batch, heads, d_k, d_v), F32) if past_state is None else past_state.convert(F32)
    gates = None
    if decay is not None:
        gates = exp(by_heads(decay.convert(F32), heads))  # [batch, heads, time, 1 or key]
        gates = broadcast_to(gates, (batch, heads, steps, d_k))
    rates = None if beta is None else broadcast_to(by_heads(beta.convert(F32), beta.shape[2]), (batch, heads, steps, 1))
    factor = scale if scale else 1 / sqrt(d_k)
    if update_rule not in ("linear", "gated", "delta", "gated_delta"):
        raise Error(f"has the update rule {update_rule}, which ONNX does not have")

    def row(x: Tensor, time: Tensor) -> Tensor:
        zero = splat(0, (), I64)
        return dynamic_slice(x, [zero, zero, time, zero], [*x.shape[:2], 1, x.shape[3]]).reshape(*x.shape[:2], x.shape[3])

    def body(time, total, state):
        own_k, own_v, own_q = [row(each, time) for each in (k, v, q)]
        if gates is not None:
            state = state * broadcast_to(row(gates, time), state.shape, [0, 1, 2])
        change = own_v
        if rates is not None:
            told = dot_general(own_k, state, ([2], [2]), ([0, 1], [0, 1]))
            change = (own_v - told) * broadcast_to(row(rates, time).reshape(batch, heads), own_v.shape, [0, 1])
        state = state + dot_general(own_k.expand(3), change.expand(2), ([3], [2]), ([0, 1], [0, 1]))
        asked = own_q.reshape(batch, heads, group, d_k)
        output = dot_general(asked, state, ([3], [2]), ([0, 1], [0, 1])) * factor
        return [time + 1, put(total, output.reshape(batch, heads * group * d_v), time), state]

    count, filled = number(steps, I64), splat(0, (steps, batch, heads * group * d_v), F32)
    _, outputs, state = loop(lambda time, *_: time < count, body, splat(0, (), I64), filled, state)
    kept = query.element if past_state is None else past_state.element
    return [outputs.transpose(1, 0, 2).convert(query.element), state.convert(kept)]
