"""Makes a release: wheel, sdist, bill of materials and checksums in a folder, each checked. Nothing is uploaded.

    pip install -e '.[release]' && python tools/release.py dist/ [--python=python3.12 ...] [--only=build,check,install,sbom,hooks]

`--python` names the Pythons that the wheel gets start files for and that it is installed into; by default all of 3.11 to 3.14 that there are. The files
are those that git knows, at the last commit, whose time is their time: each is built twice, in other folders, and must come out the same.
docs/release.md says what comes next.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
STEPS = ("build", "check", "install", "sbom", "hooks")
PROGRAM = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.add %a, %a : tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
# One command of each tool: its words, and what it has to say. The program squares the double of its input.
COMMANDS = (
    (("tf-opt", "program.mlir", "--cse"), "stablehlo.multiply %0, %0"),
    (("tf-translate", "--graphdef-to-mlir", "model.pb"), "tfg.graph"),
    (("tf-run", "program.mlir", "--device=interpreter", "--input=2xf32=1,3"), "4 36"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", action="append", default=[])
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(STEPS))
    arguments = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    unknown = sorted(set(arguments.only) - set(STEPS))
    if unknown:
        parser.error(f"--only: there is no step {unknown[0]}; there are {', '.join(STEPS)}")
    folder = arguments.folder.resolve()
    pythons = [python for name in arguments.python or VERSIONS if (python := python_of(name)) is not None]
    if not pythons:
        parser.error(f"no Python of {', '.join(VERSIONS)} is there; --python names one")
    print("Pythons:", ", ".join([f"{version_of(python)} ({python})" for python in pythons]))
    with tempfile.TemporaryDirectory() as work:
        for step in STEPS:
            if step in arguments.only:
                globals()[step](folder, pythons, Path(work, step))
    return 0


# Pythons and commands


def python_of(name: str) -> str | None:
    """The path of a Python, by its version, name or path; None where there is none that runs. One that is named has to be there."""
    is_version = name in VERSIONS
    path = shutil.which(f"python{name}" if is_version else name)
    program = "import sys; print(getattr(sys, '_base_executable', sys.executable))"
    done = subprocess.run([path, "-c", program], capture_output=True, text=True) if path is not None else None
    if done is not None and done.returncode == 0:
        return done.stdout.strip()
    if not is_version:
        raise SystemExit(f"there is no Python '{name}' that runs")
    return None


def version_of(python: str) -> str:
    return said(python, "-c", "import platform; print(platform.python_version())").strip()


def said(*words: str | Path, **options) -> str:
    """What a command prints; the release ends where it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"$ {' '.join(map(str, words))}\n{done.stdout}{done.stderr}\nended with {done.returncode}")
    return done.stdout


def tool(name: str) -> str:
    """A program of this environment."""
    path = shutil.which(name, path=os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]))
    if path is None:
        raise SystemExit(f"{name} is not installed: pip install -e '.[release]'")
    return path


def only_one(folder: Path, pattern: str) -> Path:
    files = sorted(folder.glob(pattern))
    if len(files) != 1:
        raise SystemExit(f"{folder}: {len(files)} files {pattern} where there should be one")
    return files[0]


# Steps


def build(folder: Path, pythons: list[str], work: Path) -> None:
    """Both files, twice, from what git knows."""
    epoch = said("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()
    if said("git", "status", "--porcelain", cwd=ROOT).strip():
        print("note: there are changes that are not committed; they are not in the release")
    results = []
    for number, name in enumerate(("first", "another-folder/second")):
        source = work / name
        source.mkdir(parents=True)
        archive = work / "source.tar"
        said("git", "archive", "-o", archive, "HEAD", cwd=ROOT)
        with tarfile.open(archive) as tar:
            tar.extractall(source, filter="data")
        environment = {
            **os.environ, "SOURCE_DATE_EPOCH": epoch, "TFIR_START_PYTHONS": os.pathsep.join(pythons), "PYTHONHASHSEED": str(number + 1),
        }  # fmt: skip
        out = work / f"out{number}"
        said(sys.executable, "-m", "build", "--no-isolation", "-o", out, source, env=environment)
        results.append({path.name: path for path in sorted(out.iterdir())})
    first, second = results
    for name, path in first.items():
        if path.read_bytes() != second[name].read_bytes():
            raise SystemExit(f"{name} is another file when it is built once more")
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("tfir-*.whl"), *folder.glob("tfir-*.tar.gz")]:
        old.unlink()
    for name, path in first.items():
        shutil.copy(path, folder / name)
        print(f"built twice, the same: {name}, {path.stat().st_size} bytes")
    write_checksums(folder)


def check(folder: Path, pythons: list[str], work: Path) -> None:
    files = [only_one(folder, "tfir-*.whl"), only_one(folder, "tfir-*.tar.gz")]
    said(tool("twine"), "check", "--strict", *files)
    print("twine check --strict: passed")


