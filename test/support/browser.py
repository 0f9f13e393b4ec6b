"""A headless Chromium for tests of pages, spoken to in the Chrome DevTools Protocol over a pipe; nothing but a browser is needed.

with Browser() as browser:
    page = browser.open(path)
    page.run("1 + 1")
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 60.0  # seconds


def browser_path() -> str | None:
    """The browser that `TFIR_BROWSER` names, or the first that is installed."""
    named = os.environ.get("TFIR_BROWSER")
    return named or next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (self.their_input, self.ours), (self.theirs, self.their_output) = os.pipe(), os.pipe()
        flags = ["--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                 f"--user-data-dir={self.folder.name}", "--window-size=1400,900", "about:blank"]  # fmt: skip
        # The protocol goes over descriptors 3 and 4, by these numbers.
        shell = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        command = ["bash", "-c", shell, "bash", str(self.their_input), str(self.their_output), browser_path(), *flags]
        self.process = subprocess.Popen(
            command,
            pass_fds=(self.their_input, self.their_output),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(self.their_input)
        os.close(self.their_output)
        os.set_blocking(self.theirs, False)
        self.received, self.number, self.events = b"", 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.ours)
        os.close(self.theirs)
        self.folder.cleanup()

    def call(self, method: str, session: str | None = None, **parameters):
        """The result of a method of the protocol; events that come meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.ours, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for answer in self.messages():
                if answer.get("id") == self.number:
                    if "error" in answer:
                        raise RuntimeError(f"{method}: {answer['error']['message']}")
                    return answer["result"]
                self.events.append(answer)
            time.sleep(0.002)
        raise TimeoutError(f"{method}: the browser does not answer")

    def messages(self):
        try:
            while part := os.read(self.theirs, 1 << 20):
                self.received += part
        except BlockingIOError:
            pass
        *whole, self.received = self.received.split(b"\0")
        return [json.loads(each) for each in whole]

    def open(self, path, dark: bool = False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, session, path, dark)


class Page:
    """`errors` are the exceptions and messages of errors that the page gave rise to; `requests` what it asked of the network."""

    def __init__(self, browser: Browser, session: str, path, dark: bool):
        self.browser, self.session = browser, session
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        began = time.monotonic()
        self.call("Page.navigate", url=f"file://{os.path.abspath(path)}")
        until = began + PATIENCE
        while self.run("document.readyState") != "complete" and time.monotonic() < until:
            time.sleep(0.005)
        self.seconds_to_open = time.monotonic() - began

    def call(self, method: str, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def run(self, script: str):
        """The value of an expression; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def settle(self) -> None:
        """Waits until what was to be drawn has been drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def mouse(self, kind: str, x: float, y: float, **more) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x: float, y: float) -> None:
        self.mouse("mouseMoved", x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)
        self.settle()

    def press(self, key: str) -> None:
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self) -> bytes:
        """What is seen, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    @property
    def errors(self) -> list[str]:
        self.run("0")
        own = [event for event in self.browser.events if event.get("sessionId") == self.session]
        thrown = [
            event["params"]["exceptionDetails"]["exception"].get("description", "")
            for event in own
            if event.get("method") == "Runtime.exceptionThrown"
        ]
        return thrown + [
            event["params"]["entry"]["text"]
            for event in own
            if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"
        ]

    @property
    def requests(self) -> list[str]:
        self.run("0")
        own = [
            event
            for event in self.browser.events
            if event.get("sessionId") == self.session and event.get("method") == "Network.requestWillBeSent"
        ]
        return [event["params"]["request"]["url"] for event in own if not event["params"]["request"]["url"].startswith("data:")]
