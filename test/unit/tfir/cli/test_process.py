"""A tool as a process: interrupted, with streams closed, on a full disk. Whatever happens is an exit code and a line, no traceback."""

import os
import re
import resource
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import numpy
import pytest
from tfir.ir.diagnostics import Error

ROOT = Path(__file__).parents[4]
MODELS = ROOT / "test" / "models"
PREAMBLE = """
import os, signal, sys, time
from tfir.cli.files import Output
from tfir.cli.tool import Tool

def interrupted(arguments):
    with Output("out.txt") as out:
        out.write("half")
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

def told_otherwise(arguments):
    try:
        interrupted(arguments)
    except KeyboardInterrupt:
        raise ImportError("this is how NumPy tells it")

def through(arguments):
    os.kill(os.getpid(), signal.SIGINT)
    print("done")
"""
needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
# Debian's Pythons have one of the distribution, which stands before those of environments.
has_sitecustomize = Path(sysconfig.get_path("stdlib"), "sitecustomize.py").exists()


def process(program: str, folder, **options):
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False, **options)


def tool(command: str, *argv, **options):
    module = {"tf-opt": "tfopt", "tf-run": "tfrun", "tf-translate": "tftranslate"}[command]
    program = f"import sys; from {module}.main import main; sys.argv[0] = '{command}'; main()"
    return subprocess.run([sys.executable, "-c", program, *map(str, argv)], capture_output=True, text=True, check=False, **options)


@needs_signals
@pytest.mark.parametrize("action", ["interrupted", "told_otherwise"])
def test_an_interrupt_is_an_exit_code_and_leaves_nothing_behind(action, tmp_path):
    done = process(f"{PREAMBLE}\nTool('t', '', '', [], {action}).main()", tmp_path)
    assert (done.returncode, done.stderr, os.listdir(tmp_path)) == (130, "", [])


@needs_signals
def test_who_ignores_interrupts_is_not_interrupted(tmp_path):
    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    done = process(f"{PREAMBLE}\nTool('t', '', '', [], through).main()", tmp_path, preexec_fn=ignore)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


DEVICE_AT_WORK = """
import os, signal, time
import tfrun.devices, tfrun.devices.vulkan.device, tfrun.devices.vulkan.executor
from contextlib import contextmanager
from types import SimpleNamespace
from tfir.cli.tool import Tool
from tfir.ir.builder import module_op

@contextmanager
def quick(*arguments):
    yield SimpleNamespace(devices=lambda: None)

@contextmanager
def busy(*arguments, **options):
    try:
        yield lambda inputs: os.kill(os.getpid(), signal.SIGINT) or time.sleep(5)
    finally:
        time.sleep(60)  # as the driver waits for what it was given to do

tfrun.devices.vulkan.sequencer.is_sequence = lambda function: True
tfrun.devices.vulkan.device.Instance = tfrun.devices.vulkan.device.Device = quick
tfrun.devices.vulkan.device.choose_device = lambda devices, wanted: None
tfrun.devices.vulkan.executor.VulkanProgram = busy

def action(arguments):
    with tfrun.devices.session(module_op(), "vulkan") as programs:
        programs(type("Entry", (), {"func": None, "bound": {}})())([])

Tool("t", "", "", [], action).main()
"""


@needs_signals
def test_an_interrupt_does_not_wait_for_a_device(tmp_path):
    try:
        import tfrun.devices.vulkan.api  # noqa: F401
    except Error as reason:
        pytest.skip(str(reason))
    done = process(DEVICE_AT_WORK, tmp_path, timeout=30)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


@needs_signals
def test_an_interrupt_that_python_would_ignore_is_not_lost(tmp_path):
    """As the import system's callbacks of weak references do: what they raise, Python prints and forgets."""
    program = (
        PREAMBLE
        + """
import weakref
class Thing: pass

def in_a_callback(arguments):
    thing = Thing()
    reference = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
    del thing
    time.sleep(5)

Tool('t', '', '', [], in_a_callback).main()
"""
    )
    done = process(program, tmp_path, timeout=4)
    assert (done.returncode, done.stderr) == (130, "")


