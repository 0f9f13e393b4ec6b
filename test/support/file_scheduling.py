"""`--dist loadfile` of pytest-xdist, whose own scheduler counts all tests of a process, and looks through all tests there are, whenever one ends."""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling


class FileScheduling(LoadFileScheduling):
    """Files in turn to processes, dear ones first, in time that does not grow with how many tests there are."""

    def __init__(self, config, log, first: tuple[str, ...]):
        super().__init__(config, log)
        self.first = first  # ends of paths of files that are given out before the others
        self.places: dict = {}  # of each process, where a test stands in its collection

    def add_node_collection(self, node, collection):
        super().add_node_collection(node, collection)
        self.places[node] = {name: at for at, name in enumerate(collection)}

    def schedule(self):
        is_first_time = self.collection is None
        super().schedule()
        if is_first_time:  # what is waiting; the first files of all have been given out
            for scope in reversed([scope for scope in self.workqueue if scope.endswith(self.first)]):
                self.workqueue.move_to_end(scope, last=False)

    def _assign_work_unit(self, node):
        scope, unit = self.workqueue.popitem(last=False)
        self.assigned_work.setdefault(node, {})[scope] = unit
        node.send_runtest_some([self.places[node][name] for name, is_done in unit.items() if not is_done])

    def mark_test_complete(self, node, item_index, duration=0):
        name = self.registered_collections[node][item_index]
        units, scope = self.assigned_work[node], self._split_scope(name)
        del units[scope][name]
        if not units[scope]:
            del units[scope]
        self._reschedule(node)

    def _pending_of(self, workload):
        return sum(map(len, workload.values()))
