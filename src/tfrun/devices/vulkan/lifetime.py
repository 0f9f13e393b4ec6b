"""How long what is made on a device is there: until it is closed, and no longer than the device."""

from contextlib import ExitStack


class Closable:
    """What is closed with its device, if not before: where it was made an error or an interrupt may have come between."""

    def __init__(self, device):
        self.device, self._stack = device, ExitStack()
        device.open.add(self)

    def close(self):
        self.device.open.discard(self)
        self._stack.close()