@needs_signals
def test_an_interrupt_while_an_error_is_reported(tmp_path):
    program = (
        PREAMBLE
        + """
from tfir.ir.diagnostics import Error

class Told(Error):
    def render(self, colour=False):
        os.kill(os.getpid(), signal.SIGINT)

def refused(arguments):
    raise Told("no")

Tool('t', '', '', [], refused).main()
"""
    )
    done = process(program, tmp_path)
    assert (done.returncode, done.stderr) == (130, "")


def launcher(module: str) -> str:
    text = re.search(r'LAUNCHER = """(.*?)"""', (ROOT / "hatch_build.py").read_text(), re.DOTALL)[1]
    return text.format(module=module)


@pytest.fixture
def installed(tmp_path):
    """Where a command `tool` and its Python are; it runs the main function of a module `work` beside them."""
    folder = tmp_path / "an environment" / "bin"
    folder.mkdir(parents=True)
    (folder / "tool").write_text(launcher("work"))
    (folder / "tool").chmod(0o755)
    (folder / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (folder / "python3").chmod(0o755)
    (folder / "work.py").write_text(
        "import sys\n\ndef main():\n    print(sys.argv[1:])\n    print('told', file=sys.stderr)\n    return 3\n"
    )
    return folder


def run(file, *argv, **options):
    return subprocess.run([str(file), *argv], capture_output=True, text=True, check=False, **options)


@needs_signals
def test_an_interrupt_while_modules_are_imported_says_nothing(installed):
    (installed / "work.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(5)\n")
    done = run(installed / "tool", timeout=4)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@needs_signals
def test_an_interrupt_while_python_starts_says_nothing(installed):
    (installed / "work.py").write_text("import time\n\ndef main():\n    time.sleep(0.1)\n")
    for tenths in range(0, 400, 5):
        tool = subprocess.Popen([installed / "tool"], stderr=subprocess.PIPE, text=True)
        time.sleep(tenths / 10000)
        tool.send_signal(signal.SIGINT)
        _, stderr = tool.communicate()
        # 1 while Python opens the standard streams; 0 where it comes in a callback of Python's import system, which forgets it.
        assert stderr == "" and tool.returncode in (-signal.SIGINT, 1, 0)


@needs_signals
def test_who_ignores_interrupts_starts_undisturbed(installed):
    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    program = "import os, signal\n\ndef main():\n    os.kill(os.getpid(), signal.SIGINT)\n    print('done')\n"
    (installed / "work.py").write_text(program)
    done = run(installed / "tool", preexec_fn=ignore)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.skipif(os.name != "posix", reason="a shell")
def test_the_launcher_passes_on_what_it_was_given(installed, tmp_path):
    (tmp_path / "link").symlink_to(installed / "tool")
    (tmp_path / "link of a link").symlink_to("link")
    for file in installed / "tool", tmp_path / "link", tmp_path / "link of a link":
        done = run(file, "a b", "$c", "")
        assert (done.returncode, done.stdout, done.stderr) == (3, "['a b', '$c', '']\n", "told\n")
    closed = subprocess.run(["/bin/sh", "-c", '"$0" x 2>&-', installed / "tool"], capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stdout) == (3, "['x']\ntold\n")  # Python's `print` without a standard error


@pytest.mark.skipif(os.name != "posix", reason="a shell")
def test_a_python_that_cannot_start_says_so(installed, tmp_path):
    assert "Fatal Python error" in run(installed / "tool", env=os.environ | {"PYTHONHOME": str(tmp_path)}).stderr
    (installed / "python3").unlink()
    assert "python3" in run(installed / "tool", env={"PATH": str(tmp_path)}).stderr


@pytest.fixture
def environment(tmp_path):
    """A virtual environment whose command `tool` tells how it found its modules: prefix, last folder of the path, whether `site` ran."""
    folder = tmp_path / "environment"
    library = folder / "lib" / "python{}.{}".format(*sys.version_info) / "site-packages"
    library.mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "tool").write_text(launcher("work"))
    (folder / "bin" / "tool").chmod(0o755)
    python = os.path.realpath(sys.executable)
    (folder / "bin" / "python3").symlink_to(python)
    (folder / "pyvenv.cfg").write_text(f"home = {os.path.dirname(python)}\ninclude-system-site-packages = false\n")
    (library / "tfir").symlink_to(ROOT / "src" / "common" / "tfir")
    (library / "work.py").write_text("import sys\n\ndef main():\n    print(sys.prefix, sys.path[-1], 'site' in sys.modules)\n")
    return folder, library


