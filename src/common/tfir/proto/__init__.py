"""The messages of GraphDef, SavedModel, checkpoints, HLO and ONNX on the wire: `from tfir.proto import GraphDef`.

`NAME.binpb` is what protoc makes of `NAME.proto`, .proto files of our own (`tools/make_proto.py`): a FileDescriptorProto, of which the
protobuf runtime makes classes. The package and file names are `tfir`'s, so that TensorFlow can be imported in the same process; field
numbers are the public ones.
"""

from __future__ import annotations

from os.path import dirname, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Each after those that it imports, those that most runs need first.
_unread = [
    "types", "tensor", "attr_value", "op_def", "graph", "checkpoint", "rewriter_config", "summary", "xla_data", "hlo", "onnx", "saved_model",
]  # fmt: skip
_descriptors: dict[str, Any] = {}  # of the messages and enumerations in the files read so far, by name


def __getattr__(name: str) -> Any:
    """The class of a message, or an enumeration, made when it is first asked for; files are read until one has it. Raises AttributeError where
    none has."""
    if name[0] == "_":
        raise AttributeError(name)
    while name not in _descriptors:
        if not _unread:
            raise AttributeError(f"no message is called {name}")
        _read(_unread.pop(0))
    from google.protobuf.descriptor import EnumDescriptor
    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
    from google.protobuf.message_factory import GetMessageClass

    descriptor = _descriptors[name]
    made = globals()[name] = EnumTypeWrapper(descriptor) if isinstance(descriptor, EnumDescriptor) else GetMessageClass(descriptor)
    return made


def _read(file: str) -> None:
    from google.protobuf.descriptor_pool import Default

    if file == "saved_model":  # which has fields of these
        from google.protobuf import any_pb2, wrappers_pb2  # noqa: F401
    with open(join(dirname(__file__), f"{file}.binpb"), "rb") as stream:
        described = Default().AddSerializedFile(stream.read())
    _descriptors.update(described.message_types_by_name)
    _descriptors.update(described.enum_types_by_name)
