"""Compiles src/common/tfir/proto/*.proto to the descriptors beside them, which are committed, because a user's machine has no protoc.

python -m venv /tmp/protoc && /tmp/protoc/bin/pip install grpcio-tools setuptools
/tmp/protoc/bin/python tools/make_proto.py
"""

import pathlib
import sys

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

ROOT = pathlib.Path(__file__).resolve().parent.parent / "src" / "common"
WELL_KNOWN = pathlib.Path(protoc.__file__).parent / "_proto"


def main() -> int:
    for source in sorted((ROOT / "tfir" / "proto").glob("*.proto")):
        target = source.with_suffix(".binpb")
        command = ["protoc", f"-I{ROOT}", f"-I{WELL_KNOWN}", f"--descriptor_set_out={target}", str(source.relative_to(ROOT))]
        if protoc.main(command) != 0:
            return 1
        target.write_bytes(FileDescriptorSet.FromString(target.read_bytes()).file[0].SerializeToString(deterministic=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