def without_python_variables() -> dict:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.mark.skipif(os.name != "posix" or sys.platlibdir != "lib" or has_sitecustomize, reason="a shell, and the usual folders")
def test_where_nothing_else_is_installed_site_is_not_run(environment):
    folder, library = environment
    (library / "distutils-precedence.pth").write_text("import sys; sys.path.append('distutils')\n")
    done = run(folder / "bin" / "tool", env=without_python_variables())
    assert (done.stdout, done.stderr) == (f"{folder} {library} False\n", "")


@pytest.mark.skipif(os.name != "posix" or has_sitecustomize, reason="a shell, and Python's own library alone")
@pytest.mark.parametrize("kept, content", [
    ("more.pth", "import sys; sys.path.append('more')\n"),
    ("sitecustomize.py", "import sys; sys.path.append('more')\n"),
    ("sitecustomize/__init__.py", "import sys; sys.path.append('more')\n"),
])  # fmt: skip
def test_what_site_would_do_is_done(kept, content, environment):
    folder, library = environment
    (library / kept).parent.mkdir(exist_ok=True)
    (library / kept).write_text(content)
    done = run(folder / "bin" / "tool", env=without_python_variables())
    assert (done.stdout, done.stderr) == (f"{folder} more True\n", "")


@pytest.mark.skipif(os.name != "posix", reason="a shell")
@pytest.mark.parametrize("case", ["a path by the variable", "packages of the system", "an editable install", "no settings"])
def test_site_runs_where_there_may_be_more(case, environment, tmp_path):
    folder, library = environment
    variables = without_python_variables()
    if case == "a path by the variable":
        variables["PYTHONPATH"] = str(tmp_path)
    elif case == "packages of the system":
        settings = (folder / "pyvenv.cfg").read_text()
        (folder / "pyvenv.cfg").write_text(settings.replace("false", "true"))
    elif case == "an editable install":
        (library / "tfir").rename(tmp_path / "tfir")
        (library / "editable.pth").write_text(f"{tmp_path}\n")
    else:
        (folder / "pyvenv.cfg").unlink()
        variables["PYTHONPATH"] = str(library)
    done = run(folder / "bin" / "tool", env=variables)
    assert done.stdout.endswith(" True\n") and done.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="a shell")
def test_a_command_takes_the_python_it_was_installed_for(installed, tmp_path):
    (installed.parent / "lib" / "python3.99" / "site-packages" / "tfir-1.0.dist-info").mkdir(parents=True)
    for name in "python3", "python3.99":
        (tmp_path / name).write_text(f"#!/bin/sh\necho {name}\n")
        (tmp_path / name).chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    assert run(installed / "tool", env=path).stdout == "python3.99\n"
    (tmp_path / "python3.99").rename(installed / "python3.99")
    assert run(installed / "tool", env=path).stdout == "python3.99\n"
    (installed / "python3.99").unlink()
    assert "python3.99" in run(installed / "tool", env=path).stderr, "another version does not have the package"


