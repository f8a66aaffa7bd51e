"""`graphlib` of CPython 3.11: nodes in an order in which each comes behind those that it needs."""


class CycleError(ValueError): ...


class TopologicalSorter:
    def __init__(self, graph=None):
        self._needs = {}
        for node, needed in (graph or {}).items():
            self.add(node, *needed)

    def add(self, node, *predecessors):
        self._needs.setdefault(node, [])
        for one in predecessors:
            self._needs.setdefault(one, [])
            self._needs[node].append(one)

    def static_order(self):
        done = []
        while len(done) < len(self._needs):
            ready = [node for node, needed in self._needs.items() if node not in done and all(one in done for one in needed)]
            if not ready:
                raise CycleError
            for node in ready:
                yield node
            done += ready
