// Arranging: the items of a scope in layers, each below what it reads (dagre; MIT licence). Where edges run is told by routes.js.

const GAP_X = 14, GAP_Y = 34, PADDING = 16, HEAD = 20, LEAF_HEIGHT = 32, SCOPE_HEIGHT = 42;
const MANY_PAIRS = 150; // from which on ranks are told in the fastest way

const ruler = document.createElement("canvas").getContext("2d");

const widths = new Map();

function textWidth(text, least, most) {
  let width = widths.get(text);
  if (width === undefined) {
    ruler.font = "600 11px system-ui, sans-serif";
    widths.set(text, (width = ruler.measureText(text).width + 18));
  }
  return Math.max(least, Math.min(most, width));
}

/** Sizes and places of all that is visible, and the routes of edges between it. */
function arrange(root, edges, mode) {
  const segments = segmentsOf(edges);
  const place = (item) => {
    if (item.leaf || !item.isOpen) {
      const label = item.leaf ? item.label : `+ ${item.label}`;
      const side = item.leaf && present(item.leaf, mode);
      item.w = Math.ceil(Math.max(textWidth(label, item.leaf ? 64 : 104, 190), side ? textWidth(titleOf(item.leaf, side), 64, 190) : 0));
      item.h = item.leaf ? LEAF_HEIGHT : SCOPE_HEIGHT;
      item.segments = null;
      return;
    }
    const items = item.items.filter((child) => child.counts[mode]), own = segments.get(item) || [];
    items.forEach((child, at) => {
      place(child);
      child.at = at;
    });
    const across = own.filter((segment) => segment.from && segment.to);
    const layout = knownLayout(items, across);
    const head = item === root ? 0 : HEAD;
    items.forEach((child, at) => {
      child.dx = layout.places[at].left + PADDING;
      child.dy = layout.places[at].top + PADDING + head;
      child.row = layout.places[at].row;
    });
    item.w = Math.max(layout.width + 2 * PADDING, textWidth(item.label, 80, 400));
    item.h = layout.height + 2 * PADDING + head;
    item.segments = own;
    item.shown = items;
    for (const segment of own) segment.path = routeOf(segment, item, layout, PADDING, PADDING + head);
  };
  place(root);
  const absolute = (item, x, y) => {
    item.x = x;
    item.y = y;
    if (item.items && item.isOpen) for (const child of item.shown) absolute(child, x + child.dx, y + child.dy);
  };
  absolute(root, 0, 0);
}

const NO_BOXES = [];

/** An item as it was arranged: it has all that the item has, and keeps its place and what is in it. */
class Box {
  constructor(item) {
    this.item = item;
    [this.x, this.y, this.w, this.h] = [item.x, item.y, item.w, item.h];
    [this.leaf, this.items, this.label, this.path] = [item.leaf, item.items, item.label, item.path];
    [this.counts, this.states, this.parent, this.segments] = [item.counts, item.states, item.parent, item.segments];
    this.isFrame = Boolean(isOpenScope(item));
    this.shown = this.isFrame ? item.shown.map((child) => new Box(child)) : NO_BOXES;
  }
  /** All boxes in it, each before what is in that. */
  inside(boxes = []) {
    for (const box of this.shown) {
      boxes.push(box);
      box.inside(boxes);
    }
    return boxes;
  }
}

const arranged = (root) => new Box(root);

/** The parts of edges by scopes: from an item to the scope's edge, across the scope, and in from its edge. What runs along one part of the
 * way is one segment. */
function segmentsOf(edges) {
  const scopes = new Map();
  const step = (edge, scope, from, to) => {
    if (!scopes.has(scope)) scopes.set(scope, new Map());
    const inside = scopes.get(scope), key = pairKey(from, to);
    let segment = inside.get(key);
    if (!segment) inside.set(key, (segment = { scope, from, to, path: null, ...nothing() }));
    addAll(segment, edge);
    edge.segments.push(segment);
  };
  for (const edge of edges) {
    let [from, to] = [edge.from, edge.to];
    const down = [];
    const rise = () => {
      step(edge, from.parent, from, null);
      from = from.parent;
    };
    const sink = () => {
      down.push([to.parent, null, to]);
      to = to.parent;
    };
    while (from.depth > to.depth) rise();
    while (to.depth > from.depth) sink();
    while (from.parent !== to.parent) rise(), sink();
    if (from !== to) step(edge, from.parent, from, to);
    for (const [scope, , item] of down.reverse()) step(edge, scope, null, item);
  }
  for (const [scope, inside] of scopes) scopes.set(scope, [...inside.values()]);
  return scopes;
}

