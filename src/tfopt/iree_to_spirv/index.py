"""Which element of a tensor: by one number per dimension, by its number in row-major order, or by both."""

from __future__ import annotations

from math import prod


class Index:
    """A place in a tensor of `shape`. What was not given is worked out when it is asked for. `last` is the place along the last dimension, where
    that is known before the others are worked out."""

    __slots__ = ("kernel", "shape", "_dims", "_linear", "_last")

    def __init__(self, kernel, shape, dims=None, linear=None, last=None):
        self.kernel, self.shape = kernel, tuple(shape)
        self._dims, self._linear, self._last = dims, linear, last

    @property
    def dims(self) -> list:
        return self.kernel.once((self, "dims"), self._worked_out_dims)

    def along(self, dimension: int):
        """The place along one dimension."""
        return self._last if self._last is not None and dimension == len(self.shape) - 1 else self.dims[dimension]

    @property
    def linear(self):
        return self.kernel.once((self, "linear"), self._worked_out_linear)

    def _worked_out_dims(self) -> list:
        if self._dims is not None:
            return list(self._dims() if callable(self._dims) else self._dims)
        rest, dims = self._linear, []
        for extent in self.shape[:0:-1]:
            dims.append(rest % extent)
            rest = rest // extent
        return [rest, *dims[::-1]] if self.shape else []

    def _worked_out_linear(self):
        if self._linear is not None:
            return self._linear
        total, stride = self.kernel.number(0), 1
        for position, extent in zip(reversed(self.dims), reversed(self.shape)):
            if extent != 1:
                total = position * stride + total
            stride *= extent
        return total

    def before(self, axis: int):
        """The place along all dimensions before this one, as one number."""
        if self._dims is None:
            return self.linear // prod(self.shape[axis:])
        return Index(self.kernel, self.shape[:axis], self.dims[:axis]).linear

    def after(self, count: int) -> Index:
        """The element `count` places further along the last dimension."""
        if count == 0:
            return self
        return self.kernel.once((self, count), lambda: self._moved(count))

    def _moved(self, count: int) -> Index:
        dims = lambda: [*self.dims[:-1], self.dims[-1] + count]  # noqa: E731
        return Index(self.kernel, self.shape, dims, self.linear + count)

    def of(self, shape, dims) -> Index:
        """A place in another tensor."""
        return Index(self.kernel, shape, dims)

    def replaced(self, shape, changes) -> Index:
        """The same place but for the dimensions in `changes`, in a tensor of `shape`."""
        return Index(self.kernel, shape, [changes.get(d, position) for d, position in enumerate(self.dims)])