@pytest.mark.skipif(os.name != "posix", reason="a shell")
@pytest.mark.parametrize("closed, status, message", [
    (">&-", 1, "tf-opt: error: standard output: Bad file descriptor\n"),
    ("<&-", 1, "error: cannot read '<stdin>': Bad file descriptor\n"),
    ("2>&-", 0, ""),
])  # fmt: skip
def test_closed_streams(closed, status, message, tmp_path):
    command = (
        f"""exec "{sys.executable}" -c 'import sys; from tfopt.main import main; sys.argv[0] = "tf-opt"; main()' --cse --mlir-timing"""
    )
    done = subprocess.run(
        f"{command} {closed}", shell=True, input=None if "<" in closed else "module {}\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == status and message in done.stderr
    assert "report" not in done.stdout, "what goes to standard error does not turn up among the output"


GRAPH = MODELS / "mlp_mnist" / "model.pb"
LONG = (
    "func.func @main() -> tensor<100000xf32> {\n  %0 = stablehlo.iota dim = 0 : tensor<100000xf32>\n  return %0 : tensor<100000xf32>\n}\n"
)


@pytest.mark.parametrize("command, argv, named", [
    ("tf-translate", ["--graphdef-to-mlir", GRAPH, "-o", "out.mlir"], "out.mlir"),
    ("tf-opt", ["model.mlir", "-o", "out.mlir"], "out.mlir"),
    ("tf-opt", ["model.mlir", "--cse", "--mlir-print-ir-tree-dir=dumps", "-o", os.devnull], "dumps/builtin_module_no-symbol-name/0_cse.mlir"),
    ("tf-opt", ["model.mlir", "--cse", "--mlir-generate-reproducer=again.mlir", "-o", os.devnull], "again.mlir"),
    ("tf-opt", ["model.mlir", "--cse", "--view=page.html", "-o", os.devnull], "page.html"),
    ("tf-run", ["long.mlir", "--device=interpreter", "--output=@out.npy"], "out.npy"),
    ("tf-run", ["long.mlir", "--device=interpreter", "--output=@out.npz"], "out.npz"),
    ("tf-translate", ["--mlir-to-savedmodel", f"--template={MODELS}/resources/saved_model", "resources.mlir", "-o", "new"], "new"),
])  # fmt: skip
def test_a_full_disk_is_told_with_the_name_that_was_given(command, argv, named, tmp_path):
    """No file may grow beyond some bytes, which looks like a full disk to who writes it."""
    tool("tf-translate", "--graphdef-to-mlir", GRAPH, "-o", tmp_path / "model.mlir")
    tool("tf-translate", "--savedmodel-to-mlir=graph", MODELS / "resources" / "saved_model", "-o", tmp_path / "resources.mlir")
    (tmp_path / "long.mlir").write_text(LONG)
    before = sorted(path for path in tmp_path.rglob("*") if path.is_file())

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    done = tool(command, *argv, cwd=tmp_path, preexec_fn=limit)
    assert done.returncode == 1
    assert re.fullmatch(
        f"error: cannot write '{re.escape(named)}': (File too large|not all of it could be written; is the disk full\\?)\n", done.stderr
    )
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == before


def test_binary_data_is_not_shown_on_a_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    source = tmp_path / "g.mlir"
    source.write_text('tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n  %ctl = NoOp name("x")\n}\n')
    program = "import sys; from tftranslate.main import main; sys.argv[0] = 'tf-translate'; main()"
    for extra, status in ([], 2), (["-o", "-"], 0), (["--graphdef-as-text"], 0):
        ours, theirs = pty.openpty()
        done = subprocess.run(
            [sys.executable, "-c", program, "--mlir-to-graphdef", str(source), *extra],
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(theirs)
        os.close(ours)
        assert done.returncode == status
        assert ("standard output is a terminal: name a file with -o FILE, or say -o -; --graphdef-as-text writes text" in done.stderr) == (
            status == 2
        )


def test_what_is_written_to_a_file_is_whole(tmp_path):
    """The nearest case: a file that fits."""
    (tmp_path / "long.mlir").write_text(LONG)
    done = tool("tf-run", "long.mlir", "--device=interpreter", "--output=@out.npy", cwd=tmp_path)
    assert done.returncode == 0 and numpy.load(tmp_path / "out.npy").shape == (100000,)
