"""Where edges run: past boxes and not over them, along one way where they go the same, back where a loop begins anew."""

from tfopt.view.page import as_page
from tfopt.view.picture import BACK, Node, Picture


def made(*nodes: Node) -> Picture:
    picture = Picture.empty()
    picture.nodes = {node.name: node for node in nodes}
    return picture


# Points of each segment's curves that lie in a box of its scope that is none of its ends.
CROSSED = """(() => {
  const crossed = [];
  let count = 0;
  const visit = (box) => {
    for (const { from, to, path } of box.segments || []) {
      count++;
      let [x0, y0] = path;
      for (let at = 2; at < path.length; at += 6) {
        const [x1, y1, x2, y2, x3, y3] = path.slice(at, at + 6);
        for (let t = 0; t <= 1; t += 0.05) {
          const u = 1 - t, [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
          const [x, y] = [box.x + a * x0 + b * x1 + c * x2 + d * x3, box.y + a * y0 + b * y1 + c * y2 + d * y3];
          for (const { item, x: left, y: top, w, h } of box.shown)
            if (item !== from && item !== to && x > left + 1 && x < left + w - 1 && y > top + 1 && y < top + h - 1) crossed.push(item.path);
        }
        [x0, y0] = [x3, y3];
      }
    }
    box.shown.forEach(visit);
  };
  visit(app.panes[0].picture);
  return [count, crossed];
})()"""


def training_graph(layers: int) -> Picture:
    """Layers, each with weights that an update reads beside the layer's gradient, which reads what the layer gave."""
    nodes = [Node("x", "Placeholder", "", {}, [])]
    for at in range(layers):
        below = f"model/layer_{at - 1}/out" if at else "x"
        nodes += [Node(f"model/layer_{at}/w", "Variable", "", {}, []), Node(f"model/layer_{at}/b", "Variable", "", {}, []),
                  Node(f"model/layer_{at}/product", "MatMul", "", {}, [(below, 0), (f"model/layer_{at}/w", 0)]),
                  Node(f"model/layer_{at}/out", "Add", "", {}, [(f"model/layer_{at}/product", 0), (f"model/layer_{at}/b", 0)])]  # fmt: skip
    for at in reversed(range(layers)):
        above = f"gradients/layer_{at + 1}/grad" if at + 1 < layers else f"model/layer_{at}/out"
        nodes += [
            Node(f"gradients/layer_{at}/grad", "Grad", "", {}, [(above, 0), (f"model/layer_{at}/product", 0), (f"model/layer_{at}/w", 0)])
        ]
        nodes += [
            Node(f"train/update_{at}_{name}", "Apply", "", {}, [(f"gradients/layer_{at}/grad", 0), (f"model/layer_{at}/{name}", 0)])
            for name in "wb"
        ]
    return made(*nodes)


def test_no_edge_covers_a_box(shown):
    graph = training_graph(12)
    page = shown(as_page("t", graph, graph))
    for script in ("app.openAll(false)", "app.openAll(true)", "scopes.get('gradients').isOpen = false; app.rearrange(null)"):
        page.run(script)
        count, crossed = page.run(CROSSED)
        assert count and crossed == [], script


def test_edges_that_leave_a_scope_leave_it_together(shown):
    graph = training_graph(12)
    page = shown(as_page("t", graph, graph))
    page.run("app.openAll(true)")
    ways = "app.panes[0].picture.segments.filter(({ from, to }) => from && to && from.path === 'model').map(({ to, count }) => [to.path, count]).sort()"
    # of each layer: its product and its weights for its gradient, both variables for updates; and what the last one gave
    assert page.run(ways) == [["gradients", 25], ["train", 24]]


def test_a_loop_is_drawn_in_the_order_of_its_trip(shown):
    loop = made(
        Node("enter", "Enter", "", {}, []),
        Node("merge", "Merge", "", {}, [("enter", 0), ("next", BACK)]),
        Node("condition", "LoopCond", "", {}, [("merge", 0)]),
        Node("switch", "Switch", "", {}, [("merge", 0), ("condition", 0)]),
        Node("body", "Add", "", {}, [("switch", 1)]),
        Node("next", "NextIteration", "", {}, [("body", 0)]),
        Node("exit", "Exit", "", {}, [("switch", 0)]),
    )
    page = shown(as_page("l", loop, loop))
    order = page.run("[...app.panes[0].boxes].sort((a, b) => a.y - b.y).map(({ item }) => item.path)")
    assert [name for name in order if name != "exit"] == ["enter", "merge", "condition", "switch", "body", "next"]
    back = page.run("app.panes[0].picture.segments.filter((each) => each.isBack).map(({ from, to, path }) => [from.path, to.path, path])")
    assert [(source, target) for source, target, _ in back] == [("next", "merge")]
    path = back[0][2]
    assert path[1] > path[-1] and page.run(CROSSED)[1] == [], "it ends above where it begins"


def test_types_stand_beside_edges(shown):
    graph = made(
        Node("a", "A", "", {}, [], ["tensor<3x4xf32>"]),
        Node("b", "B", "", {}, [("a", 0)], ["tensor<i1>"]),
        Node("c", "C", "", {}, [("a", 0), ("b", 0)]),
    )
    text = shown(as_page("g", graph, graph)).run("svgText()")
    assert text.count(">3x4xf32<") == 1 and text.count(">i1<") == 1
