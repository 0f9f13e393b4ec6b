"""Small programs, and what jaxlib makes of them: portable artifacts of StableHLO for versions of it, and files of MLIR's bytecode."""

from pathlib import Path


def recorded(file: str):
    """(name, text of the program, version, bytes) of each."""
    text = (Path(__file__).parent / file).read_text()
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
