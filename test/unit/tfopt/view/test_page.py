"""The page: complete in itself, and right in a real browser. The latter is skipped, and says so, where there is no browser."""

import json
import re
import time

import pytest
from browser import Browser, browser_path

from tfopt.view.page import as_page, data
from tfopt.view.picture import Node, Picture


def made(*nodes: Node) -> Picture:
    picture = Picture.__new__(Picture)
    picture.nodes = {node.name: node for node in nodes}
    return picture


HOSTILE = '</script><script>window.broken = true</script><!-- <img src=x onerror="window.broken=true">'


def test_the_page_needs_nothing_else(before, after, changes):
    page = as_page("g", before, after, changes)
    assert not re.search(r"(?:src|href)\s*=|@import|url\(|https?://", page)
    assert "default-src 'none'" in page


def test_the_page_carries_the_licence_of_what_is_in_it(before, after, changes):
    text = as_page("t", before, after, changes)
    assert text.index("Permission is hereby granted") < text.index("var dagre=")


def test_names_cannot_leave_their_place():
    page = as_page(HOSTILE, made(Node(HOSTILE, "Op", "", {"a": HOSTILE}, [], "")), made(), [])
    graph = page.split('<script id="graph" type="application/json">')[1].split("</script>")[0]
    assert json.loads(graph)["names"] == [HOSTILE] and "<" not in graph


def test_what_is_the_same_before_and_after_is_written_once(before, after, changes):
    page_data = data("g", before, after, changes)
    by_name = dict(zip(page_data["names"], page_data["nodes"]))
    assert by_name["in/x"][2] == 0 and by_name["check"][2] is None and by_name["out"][2] not in (0, None)
    assert page_data["sizes"] == {"before": [8, 9], "after": [4, 4]}
    event = page_data["events"][0]
    assert [page_data["names"][event[0]], *[page_data["texts"][number] for number in event[1:4]], *[page_data["names"][number] for number in event[4:]]] == [
        "layer/product", "remapper", "MatMulBiasAddRelu", "fused", "layer/relu"]  # fmt: skip


@pytest.fixture(scope="module")
def browser():
    if browser_path() is None:
        pytest.skip("needs a browser: no Chromium is installed (apt install chromium-headless-shell, or name one in TFIR_BROWSER)")
    with Browser() as opened:
        yield opened


@pytest.fixture
def shown(browser, tmp_path):
    """A page opened in the browser, from its text."""

    def show(text: str, **more):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        page = browser.open(path, **more)
        page.settle()
        return page

    return show


@pytest.fixture
def page(shown, before, after, changes):
    opened = shown(as_page("model.mlir", before, after, changes))
    yield opened
    assert opened.errors == []
    assert [url.rpartition("/")[2] for url in opened.requests] == ["page.html"]


def middle(page, path: str):
    """Where the box of a node or scope is on the screen."""
    script = f"(() => {{ const pane = app.panes[0], box = [...pane.boxOf.values()].find((each) => each.item.path === {path!r}), at = pane.canvas.getBoundingClientRect();"
    script += "return box && [at.left + pane.view.x + (box.x + box.w / 2) * pane.view.k, at.top + pane.view.y + (box.y + (box.isFrame ? 8 : box.h / 2)) * pane.view.k]; })()"
    return page.run(script)


def test_the_head_says_what_it_is(page):
    assert page.run("byId('title').textContent") == "model.mlir"
    assert page.run("byId('sizes').textContent") == "8 → 4 nodes, 9 → 4 edges"
    assert page.run("[...byId('legend').children].map((each) => each.textContent)") == [
        "same 2",
        "changed 1",
        "removed 1",
        "fused 3",
        "merged 1",
    ]


def test_a_click_opens_a_scope_and_another_closes_it(page):
    page.run("byId('close-all').click()")
    page.settle()
    assert middle(page, "layer/product") is None
    page.click(*middle(page, "layer"))
    assert middle(page, "layer/product") is not None
    page.click(*middle(page, "layer"))
    assert middle(page, "layer/product") is None


def test_what_is_read_stands_above_what_reads_it(page):
    page.run("scopes.get('layer').isOpen = true; app.rearrange(null)")
    assert middle(page, "layer/product")[1] < middle(page, "layer/bias")[1] < middle(page, "layer/relu")[1]


def test_boxes_do_not_overlap(page):
    page.run("for (const scope of scopes.values()) scope.isOpen = true; app.rearrange(null)")
    overlaps = """app.panes[0].boxes.filter((box) => !box.isFrame).flatMap((a, at, all) => all.slice(at + 1)
      .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).map((b) => a.item.path + " " + b.item.path))"""
    assert page.run(overlaps) == []


