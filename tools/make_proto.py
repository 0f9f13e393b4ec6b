"""Compiles src/common/tfir/proto/*.proto; its output is committed, because a user's machine has no protoc.

    python -m venv /tmp/protoc && /tmp/protoc/bin/pip install grpcio-tools==1.62.3 setuptools
    /tmp/protoc/bin/python tools/make_proto.py

The pinned release carries protoc 25.1: what it writes loads under every protobuf runtime from 4.25 on, while newer
compilers stamp their output with a minimal runtime of their own age and would shut out environments in use today.
"""

import pathlib
import sys

from grpc_tools import protoc

ROOT = pathlib.Path(__file__).resolve().parent.parent / "src" / "common"


def main() -> int:
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tfir" / "proto").glob("*.proto"))
    well_known = pathlib.Path(protoc.__file__).parent / "_proto"
    return protoc.main(["protoc", f"-I{ROOT}", f"-I{well_known}", f"--python_out={ROOT}", *sources])


if __name__ == "__main__":
    sys.exit(main())
