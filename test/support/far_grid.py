"""A grid whose processes are far from it: programs run on one module, the grid has another one, and messages are pickled in between."""

import pickle
from collections import defaultdict
from functools import partial
from queue import Queue
from threading import Thread

from tfir.execution.entry import find_entry
from tfir.execution.far_processes import STOP, far_processes, serve
from tfir.execution.grid import Grid
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.execution.state import State


class Line:
    """One end of a conversation."""

    def __init__(self, into: Queue, out: Queue):
        self.into, self.out = into, out

    def send(self, message):
        self.out.put(pickle.dumps(message))

    def receive(self):
        return pickle.loads(self.into.get(timeout=60))


def far_results(module, far_module, replicas: int, partitions: int, inputs: list) -> list:
    """The results of the module's only function, of one process after another; `inputs` are those of each."""
    queues = defaultdict(lambda: (Queue(), Queue()))
    numbers = {id(op): number for number, op in enumerate(far_module.walk())}
    threads = []
    for process, arrays in zip(far_processes(replicas, partitions, numbers, lambda id, at: Line(*queues[id, at])), inputs):
        session = Session(far_module, state=State().of_process(process))
        program = interpreted(far_module, find_entry(far_module), session)
        threads.append(Thread(target=process.run, args=(partial(program, arrays),), daemon=True))
    for thread in threads:
        thread.start()
    grid = Grid(replicas, partitions)
    works = [partial(serve, process, list(module.walk()), lambda id, at: Line(*queues[id, at][::-1])) for process in grid.processes]
    try:
        return [value for values in grid.run(works) for value in values]
    finally:
        for far, _ in list(queues.values()):
            far.put(pickle.dumps(STOP))
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
