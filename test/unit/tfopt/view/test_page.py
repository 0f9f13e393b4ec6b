"""The page: complete in itself, and right in a real browser. The latter is skipped, and says so, where there is no browser."""

import json
import re
import time

import pytest

from tfopt.view.page import as_page, data
from tfopt.view.picture import Node, Picture


def made(*nodes: Node) -> Picture:
    picture = Picture.empty()
    picture.nodes = {node.name: node for node in nodes}
    return picture


HOSTILE = '</script><script>window.broken = true</script><!-- <img src=x onerror="window.broken=true">'


def test_the_page_needs_nothing_else(before, after, changes):
    page = as_page("g", before, after, changes).replace("http://www.w3.org/2000/svg", "")  # the name of a namespace
    assert not re.search(r"(?:src|href)\s*=|@import|url\(|https?://", page)
    assert "default-src 'none'" in page


def test_the_page_carries_the_licence_of_what_is_in_it(before, after, changes):
    text = as_page("t", before, after, changes)
    assert text.index("Permission is hereby granted") < text.index("var dagre=")


def test_names_cannot_leave_their_place():
    page = as_page(HOSTILE, made(Node(HOSTILE, "Op", "", {"a": HOSTILE}, [])), made(), [])
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
    assert "AddV2" in told and "changed" in told and "Inputs beforelayer/relu?x?xf32layer/same" in told
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
    page = shown(as_page(HOSTILE, made(Node(HOSTILE, HOSTILE, HOSTILE, {HOSTILE: HOSTILE}, [], [HOSTILE])), made(), []))
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
            Node(name(at), f"Op{at % 17}", "", {"T": "f32"}, [(name(at - step), 0) for step in (1, 13) if at >= step], ["tensor<*xf32>"])
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
    flat = made(*[Node(name, f"Op{at % 7}", "", {}, [(names[at - 1], 0)] if at else []) for at, name in enumerate(names)])
    page = shown(as_page("flat", flat, flat))
    assert page.run("root.items.length") < 20
    page.run("app.reveal(nodes[1234].item)")
    page.settle()
    assert middle(page, "n1234") is not None and page.errors == []


def test_a_loop_is_arranged(shown):
    loop = made(
        Node("m", "Merge", "", {}, [("n", 0)]),
        Node("s", "Switch", "", {}, [("m", 0)]),
        Node("n", "NextIteration", "", {}, [("s", 1)]),
    )
    page = shown(as_page("loop", loop, loop))
    assert len({tuple(middle(page, name)) for name in "msn"}) == 3 and page.errors == []


def held(name: str, *numbers: float) -> Node:
    from tfir.ir.dense import DenseAttr
    from tfir.ir.types import F32, TensorType

    from tfopt.view.contents import content_of

    node = Node(name, "Const", "", {"value": "..."}, [], ["tensor<4xf32>"])
    node.contents["value"] = content_of(DenseAttr.of(numbers, TensorType((len(numbers),), F32)))
    return node


def test_what_a_constant_holds_is_told(shown):
    page = shown(as_page("c", made(held("c", 1.0, 2.0, 2.0, 4.0)), made(held("c", 1.0, 2.0, 2.0, 4.0))))
    page.run("app.reveal(nodes[0].item)")
    told = page.run("byId('details').textContent")
    assert "value: 4 elements1, 2, 2, 4least1greatest4mean2.25zeros0" in told
    assert page.run("[...document.querySelectorAll('.histogram rect title')].map((each) => +each.textContent).filter(Boolean)") == [1, 2, 1]


def test_inputs_and_outputs_are_listed_with_their_types(shown, before):
    page = shown(as_page("g", before, before))
    page.run("byId('ends').click()")
    assert page.run("byId('details').textContent") == "Inputsin/x*xf32Outputscheck*xf32"


def test_an_address_shows_a_node_and_a_chosen_node_is_in_the_address(shown, before, after, changes):
    page = shown(as_page("g", before, after, changes))
    page.run("byId('close-all').click(); location.hash = '#node=layer%2Fproduct'")
    page.settle()
    assert page.run("app.selected.path") == "layer/product" and middle(page, "layer/product") is not None
    page.run("app.reveal(nodes.find((node) => node.name === 'out').item)")
    assert page.run("location.hash") == "#node=out"
    page.run("app.select(null)")
    assert page.run("location.hash") == ""
    for nothing in ("#node=%ZZ", "#node=neither", "#other"):
        page.run(f"location.hash = {nothing!r}")
        page.settle()
        assert page.run("app.selected") is None and page.errors == []


def test_all_opens_and_closes(page):
    page.run("byId('open-all').click()")
    assert page.run("[...scopes.values()].every((scope) => scope.isOpen)") is True and middle(page, "layer/product") is not None
    page.run("byId('close-all').click()")
    assert page.run("[...scopes.values()].filter((scope) => scope.isOpen).length") == 1 and middle(page, "layer/product") is None


def test_what_is_open_can_be_saved(page):
    from xml.etree import ElementTree

    page.run("app.openAll(true)")
    drawn = ElementTree.fromstring(page.run("svgText()"))
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"product", "MatMul", "check", "NoOp2"} <= set(texts)
    page.run("byId('close-all').click()")
    assert "product" not in page.run("svgText()")
    assert page.run("pngBlob().then((blob) => blob.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes).slice(0, 4)])") == [
        0x89,
        *b"PNG",
    ]


def test_names_in_a_saved_picture_are_only_text(shown):
    from xml.etree import ElementTree

    node = Node(HOSTILE + '"&', HOSTILE, "", {}, [], [HOSTILE])
    page = shown(as_page(HOSTILE, made(node), made(node)))
    assert {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(page.run("svgText()")).iter()} <= {
        "svg",
        "title",
        "rect",
        "path",
        "text",
    }
