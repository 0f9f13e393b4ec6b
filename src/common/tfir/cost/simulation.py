"""A program on the devices of a cluster, as it would go: what runs when, what is sent where, what lies in memory from when to when.

A device runs one task at a time. A result that another device needs is sent once, from a Send on its own device to a Recv on the
other; a link carries one message at a time in each direction, and the latency passes beside that. Waiting for the end of a task
elsewhere takes a message without bytes, which is never in another's way.
"""

from __future__ import annotations

from heapq import heappop, heappush

from tfir.cost.cluster import Cluster
from tfir.cost.ready import MANAGERS
from tfir.cost.timing import ways_to_the_end
from tfir.cost.traffic import SWAPS
from tfir.cost.workload import Workload

INFINITY = float("inf")


class Transfer:
    """One result on its way: the link is its own from `start` to `sent`, at `end` it is there. `result` is None where only the end of
    the task is told."""

    __slots__ = ("task", "result", "source", "target", "size", "ready", "start", "sent", "end")

    def __init__(self, task: int, result: int | None, source: int, target: int, size: int, ready: float):
        self.task, self.result, self.source, self.target, self.size, self.ready = task, result, source, target, size, ready
        self.start = self.sent = self.end = ready

    def __lt__(self, other):
        return (self.task, -1 if self.result is None else self.result, self.target) < (
            other.task,
            -1 if other.result is None else other.result,
            other.target,
        )


class Buffer:
    """Memory of one result on one device, taken at `start` and given back at `end`."""

    __slots__ = ("task", "result", "device", "size", "start", "end", "uses")

    def __init__(self, task: int, result: int, device: int, size: int, start: float):
        self.task, self.result, self.device, self.size, self.start = task, result, device, size, start
        self.end = start
        self.uses = 0


class Schedule:
    """The result of a simulation. Lists by task: `devices` (numbers), `ready`, `start`, `end` and `seconds`. `total` is the time at which
    everything is done, in seconds."""

    def __init__(self, workload: Workload, cluster: Cluster, devices: list[int], seconds: list[float]):
        count = len(workload.tasks)
        self.workload, self.cluster, self.devices, self.seconds = workload, cluster, devices, seconds
        self.ready, self.start, self.end = [0.0] * count, [0.0] * count, [0.0] * count
        self.transfers: list[Transfer] = []
        self.buffers: list[Buffer] = []
        self.total = 0.0

    def busy(self, device: int) -> float:
        return sum([seconds for seconds, where in zip(self.seconds, self.devices) if where == device])


def devices_asked_for(workload: Workload, cluster: Cluster, otherwise: str = "") -> list[int]:
    """The device that each task asks for, by number; for those that ask for none, the one named or the usual one. What is copied to
    the host's memory lies there, and is sent from there when it is copied back."""
    numbers: dict[str, int] = {}
    for name in dict.fromkeys([task.device or otherwise for task in workload.tasks]):
        number = cluster.number(name) if name else None
        numbers[name] = cluster.usual_device if number is None else number
    requested = [numbers[task.device or otherwise] for task in workload.tasks]
    return [cluster.host_of(device) if task.local in SWAPS else device for task, device in zip(workload.tasks, requested)]


def seconds_on(workload: Workload, cluster: Cluster, devices: list[int], overlap: bool = True, measured: dict | None = None) -> list[float]:
    """How long each task takes where it is: by the roofline, or as `measured` by name."""
    seconds = []
    for task, device in zip(workload.tasks, devices):
        seconds_measured = measured.get(task.name) if measured else None
        seconds.append(task.cost.seconds(cluster.devices[device], overlap) if seconds_measured is None else seconds_measured)
    return seconds


def simulate(workload: Workload, cluster: Cluster, devices: list[int], seconds: list[float], manager: str = "first-ready") -> Schedule:
    """Runs the workload with task i on the device numbered `devices[i]`, where it takes `seconds[i]`."""
    return Run(Schedule(workload, cluster, devices, seconds), manager).schedule