def install(folder: Path, pythons: list[str], work: Path) -> None:
    """The wheel by pip, uv and pipx into fresh environments of each Python, and the sdist by pip into one of the first; a command of each tool."""
    wheel, sdist = only_one(folder, "tfir-*.whl"), only_one(folder, "tfir-*.tar.gz")
    work.mkdir(parents=True)
    for python in pythons:
        version = version_of(python)
        by_pip(python, wheel, work / f"pip-{version}")
        try_commands(work / f"pip-{version}" / "bin", work, f"pip, Python {version}", start_files=True)
        home = work / f"uv-{version}"
        said(tool("uv"), "venv", "-q", "--python", python, home)
        said(tool("uv"), "pip", "install", "-q", "--python", home / "bin" / "python", wheel, env=environment_of_uv())
        try_commands(home / "bin", work, f"uv, Python {version}")
        places = {"PIPX_HOME": str(work / f"pipx-{version}"), "PIPX_BIN_DIR": str(work / f"pipx-{version}" / "bin")}
        said(tool("pipx"), "install", "--python", python, wheel, env={**os.environ, **places, "PIPX_DEFAULT_BACKEND": "pip"})
        try_commands(work / f"pipx-{version}" / "bin", work, f"pipx, Python {version}")
    by_pip(pythons[0], sdist, work / "sdist")
    try_commands(work / "sdist" / "bin", work, f"pip from the sdist, Python {version_of(pythons[0])}")


def by_pip(python: str, file: Path, home: Path) -> None:
    said(python, "-m", "venv", home)
    said(home / "bin" / "python", "-m", "pip", "install", "-q", file)


def environment_of_uv() -> dict[str, str]:
    """uv does not read pip's configuration; what that says of where packages come from, uv is told."""
    environment = dict(os.environ)
    told = said(sys.executable, "-m", "pip", "config", "list")
    settings = dict([line.split("=", 1) for line in told.splitlines() if "=" in line])
    for setting, variable in (("index-url", "UV_DEFAULT_INDEX"), ("extra-index-url", "UV_INDEX"), ("find-links", "UV_FIND_LINKS")):
        values = [value.strip("'\"") for name, value in settings.items() if name.endswith(f".{setting}")]
        if values and variable not in environment:
            environment[variable] = values[0]
    environment.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")  # of several places the best version, as pip takes it
    return environment


def try_commands(folder: Path, work: Path, way: str, start_files: bool = False) -> None:
    (work / "program.mlir").write_text(PROGRAM)
    shutil.copy(ROOT / "test" / "models" / "small_cnn" / "model.pb", work / "model.pb")
    for words, expected in COMMANDS:
        out = said(folder / words[0], *words[1:], cwd=work)
        if expected not in " ".join(out.split()):
            raise SystemExit(f"{way}: {' '.join(words)} does not print {expected!r}:\n{out}")
    if start_files:
        program = "import os, tfir.startup as s; print(os.path.exists(s.bundle_path(os.path.dirname(s.__file__))))"
        if said(folder / "python", "-c", program).strip() != "True":
            raise SystemExit(f"{way}: the wheel has no start files for this Python")
    print(f"installed by {way}: {len(COMMANDS)} commands do what they should")


def sbom(folder: Path, pythons: list[str], work: Path) -> None:
    """What comes with an installation, in CycloneDX's JSON."""
    wheel, path = only_one(folder, "tfir-*.whl"), folder / "sbom.cdx.json"
    by_pip(pythons[0], wheel, work)
    said(tool("cyclonedx-py"), "environment", work / "bin" / "python", "--output-reproducible", "--of", "JSON", "-o", path)
    components = {each["name"] for each in json.loads(path.read_text())["components"]}
    if not {"tfir", "numpy", "protobuf"} <= components:
        raise SystemExit(f"{path} lacks {', '.join(sorted({'tfir', 'numpy', 'protobuf'} - components))}")
    print(f"{path.name}: {len(components)} packages")
    write_checksums(folder)


def hooks(folder: Path, pythons: list[str], work: Path) -> None:
    """The hooks of .pre-commit-hooks.yaml on a repository with a file that is right, one that is not, and one that is no program."""
    wheel = only_one(folder, "tfir-*.whl")
    by_pip(pythons[0], wheel, work / "tools")
    for name, text in (("good.mlir", PROGRAM), ("bad.mlir", PROGRAM.replace("add", "ad")), ("notes.txt", "stablehlo.ad\n")):
        repository = work / name.replace(".", "-")
        repository.mkdir(parents=True)
        said("git", "init", "-q", repository)
        (repository / name).write_text(text)
        said("git", "add", "-A", cwd=repository)
        done = subprocess.run(
            [tool("pre-commit"), "try-repo", str(ROOT), "tf-opt-verify", "--all-files"], cwd=repository, capture_output=True, text=True,
            env={**os.environ, "PRE_COMMIT_HOME": str(work / "cache")},
        )  # fmt: skip
        if (done.returncode != 0) != (name == "bad.mlir"):
            raise SystemExit(f"pre-commit on {name} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        print(f"pre-commit on {name}: {'refused' if done.returncode else 'passed'}")


def write_checksums(folder: Path) -> None:
    files = sorted([*folder.glob("tfir-*"), *folder.glob("*.json")])
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


if __name__ == "__main__":
    sys.exit(main())
