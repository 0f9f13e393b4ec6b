"""What a worker of Dask keeps of a run: the work, as it was sent. A module of its own, since it is imported where Dask is."""

from __future__ import annotations

from distributed import WorkerPlugin


class WorkOfWorker(WorkerPlugin):
    def __init__(self, pickled: bytes):
        self.pickled = pickled