class Run:
    """The simulation itself: events in the order of their times."""

    def __init__(self, schedule: Schedule, manager: str):
        self.schedule, self.tasks = schedule, schedule.workload.tasks
        ops, messages = MANAGERS[manager]
        urgent = ways_to_the_end(schedule.workload, schedule.seconds) if manager == "priority" else None
        self.queues = [ops(urgent and urgent.__getitem__) for _ in schedule.cluster.devices]
        self.is_busy = [False] * len(schedule.cluster.devices)
        self.new_link_queue = lambda: messages(urgent and (lambda transfer: urgent[transfer.task]))
        self.links: dict[tuple[int, int], list] = {}  # (queue, whether it is in use)
        self.missing = [len(task.read) + len(task.waits) for task in self.tasks]
        self.held: dict[tuple[int, int, int], Buffer] = {}  # (task, result, device)
        self.events: list = []
        self.woken: set[int] = set(range(len(self.queues)))  # devices, and links, that may have something to do now
        self.woken_links: set[tuple[int, int]] = set()
        self.begin()
        self.loop()

    def begin(self) -> None:
        for task in self.tasks:
            if not self.missing[task.number]:
                self.queues[self.schedule.devices[task.number]].push(task.number, 0.0)

    def loop(self) -> None:
        """All that happens at one time happens before anything that begins then."""
        self.start_what_can(0.0)
        while self.events:
            now = self.events[0][0]
            while self.events and self.events[0][0] == now:
                _, _, number, what = heappop(self.events)
                if what is None:
                    self.finish(number, now)
                else:
                    self.happen(what, now)
            self.start_what_can(now)
            self.schedule.total = max(self.schedule.total, now)

    def start_what_can(self, now: float) -> None:
        woken, self.woken = self.woken, set()
        for device in sorted(woken) if len(woken) > 1 else woken:
            if not self.is_busy[device] and len(self.queues[device]):
                self.start(self.queues[device].pop(), device, now)
        if self.woken_links:
            links, self.woken_links = self.woken_links, set()
            for ends in sorted(links):
                link = self.links[ends]
                if not link[1] and len(link[0]):
                    self.send(link, link[0].pop(), now)

    def start(self, number: int, device: int, now: float) -> None:
        schedule, task = self.schedule, self.tasks[number]
        schedule.start[number], schedule.end[number] = now, now + schedule.seconds[number]
        self.is_busy[device] = True
        self.take_memory(task, device, now)
        heappush(self.events, (schedule.end[number], 0, number, None))

    def finish(self, number: int, now: float) -> None:
        """Ends a task: tasks that wait for it on its device may begin; those elsewhere are told, or sent the results that they need."""
        devices, task = self.schedule.devices, self.tasks[number]
        device = devices[number]
        self.is_busy[device] = False
        self.woken.add(device)
        sent: dict[tuple[int | None, int], None] = {}
        for consumer, result in task.targets:
            if devices[consumer] == device:
                self.arrive(consumer, now)
            else:
                sent[result, devices[consumer]] = None
        for result, target in sent:
            self.offer(task, result, device, target, now)
        for producer, result in task.read:
            self.let_go(producer, result, device, now)
        for result in range(len(task.sizes)):
            self.let_go(number, result, device, now)

    def arrive(self, number: int, now: float) -> None:
        self.missing[number] -= 1
        if not self.missing[number]:
            device = self.schedule.devices[number]
            self.schedule.ready[number] = now
            self.queues[device].push(number, now)
            self.woken.add(device)

    # Transfers

    def offer(self, task, result: int | None, source: int, target: int, now: float) -> None:
        transfer = Transfer(task.number, result, source, target, 0 if result is None else task.sizes[result], now)
        self.schedule.transfers.append(transfer)
        if result is None:
            transfer.end = now + self.schedule.cluster.between(source, target).latency
            return heappush(self.events, (transfer.end, 1, task.number, ("received", transfer, None)))
        link = self.links.get((source, target))
        if link is None:
            link = self.links[source, target] = [self.new_link_queue(), False]
        link[0].push(transfer, now)
        self.woken_links.add((source, target))

    def send(self, link: list, transfer: Transfer, now: float) -> None:
        between = self.schedule.cluster.between(transfer.source, transfer.target)
        link[1], transfer.start = True, now
        transfer.sent = now + between.seconds(transfer.size)
        transfer.end = transfer.sent + between.latency
        buffer = Buffer(transfer.task, transfer.result, transfer.target, transfer.size, now)
        buffer.uses = len(self.waiting_there(transfer))
        self.held[transfer.task, transfer.result, transfer.target] = buffer
        self.schedule.buffers.append(buffer)
        heappush(self.events, (transfer.sent, 1, transfer.task, ("sent", transfer, link)))
        heappush(self.events, (transfer.end, 2, transfer.task, ("received", transfer, None)))

    def happen(self, what, now: float) -> None:
        kind, transfer, link = what
        if kind == "sent":
            link[1] = False
            self.woken_links.add((transfer.source, transfer.target))
            return self.let_go(transfer.task, transfer.result, transfer.source, now)
        for consumer in self.waiting_there(transfer):
            self.arrive(consumer, now)

    def waiting_there(self, transfer: Transfer) -> list[int]:
        """The tasks on the device that a transfer goes to that wait for it."""
        edges = self.tasks[transfer.task].targets
        return [task for task, result in edges if result == transfer.result and self.schedule.devices[task] == transfer.target]

    # Memory

    def take_memory(self, task, device: int, now: float) -> None:
        """Each result gets a buffer, or its input's if the task only passes it on. The task itself uses its results while it runs."""
        uses = self.uses_of(task, device)
        source = self.held.get((*task.inputs[0], device)) if task.hands_on and task.inputs else None
        for result, size in enumerate(task.sizes):
            buffer = source
            if buffer is None:
                buffer = Buffer(task.number, result, device, size, 0.0 if task.is_state else now)
                self.schedule.buffers.append(buffer)
            buffer.uses += uses[result] + (task.is_state or task.number in self.schedule.workload.fetched)
            self.held[task.number, result, device] = buffer

    def uses_of(self, task, device: int) -> list[int]:
        uses = [1] * len(task.sizes)
        devices, away = self.schedule.devices, set()
        for consumer, result in task.consumers:
            target = devices[consumer]
            if target == device:
                uses[result] += 1
            elif (result, target) not in away:
                away.add((result, target))
                uses[result] += 1
        return uses

    def let_go(self, task: int, result: int, device: int, now: float) -> None:
        buffer = self.held[task, result, device]
        buffer.uses -= 1
        buffer.end = INFINITY if buffer.uses else now
