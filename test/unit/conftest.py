"""What all unit tests share."""

import gc
import signal
import zlib

import pytest
from hypothesis import HealthCheck, settings

# A loaded machine is slow, and no test of ours is about time.
for profile, count in (("some", 30), ("whole", 400)):
    settings.register_profile(profile, max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# A job in the background of a shell ignores Ctrl-C, and so would the tools that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ONE_OF = 4  # cases of a sweep that run
# With several processes these begin first: the last one to end would be one of them.
DEAR = (
    "test_lit.py",
    "test_documents.py",
    "test_contributing.py",
    "test_vulkan_faults.py",
    "test_header.py",
    "test_programs.py",
    "test_many_calls.py",
)


def pytest_addoption(parser):
    parser.addoption(
        "--whole", action="store_true", help=f"run all cases of tests that are marked as a sweep, not one of {ONE_OF}, and draw more"
    )


def pytest_configure(config):
    settings.load_profile("whole" if config.getoption("--whole") else "some")
    config.addinivalue_line(
        "markers", f"sweep: a test of many drawn cases, of which one of {ONE_OF} runs; all with --whole, or where it is named"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leaves cases of sweeps out, the same ones each time and in each process; of each test one stays."""
    if config.getoption("--whole") or any("::" in word for word in config.args):
        return
    kept, left = [], []
    tests = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        is_left = item.get_closest_marker("sweep") and test in tests and zlib.crc32(item.nodeid.encode()) % ONE_OF
        (left if is_left else kept).append(item)
        tests.add(test)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Without a search for garbage, which takes a third of the time: what is collected stays. Later it is looked for less often than Python
    does by itself: the tools run without, and a twentieth of the tests' time goes into it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 100)
        gc.enable()


def pytest_sessionstart(session):
    if hasattr(session.config, "workerinput"):
        from worker_messages import tell_results_only

        tell_results_only(session.config.pluginmanager)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from file_scheduling import FileScheduling

    return FileScheduling(config, log, DEAR) if config.getvalue("dist") == "loadfile" else None
