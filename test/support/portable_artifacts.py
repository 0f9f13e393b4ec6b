"""Small programs, and what jaxlib makes of them: portable artifacts of StableHLO for versions of it, files of MLIR's bytecode, and a program
that JAX has exported."""

from pathlib import Path

FOLDER = Path(__file__).parent


def recorded(file: str):
    """(name, text of the program, version, bytes) of each."""
    text = (FOLDER / file).read_text()
    files = []
    for program in text.split("\n// ")[1:]:
        head, *versions = program.split("\n== ")
        name, _, source = head.partition("\n")
        for each in versions:
            version, _, digits = each.partition("\n")
            files.append((name, source + "\n", version, bytes.fromhex("".join(digits.split()))))
    return files


ARTIFACTS = recorded("portable_artifacts.txt")
BYTECODE = recorded("bytecode_files.txt")
SHARDY = recorded("shardy_bytecode.txt")
EXPORT = bytes.fromhex("".join(line for line in (FOLDER / "jax_export.txt").read_text().split("\n") if not line.startswith("#")))
