"""Small programs of StableHLO, and the portable artifacts that jaxlib makes of them for versions of StableHLO."""

from pathlib import Path


def read_artifacts():
    """(name, text of the program, version, artifact) of each."""
    text = (Path(__file__).parent / "portable_artifacts.txt").read_text()
    artifacts = []
    for program in text.split("\n// ")[1:]:
        head, *versions = program.split("\n== ")
        name, _, source = head.partition("\n")
        for each in versions:
            version, _, digits = each.partition("\n")
            artifacts.append((name, source + "\n", version, bytes.fromhex("".join(digits.split()))))
    return artifacts


ARTIFACTS = read_artifacts()
