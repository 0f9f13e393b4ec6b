"""The wire schema of GraphDef and SavedModel: .proto files of our own, and what protoc makes of them.

`tools/make_proto.py` writes the `_pb2` modules. The package and file names are `tfir`'s, so that TensorFlow can be
imported in the same process; field numbers are the public ones.
"""
