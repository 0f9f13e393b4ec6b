"""An order in which elimination fills little of a symmetric matrix in: always the variable that has the fewest neighbours, about. Source: Amestoy,
Davis and Duff, "An Approximate Minimum Degree Ordering Algorithm", SIAM Journal on Matrix Analysis and Applications 17, 1996. Where the paper
leaves a choice, among variables of the same degree and in the order of lists, it is made as in Eigen, which TensorFlow uses.

What is eliminated becomes an element, a set of variables that are neighbours of each other from then on. A variable's neighbours are
those of its elements and the variables that it still has entries with."""

from __future__ import annotations

from math import sqrt

ROOT = -1


def minimum_degree(neighbours: list[list[int]]) -> list[int]:
    """The variables in the order of their elimination; of each the variables that it has entries with, ascending, itself among them."""
    graph = Graph(neighbours)
    while graph.left:
        graph.eliminate()
    return postorder(graph.parents, [size > 0 for size in graph.sizes])[:-1]


class Graph:
    """Of each variable the elements and the variables beside it; of each element its variables. A variable that others were found to equal stands
    for all of them: `sizes` says how many, and 0 of one that another stands for. While an element is made the sizes of its variables are negative."""

    def __init__(self, neighbours: list[list[int]]):
        count = self.count = len(neighbours)
        self.variables = [*map(list, neighbours), []]
        self.elements: list[list[int]] = [[] for _ in range(count + 1)]
        self.members: dict[int, list[int]] = {}  # of the elements that are part of no other
        self.sizes, self.parents = [1] * (count + 1), [ROOT] * (count + 1)
        self.degrees = list(map(len, self.variables))
        self.of_degree: list[dict[int, None]] = [{} for _ in range(count + 1)]  # the last to come is the first to go
        self.left, self.least = count, 0
        dense = min(count - 2, max(16, int(10 * sqrt(count))))
        for variable, beside in enumerate(neighbours):
            has_itself = variable in beside
            if has_itself and len(beside) == 1:
                self.left -= 1
            elif len(beside) > dense or not has_itself:  # goes last
                self.sizes[variable], self.parents[variable] = 0, count
                self.left -= 1
            else:
                self.of_degree[len(beside)][variable] = None

    def eliminate(self):
        """Makes an element of the variable of least degree."""
        while not self.of_degree[self.least]:
            self.least += 1
        pivot, _ = self.of_degree[self.least].popitem()
        size = self.sizes[pivot]
        self.left -= size
        self.sizes[pivot] = -size
        members = self.gathered(pivot)
        degree = -sum([self.sizes[each] for each in members])
        outside = self.outside(members)
        alike: dict[int, list[int]] = {}  # by a sum of numbers, the last first
        sums = {}
        for variable in members:
            reach = self.update(variable, pivot, outside)
            if not reach:  # it has no other neighbours: eliminated together
                merged = -self.sizes[variable]
                degree, size, self.left = degree - merged, size + merged, self.left - merged
                self.sizes[variable], self.parents[variable] = 0, pivot
                continue
            self.degrees[variable] = min(self.degrees[variable], reach)
            sums[variable] = (sum(self.elements[variable]) + sum(self.variables[variable])) % self.count
            alike.setdefault(sums[variable], []).insert(0, variable)
            self.elements[variable] = [pivot, *rotated(self.elements[variable])]
            self.variables[variable] = rotated(self.variables[variable])
        self.degrees[pivot] = degree
        for variable in members:
            if self.sizes[variable] < 0:
                self.merge_equal(alike.pop(sums[variable], []))
        self.members[pivot] = [each for each in members if self.sizes[each] < 0]
        for variable in self.members[pivot]:
            own = self.sizes[variable] = -self.sizes[variable]
            reach = min(self.degrees[variable] + degree - own, self.left - own)
            self.degrees[variable] = reach
            self.of_degree[reach][variable] = None
            self.least = min(self.least, reach)
        self.sizes[pivot] = size
        if not self.members[pivot]:
            del self.members[pivot]

    def gathered(self, pivot: int) -> list[int]:
        """The variables of the pivot's elements, which become part of it, and beside it; marked, and of no degree for the while."""
        members = []
        for beside in [*[self.members[element] for element in self.elements[pivot]], self.variables[pivot]]:
            for variable in beside:
                if self.sizes[variable] > 0:
                    self.sizes[variable] = -self.sizes[variable]
                    members.append(variable)
                    del self.of_degree[self.degrees[variable]][variable]
        for element in self.elements[pivot]:
            self.absorb(element, pivot)
        return members

    def absorb(self, element: int, pivot: int):
        self.parents[element] = pivot
        del self.members[element]

    def outside(self, members: list[int]) -> dict[int, int]:
        """Of each element beside these variables how many of its variables are others."""
        outside: dict[int, int] = {}
        for variable in members:
            for element in self.elements[variable]:
                if element in self.members:
                    outside[element] = outside.get(element, self.degrees[element]) + self.sizes[variable]
        return outside

    def update(self, variable: int, pivot: int, outside: dict[int, int]) -> int:
        """Takes away what the new element says of a variable's neighbours; returns how many others it has at most. An element without others becomes
        part of the new one."""
        kept, reach = [], 0
        for element in self.elements[variable]:
            if element not in self.members:
                continue
            if outside[element] > 0:
                reach += outside[element]
                kept.append(element)
            else:
                self.absorb(element, pivot)
        self.elements[variable] = kept
        self.variables[variable] = [each for each in self.variables[variable] if self.sizes[each] > 0]
        return reach + sum([self.sizes[each] for each in self.variables[variable]])

    def merge_equal(self, candidates: list[int]):
        """Lets one stand for all that have the same neighbours."""
        while candidates:
            one, *others = candidates
            elements, variables = set(self.elements[one]), set(self.variables[one])
            candidates = []
            for other in others:
                if elements == set(self.elements[other]) and variables == set(self.variables[other]):
                    self.parents[other] = one
                    self.sizes[one] += self.sizes[other]
                    self.sizes[other] = 0
                else:
                    candidates.append(other)


def rotated(numbers: list[int]) -> list[int]:
    return [*numbers[1:], *numbers[:1]]


def postorder(parents: list[int], are_elements: list[bool]) -> list[int]:
    """The nodes of a forest, each behind its children, of which the elements go first."""
    children: list[list[int]] = [[] for _ in parents]
    for node in sorted(range(len(parents)), key=lambda node: not are_elements[node]):
        if parents[node] != ROOT:
            children[parents[node]].append(node)
    order = []
    for root in [node for node, parent in enumerate(parents) if parent == ROOT]:
        stack = [(root, iter(children[root]))]
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                order.append(node)
                stack.pop()
            else:
                stack.append((child, iter(children[child])))
    return order