def test_hovering_tells_the_attributes_and_the_rule(page):
    page.run("scopes.get('layer').isOpen = true; app.rearrange(null)")
    page.settle()
    page.mouse("mouseMoved", *middle(page, "layer/product"))
    page.settle()
    told = page.run("byId('tip').hidden ? '' : byId('tip').textContent")
    assert "fused into layer/relu by remapper: MatMulBiasAddRelu" in told and "T = f32" in told
    page.mouse("mouseMoved", 3, 3)
    page.settle()
    assert page.run("byId('tip').hidden") is True


def test_a_click_on_a_node_tells_all_about_it(page):
    page.run("app.reveal(nodes.find((node) => node.name === 'out').item)")
    page.settle()
    told = page.run("byId('details').textContent")
    assert "AddV2" in told and "changed" in told and "Inputs beforelayer/relulayer/same" in told
    page.run("[...document.querySelectorAll('#details a')].find((each) => each.textContent === 'layer/same').click()")
    assert page.run("app.selected.path") == "layer/same"


def test_search_finds_names_ops_states_and_rules(page):
    for text, names in [("layer", 4), ("op:relu", 1), ("state:fused", 3), ("rule:matmulbias", 3), ("layer op:biasadd", 1), ("nothing", 0)]:
        assert page.run(f"app.search({text!r})") == names, text
    page.run("byId('search').focus(); byId('search').value = 'state:merged'; byId('search').dispatchEvent(new Event('input'))")
    page.press("Enter")
    page.settle()
    assert page.run("app.selected.path") == "layer/same" and middle(page, "layer/same") is not None


def test_before_and_after_side_by_side(page):
    page.run("document.querySelector('[data-mode=both]').click()")
    page.settle()
    assert page.run("app.panes.map((pane) => pane.note.textContent.split(';')[0])") == [
        "before: 8 nodes, 9 edges",
        "after: 4 nodes, 4 edges",
    ]
    page.run("for (const scope of scopes.values()) scope.isOpen = true; app.rearrange(null)")
    paths = "app.panes.map((pane) => pane.boxes.filter((box) => !box.isFrame).map((box) => box.item.path).sort())"
    assert [len(each) for each in page.run(paths)] == [8, 4]


def test_it_is_as_dark_as_the_system(shown, before, after, changes):
    text = as_page("g", before, after, changes)
    light, dark = (shown(text, dark=dark).run("getComputedStyle(document.body).backgroundColor") for dark in (False, True))
    assert light == "rgb(255, 255, 255)" and dark == "rgb(23, 24, 26)"


def test_hostile_names_are_only_text(shown):
    page = shown(as_page(HOSTILE, made(Node(HOSTILE, HOSTILE, HOSTILE, {HOSTILE: HOSTILE}, [], HOSTILE)), made(), []))
    page.run("app.search('script'); app.reveal(nodes[0].item)")
    page.settle()
    assert page.run("window.broken") is None and page.errors == []
    assert page.run("byId('title').textContent") == HOSTILE


def many(count: int) -> Picture:
    """Nodes in nested scopes, each reading two before it."""

    def name(at: int) -> str:
        return f"model/block_{at // 100}/unit_{at // 10 % 10}/op_{at % 10}"

    return made(
        *[
            Node(name(at), f"Op{at % 17}", "", {"T": "f32"}, [(name(at - step), 0) for step in (1, 13) if at >= step], "tensor<*xf32>")
            for at in range(count)
        ]
    )


def test_thousands_of_nodes_stay_usable(shown):
    page = shown(as_page("large", many(10000), many(9000)))
    assert page.seconds_to_open < 10
    began = time.monotonic()
    assert page.run("app.search('block_57 unit_3 op_7')") == 1
    page.run("app.next(1)")
    page.settle()
    assert page.run("app.selected.path") == "model/block_57/unit_3/op_7"
    page.run("for (const scope of scopes.values()) scope.isOpen = true; app.rearrange(null)")
    page.settle()
    assert page.run("app.panes[0].boxes.filter((box) => !box.isFrame).length") == 10000
    assert time.monotonic() - began < 20
    assert page.errors == []


def test_one_flat_scope_of_many_nodes_is_grouped(shown):
    names = [f"n{at}" for at in range(2000)]
    flat = made(*[Node(name, f"Op{at % 7}", "", {}, [(names[at - 1], 0)] if at else [], "") for at, name in enumerate(names)])
    page = shown(as_page("flat", flat, flat))
    assert page.run("root.items.length") < 20
    page.run("app.reveal(nodes[1234].item)")
    page.settle()
    assert middle(page, "n1234") is not None and page.errors == []


def test_a_loop_is_arranged(shown):
    loop = made(
        Node("m", "Merge", "", {}, [("n", 0)], ""),
        Node("s", "Switch", "", {}, [("m", 0)], ""),
        Node("n", "NextIteration", "", {}, [("s", 1)], ""),
    )
    page = shown(as_page("loop", loop, loop))
    assert len({tuple(middle(page, name)) for name in "msn"}) == 3 and page.errors == []
