"""The graph by keyboard and in words: the tree beside the canvas, as assistive technology finds it."""

import pytest

from tfopt.view.page import as_page


@pytest.fixture
def page(shown, before, after, changes):
    opened = shown(as_page("model.mlir", before, after, changes))
    opened.run("app.openAll(false); app.panes[0].outline.tree.focus()")
    yield opened
    assert opened.errors == []


def pressed(page, *keys: str) -> str:
    for key in keys:
        page.press(key)
    return page.run("app.panes[0].outline.current && app.panes[0].outline.current.path")


def test_arrows_go_through_what_is_visible(page):
    assert pressed(page) == "in"
    assert pressed(page, "ArrowDown") == "layer" and pressed(page, "ArrowUp", "ArrowUp") == "in"
    assert pressed(page, "End") == "check" and pressed(page, "Home") == "in"


def test_right_opens_and_left_closes(page):
    assert pressed(page, "ArrowDown", "ArrowRight") == "layer" and page.run("scopes.get('layer').isOpen") is True
    assert pressed(page, "ArrowRight") == "layer/product"
    assert pressed(page, "ArrowLeft") == "layer"
    assert pressed(page, "ArrowLeft") == "layer" and page.run("scopes.get('layer').isOpen") is False


def test_edges_can_be_followed(page):
    page.run("app.openAll(true)")
    assert pressed(page, "Home", "ArrowDown") == "in/x"
    assert pressed(page, "u") in ("layer/product", "layer/relu") and pressed(page, "End", "i") == "out"


def test_enter_chooses_and_the_panel_and_the_address_follow(page):
    assert pressed(page, "End", "Enter") == "check"
    assert page.run("app.selected.path") == "check" and page.run("location.hash") == "#node=check"
    assert page.run("byId('said').textContent") == "check, NoOp2, *xf32, removed; reads 1, read by 0"
    assert page.run("byId('details').hidden") is False


def test_a_screen_reader_finds_a_tree(page):
    pressed(page, "ArrowDown", "ArrowRight", "ArrowRight")
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    found = {
        (node["role"]["value"], node.get("name", {}).get("value", "")): node for node in nodes if not node.get("ignored") and "role" in node
    }
    tree = found["tree", "Graph: changes"]
    assert {"name": "focused", "value": {"type": "booleanOrUndefined", "value": True}} in tree["properties"]
    facts = {
        each["name"]: each["value"]["value"]
        for each in found["treeitem", "product, MatMul, ?x?xf32, fused; reads 2, read by 1"]["properties"]
    }
    assert facts["level"] == 2
    scope = {each["name"]: each["value"]["value"] for each in found["treeitem", "layer, scope of 4 nodes"]["properties"]}
    assert scope["expanded"] is True and scope["level"] == 1
    assert not [node for node in nodes if node.get("role", {}).get("value") in ("Canvas", "canvas") and not node.get("ignored")]
    named = [name for role, name in found if role == "button"]
    assert named and all(named) and ("searchbox", "search") in found


def test_the_focus_goes_from_the_head_to_the_graph_to_the_panel(page):
    page.run("app.reveal(nodes.find((node) => node.name === 'out').item); byId('theme').focus()")
    order = []
    for _ in range(3):
        page.press("Tab")
        order.append(page.run("document.activeElement.className || document.activeElement.tagName"))
    assert order == ["outline", "A", "A"]
