"""What the processes of pytest-xdist tell the one that started them.

Each message wakes that one up, and of a test it gets six, one for each of setup, call and teardown among them: with thousands of tests that
take a millisecond, telling takes longer than testing.
"""

from __future__ import annotations


def tell_results_only(pluginmanager) -> None:
    """In a process of pytest-xdist: a test that passes is told in two messages, its result and that it is over."""
    interactor = next(plugin for plugin in pluginmanager.get_plugins() if type(plugin).__name__ == "WorkerInteractor")
    send = interactor.sendevent

    def sendevent(name: str, **said) -> None:
        if name in ("logstart", "logfinish"):  # which `-v` would show
            return
        report = said.get("data", {}) if name == "testreport" else {}
        if report.get("outcome") == "passed":
            if report["when"] != "call":
                return
            report["keywords"] = {}  # names of all folders among them
        send(name, **said)

    interactor.sendevent = sendevent
