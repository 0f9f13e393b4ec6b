"""Lowerings: elements at places that are told. A place below 0 counts from the end."""

from tfir.ir.types import I1, I32, I64, TensorType
from tfir.ods.inference import constant_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static

from tfopt.arithmetic.contents import sizes_of
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import Tensor, broadcast_to, concatenate, gather, iota, literal, number, select, take
from tfopt.onnx_to_stablehlo.element_types import is_text
from tfopt.onnx_to_stablehlo.lowering import lower, lowered_by, shape_tensor, tensorflow


def from_start(places: Tensor, size) -> Tensor:
    """Places that count from the beginning."""
    content = constant_of(places.value)
    if content is not None and isinstance(size, int):
        return literal(np.where(content < 0, content + size, content), places.element)
    return select(places < 0, places + number(size, places.element), places)


@lower
def Gather(data, indices, axis):
    axis %= data.rank
    numbers, content = sizes_of(data), constant_of(indices.value)
    if data.rank == 1 and numbers is not None and content is not None and not is_static(tuple(numbers)):
        picked = [numbers[place] for place in content.ravel().tolist()]  # of sizes that are not known yet
        return number(picked[0], data.element) if content.ndim == 0 else shape_tensor(picked, data.element).reshape(*content.shape)
    if is_text(data.element):
        shape = (*data.shape[:axis], *indices.shape, *data.shape[axis + 1 :])
        at = tensorflow("Const", [], [TensorType((), I32)], value=literal(np.array(axis, np.int32)).value.op.attributes["value"])[0]
        return tensorflow("GatherV2", [data, from_start(indices, data.shape[axis]), at], [TensorType(shape, data.element)], batch_dims=0)[0]
    return take(data, from_start(indices, data.shape[axis]), axis)


def along_axis(x: Tensor, places: Tensor, axis: int) -> Tensor:
    """Of each line along an axis the elements at places: both tensors have one shape but for that axis, and places may have fewer of others."""
    parts = [places if at == axis else iota(places.shape, at, places.element) for at in range(x.rank)]
    index = concatenate([part.expand(-1) for part in parts], places.rank)
    return gather(x, index, [1] * x.rank, [], list(range(x.rank)), list(range(x.rank)), places.rank)


@lower
def GatherElements(data, indices, axis):
    axis %= data.rank
    return along_axis(data, from_start(indices, data.shape[axis]), axis)


@lower
def GatherND(data, indices, batch_dims):
    depth, batch = indices.shape[-1], batch_dims
    parts = [from_start(indices[..., at : at + 1], data.shape[batch + at]) for at in range(depth)]
    parts = [iota((*indices.shape[:-1], 1), at, indices.element) for at in range(batch)] + parts
    index = concatenate(parts, indices.rank - 1)
    whole = batch + depth
    outer = indices.rank - 1
    offsets = list(range(outer, outer + data.rank - whole))
    sizes = [1 if at < whole else size for at, size in enumerate(data.shape)]
    return gather(data, index, sizes, offsets, list(range(whole)), list(range(whole)), outer)


COMBINED = {"none": None, "add": "add", "mul": "multiply", "max": "maximum", "min": "minimum"}


def combination(reduction: str | None, element) -> str | None:
    name = COMBINED[reduction or "none"]
    if element is I1 and name is not None:
        return {"add": "or", "maximum": "or", "multiply": "and", "minimum": "and"}[name]
    return name


@lower
def ScatterElements(data, indices, updates, axis, reduction=None):
    axis %= data.rank
    places = from_start(indices, data.shape[axis])
    parts = [(places if at == axis else iota(places.shape, at, places.element)).expand(-1) for at in range(data.rank)]
    return scatter(data, concatenate(parts, places.rank), updates, combination(reduction, data.element))


@lower
def ScatterND(data, indices, updates, reduction):
    parts = [from_start(indices[..., at : at + 1], data.shape[at]) for at in range(indices.shape[-1])]
    return scatter(data, concatenate(parts, indices.rank - 1), updates, combination(reduction, data.element))


lowered_by(Scatter=lambda data, indices, updates, axis: ScatterElements(data, indices, updates, axis))


@lower
def TensorScatter(past_cache, update, axis, mode, write_indices=None):
    """An update written to each member of a batch from its place on; around the end where that is `circular`."""
    axis %= past_cache.rank
    size = past_cache.shape[axis]
    place = iota(update.shape, axis, I64)
    if write_indices is not None:
        place = place + broadcast_to(write_indices.convert(I64), update.shape, [0])
    if mode == "circular":
        place = place % number(size, I64)
    parts = [(place if at == axis else iota(update.shape, at, I64)).expand(-1) for at in range(past_cache.rank)]
    return scatter(past_cache, concatenate(parts, update.rank), update, None)


@lower
def ArrayFeatureExtractor(X, Y):
    return take(X if X.rank > 1 else X.expand(0), Y.reshape(Y.size), max(X.rank - 1, 1))
