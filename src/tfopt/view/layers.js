// Arranging: the items of a scope in layers, each below what it reads (dagre; MIT licence).

const GAP_X = 14, GAP_Y = 30, PADDING = 14, HEAD = 20, LEAF_HEIGHT = 32, SCOPE_HEIGHT = 42;

const ruler = document.createElement("canvas").getContext("2d");

function textWidth(text, least, most) {
  ruler.font = "600 11px system-ui, sans-serif";
  return Math.max(least, Math.min(most, ruler.measureText(text).width + 18));
}

/** Sizes and places of all that is visible, relative to the scope around it; answers with the size of the whole. */
function arrange(root, edges, mode) {
  const inner = new Map();
  for (const edge of edges) {
    let [from, to] = [edge.from, edge.to];
    while (from.depth > to.depth) from = from.parent;
    while (to.depth > from.depth) to = to.parent;
    while (from.parent !== to.parent) [from, to] = [from.parent, to.parent];
    if (from === to) continue;
    if (!inner.has(from.parent)) inner.set(from.parent, []);
    inner.get(from.parent).push([from, to]);
  }
  const place = (item) => {
    if (item.leaf || !item.isOpen) {
      const label = item.leaf ? item.label : `+ ${item.label}`;
      const side = item.leaf && present(item.leaf, mode);
      item.w = Math.max(textWidth(label, item.leaf ? 64 : 104, 190), side ? textWidth(side.op, 64, 190) : 0);
      item.h = item.leaf ? LEAF_HEIGHT : SCOPE_HEIGHT;
      return;
    }
    const items = item.items.filter((child) => child.counts[mode]);
    items.forEach(place);
    const size = layered(items, inner.get(item) || []);
    const head = item === root ? 0 : HEAD;
    for (const child of items) {
      child.dx = child.left + PADDING;
      child.dy = child.top + PADDING + head;
    }
    item.w = Math.max(size.width + 2 * PADDING, textWidth(item.label, 80, 400));
    item.h = size.height + 2 * PADDING + head;
  };
  place(root);
  const absolute = (item, x, y) => {
    item.x = x;
    item.y = y;
    if (item.items && item.isOpen) for (const child of item.items) if (child.counts[mode]) absolute(child, x + child.dx, y + child.dy);
  };
  absolute(root, 0, 0);
}

/** The items of one scope: those with edges between them by dagre, the others in rows below. */
function layered(items, pairs) {
  const linked = new Set(pairs.flat());
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: GAP_X, ranksep: GAP_Y, edgesep: 2 });
  graph.setDefaultEdgeLabel(() => ({}));
  items.forEach((item, at) => {
    item.at = String(at);
    if (linked.has(item)) graph.setNode(item.at, { width: item.w, height: item.h, item });
  });
  for (const [from, to] of pairs) graph.setEdge(from.at, to.at);
  if (linked.size) dagre.layout(graph);
  for (const name of graph.nodes()) {
    const { item, x, y } = graph.node(name);
    [item.left, item.top] = [x - item.w / 2, y - item.h / 2];
  }
  const { width, height } = graph.graph();
  const size = linked.size ? { width, height } : { width: 0, height: 0 };
  return placeLone(items.filter((item) => !linked.has(item)), size);
}

function placeLone(items, size) {
  if (!items.length) return size;
  const widest = Math.max(size.width, Math.sqrt(items.reduce((sum, item) => sum + (item.w + GAP_X) * (item.h + GAP_X), 0)) * 1.6, 200);
  let left = 0, top = size.height ? size.height + GAP_Y : 0, tallest = 0, width = size.width;
  for (const item of items) {
    if (left && left + item.w > widest) {
      [left, top, tallest] = [0, top + tallest + GAP_X, 0];
    }
    [item.left, item.top] = [left, top];
    left += item.w + GAP_X;
    tallest = Math.max(tallest, item.h);
    width = Math.max(width, left - GAP_X);
  }
  return { width, height: top + tallest };
}
