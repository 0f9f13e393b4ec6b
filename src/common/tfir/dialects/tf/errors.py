"""Errors of the classes that TensorFlow has for them, which is told behind the message. A plain Error is an InvalidArgumentError."""

from __future__ import annotations

from functools import partial

from tfir.ir.diagnostics import Error


def error_of(kind: str, message: str) -> Error:
    return Error(f"{message} [{kind}]")


def is_out_of_range(error: Error) -> bool:
    """Whether an error says that there is no more: datasets end by it."""
    return str(error).endswith("[OutOfRangeError]")


def is_not_found(error: Error) -> bool:
    return str(error).endswith("[NotFoundError]")


def listed(numbers) -> str:
    """Numbers in brackets, as shapes stand in messages."""
    return f"[{','.join([str(int(number)) for number in numbers])}]"


def require_all_sizes(shape) -> None:
    if None in shape or min(shape, default=0) < 0:
        raise Error(f"Shape [{','.join(['?' if size is None or size < 0 else str(size) for size in shape])}] is not fully defined")


aborted = partial(error_of, "AbortedError")
cancelled = partial(error_of, "CancelledError")
data_loss = partial(error_of, "DataLossError")
failed_precondition = partial(error_of, "FailedPreconditionError")
internal = partial(error_of, "InternalError")
not_found = partial(error_of, "NotFoundError")
out_of_range = partial(error_of, "OutOfRangeError")
resource_exhausted = partial(error_of, "ResourceExhaustedError")
unimplemented = partial(error_of, "UnimplementedError")