// ---- Layouts: many scopes of a model look alike, and are arranged once

const layouts = new Map();
const MOST_LAYOUTS = 5000;

function knownLayout(items, across) {
  const key = `${items.map((item) => `${item.w}x${item.h}`).join()};${across.map(({ from, to, isBack }) => `${from.at}${isBack ? "<" : ">"}${to.at}`).join()}`;
  let layout = layouts.get(key);
  if (!layout) {
    if (layouts.size > MOST_LAYOUTS) layouts.clear();
    layouts.set(key, (layout = layered(items, across)));
  }
  return layout;
}

/** The items of one scope: those with edges between them by dagre, the others in rows below. Answers with their places by number, the
 * rows, and where edges pass through rows. */
function layered(items, across) {
  const pairs = across.filter((segment) => !segment.isBack), linked = new Set(across.flatMap(({ from, to }) => [from, to]));
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: GAP_X, ranksep: GAP_Y, edgesep: 6, ranker: pairs.length > MANY_PAIRS ? "longest-path" : "network-simplex" });
  graph.setDefaultEdgeLabel(() => ({}));
  items.forEach((item, at) => {
    if (linked.has(item)) graph.setNode(String(at), { width: item.w, height: item.h });
  });
  for (const { from, to } of pairs) graph.setEdge(String(from.at), String(to.at));
  if (linked.size) dagre.layout(graph);
  const places = new Array(items.length), centres = new Map();
  for (const name of graph.nodes()) {
    const { x, y, width, height } = graph.node(name), key = Math.round(y);
    places[name] = { left: x - width / 2, top: y - height / 2, key };
    const row = centres.get(key) || centres.set(key, { centre: y, top: Infinity, bottom: -Infinity }).get(key);
    row.top = Math.min(row.top, y - height / 2);
    row.bottom = Math.max(row.bottom, y + height / 2);
  }
  const rows = [...centres.keys()].sort((a, b) => a - b).map((key) => Object.assign(centres.get(key), { key }));
  const numbers = new Map(rows.map((row, number) => [row.key, number]));
  for (const place of places) if (place) place.row = numbers.get(place.key);
  const bends = new Map();
  for (const { v, w } of graph.edges()) {
    const points = new Map(graph.edge(v, w).points.map(({ x, y }) => [Math.round(y), x]));
    bends.set(`${v}>${w}`, points);
  }
  const { width, height } = graph.graph(), size = linked.size ? { width, height } : { width: 0, height: 0 };
  const lone = items.map((item, at) => ({ item, at })).filter(({ item }) => !linked.has(item));
  return { places, rows, bends, ...placeLone(lone, places, rows, size) };
}

function placeLone(items, places, rows, size) {
  if (!items.length) return size;
  const widest = Math.max(size.width, Math.sqrt(items.reduce((sum, { item }) => sum + (item.w + GAP_X) * (item.h + GAP_X), 0)) * 1.6, 200);
  let left = 0, top = size.height ? size.height + GAP_Y : 0, tallest = 0, width = size.width;
  for (const { item, at } of items) {
    if (left && left + item.w > widest) [left, top, tallest] = [0, top + tallest + GAP_X, 0];
    if (!left) rows.push({ top, bottom: top, key: NaN });
    places[at] = { left, top, row: rows.length - 1 };
    left += item.w + GAP_X;
    tallest = Math.max(tallest, item.h);
    rows[rows.length - 1].bottom = top + tallest;
    width = Math.max(width, left - GAP_X);
  }
  return { width, height: top + tallest };
}
