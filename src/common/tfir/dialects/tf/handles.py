"""The contents of handles: the type of a resource or of a list says, as far as it is known, the shape of the tensors in it.
Besides, which values hold data at all."""

from tfir.dialects.tf_type import SubtypedType
from tfir.ir.types import TensorType
from tfir.ods.inference import AbstractValue, holds_tensors
from tfir.ods.shapes import anonymous, named

DEFAULT_CONTAINER = "localhost"  # that of resources which name none
# TensorFlow's name for anonymous resources: every handle with this name is a resource of its own.
ANONYMOUS = "cd2c89b7-88b7-44c8-ad83-06c2a9158347"


def variable_name(container: str, shared_name: str) -> str:
    """What tells a variable from others of a session: its name, behind that of its container where that is not the default one."""
    return shared_name if container in ("", DEFAULT_CONTAINER) else f"{container}::{shared_name}"


def handle_of(kind: str, shape, element, own_shape=()) -> TensorType:
    """The type of a `resource` or `variant` that holds tensors of this shape and element type."""
    return TensorType(own_shape, SubtypedType(kind, [TensorType(anonymous(shape), element)]))


def held(handle: AbstractValue):
    """The shape of the tensors that a handle holds, or None."""
    types = getattr(handle.element, "subtypes", ())
    return named(types[0].shape) if len(types) == 1 and isinstance(types[0], TensorType) else None


def handed_on(value: AbstractValue):
    """The shape of a value as the shape of a result, with the known types of the tensors that a handle holds."""
    return TensorType(anonymous(value.shape), value.element) if holds_tensors(value.element) else value.shape
