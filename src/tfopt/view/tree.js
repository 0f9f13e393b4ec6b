// The graph before and after passes: its nodes, the tree of their scopes, what of it is visible and the edges between that.
"use strict";

const data = JSON.parse(document.getElementById("graph").textContent);
const STATES = data.states;
const byId = (id) => document.getElementById(id);

// ---- Nodes: the sides of each, before and after, and what happened to it

/** What an input is, where it is no result: a node waits for another, a loop's next trip begins with it, it goes into a region or out of one. */
const WAITS = -1, BACK = -2, ACROSS = -3;

class Side {
  constructor(row) {
    [this.op, this.device, this.attributes] = [data.texts[row[0]], data.texts[row[1]], data.attributes[row[2]]];
    this.types = data.types[row[3]].map((number) => data.texts[number]);
    this.inputs = [];
    for (let at = 4; at < row.length; at += 2) this.inputs.push([row[at], row[at + 1]]);
  }
  attributeMap() {
    return new Map(this.attributes.map(([name, text]) => [data.texts[name], data.texts[text]]));
  }
  /** What constants among the attributes hold: pairs of a name and facts. */
  held() {
    return this.attributes.filter((each) => each.length > 2).map(([name, , number]) => [data.texts[name], data.held[number]]);
  }
}

const nodes = data.nodes.map(([state, before, after], index) => {
  const old = before && new Side(before);
  return { index, name: data.names[index], state: STATES[state], before: old, after: after === 0 ? old : after && new Side(after), events: [], users: [], dispatch: null, computedBy: [] };
});
for (const [index, dispatch] of Object.entries(data.dispatches)) {
  nodes[index].dispatch = dispatch;
  for (const source of dispatch.nodes) if (nodes[source]) nodes[source].computedBy.push(Number(index));
}
const slowest = Math.max(0, ...Object.values(data.dispatches).map((each) => each.seconds || 0));
for (const row of data.events) {
  const event = { node: row[0], optimizer: data.texts[row[1]], rule: data.texts[row[2]], kind: data.texts[row[3]], into: row.slice(4) };
  for (const index of new Set([event.node, ...event.into])) if (nodes[index]) nodes[index].events.push(event);
}
for (const node of nodes) {
  const sources = new Set([...(node.before ? node.before.inputs : []), ...(node.after ? node.after.inputs : [])].map(([source]) => source));
  for (const source of sources) if (nodes[source]) nodes[source].users.push(node.index);
}
const sidesIn = { before: (node) => node.before, after: (node) => node.after, changes: (node) => node.after || node.before };
const present = (node, mode) => sidesIn[mode](node);

// ---- The tree of scopes. An item is a scope or a leaf; many leaves of one op in a scope get a scope of their own.

const MANY_LEAVES = 40, MANY_OF_ONE_OP = 8, MANY_ITEMS = 120;
const scopes = new Map();

function newScope(path, label, parent) {
  const scope = { path, label, parent, items: [], leaf: null, isOpen: false, counts: null, depth: 0 };
  scopes.set(path, scope);
  return scope;
}

function newLeaf(node, label, parent) {
  return { path: node.name, label, parent, items: null, leaf: node, isOpen: false, depth: 0 };
}

function buildTree() {
  const root = newScope("", "", null);
  root.isOpen = true;
  const paths = new Set();
  for (const node of nodes) {
    const parts = node.name.split("/");
    for (let count = 1; count < parts.length; count++) paths.add(parts.slice(0, count).join("/"));
  }
  const scopeOf = (path) => {
    if (path === "") return root;
    const known = scopes.get(path);
    if (known) return known;
    const cut = path.lastIndexOf("/");
    const parent = scopeOf(cut < 0 ? "" : path.slice(0, cut));
    const scope = newScope(path, path.slice(cut + 1), parent);
    parent.items.push(scope);
    return scope;
  };
  for (const node of nodes) {
    const cut = node.name.lastIndexOf("/");
    const isScopeToo = paths.has(node.name);
    const parent = scopeOf(isScopeToo ? node.name : cut < 0 ? "" : node.name.slice(0, cut));
    const label = node.name.slice(cut + 1);
    parent.items.push((node.item = newLeaf(node, isScopeToo ? `(${label})` : label, parent)));
  }
  joinChains(root);
  groupLeaves(root);
  measureTree(root, 0);
  return root;
}

/** A scope whose only item is a scope is one with it: a/b. */
function joinChains(scope) {
  scope.items = scope.items.map((item) => {
    let label = item.label, inner = item;
    while (inner.items && inner.items.length === 1 && inner.items[0].items) {
      scopes.delete(inner.path);
      inner = inner.items[0];
      label += "/" + inner.label;
    }
    inner.label = label;
    inner.parent = scope;
    return inner;
  });
  for (const item of scope.items) if (item.items) joinChains(item);
}

/** Where a scope holds many items, leaves of one op are a group, and so are scopes that differ in a number: cond_1, cond_2. */
function groupLeaves(scope) {
  for (const item of [...scope.items]) if (item.items) groupLeaves(item);
  if (scope.items.length > MANY_LEAVES) {
    const keyOf = (item) => (item.leaf ? present(item.leaf, "changes").op : item.label.replace(/_\d+(?=\/|$)/, "") + "/");
    const same = new Map();
    for (const item of scope.items) same.set(keyOf(item), [...(same.get(keyOf(item)) || []), item]);
    for (const [key, items] of same) if (items.length >= MANY_OF_ONE_OP && items.length < scope.items.length) gather(scope, items, `${key} × ${items.length}`, key);
  }
  if (scope.items.length > MANY_ITEMS) split(scope);
}

/** Parts of equal size, in the order of the graph. */
function split(scope) {
  const all = [...scope.items], size = Math.ceil(Math.sqrt(all.length) * 1.5);
  for (let at = 0; at < all.length; at += size) {
    const part = all.slice(at, at + size);
    gather(scope, part, `${part[0].label} … ${part[part.length - 1].label}`, String(at));
  }
}

function gather(scope, items, label, key) {
  const group = newScope(`${scope.path}/*${key}`, label, scope);
  group.items = items;
  const taken = new Set(items);
  const at = scope.items.indexOf(items[0]);
  scope.items = scope.items.filter((item) => !taken.has(item));
  scope.items.splice(Math.min(at, scope.items.length), 0, group);
  for (const item of items) item.parent = group;
  if (group.items.length > MANY_ITEMS) split(group);
}

let itemCount = 0;

/** A pair of items as a number, 0 standing for none. */
const pairKey = (from, to) => (from ? from.number + 1 : 0) * 2 ** 24 + (to ? to.number + 1 : 0);

/** Depths, and for each scope how many nodes of each state are in it, by mode. */
function measureTree(item, depth) {
  item.depth = depth;
  item.number = itemCount++;
  item.counts = { before: 0, after: 0, changes: 0 };
  item.states = Object.fromEntries(STATES.map((state) => [state, 0]));
  if (item.leaf) {
    for (const mode of Object.keys(item.counts)) item.counts[mode] = present(item.leaf, mode) ? 1 : 0;
    item.states[item.leaf.state] = 1;
    return;
  }
  for (const inner of item.items) {
    measureTree(inner, depth + 1);
    for (const mode of Object.keys(item.counts)) item.counts[mode] += inner.counts[mode];
    for (const state of STATES) item.states[state] += inner.states[state];
  }
}

// ---- What is visible, and the edges between it

/** Items that are drawn, deepest scopes last; `rep[node]` is the item that stands for a node. */
function visibleItems(root, mode) {
  const items = [], rep = new Array(nodes.length).fill(null);
  const cover = (item, by) => {
    if (item.leaf) rep[item.leaf.index] = by;
    else for (const inner of item.items) cover(inner, by);
  };
  const visit = (item) => {
    if (!item.counts[mode]) return;
    if (item !== root) items.push(item);
    if (item.items && item.isOpen) item.items.forEach(visit);
    else cover(item, item);
  };
  visit(root);
  return { items, rep };
}

const KEPT = 0, GONE = 1, NEW = 2;
const MOST_RESULTS = 2 ** 22; // of a node, less the numbers that are none

function* edgesIn(mode) {
  for (const node of nodes) {
    const old = mode === "after" ? null : node.before, now = mode === "before" ? null : node.after;
    if (mode !== "changes" || old === now || !old || !now) {
      const side = now || old;
      const kind = mode === "changes" && !(old && now) ? (old ? GONE : NEW) : KEPT;
      if (side) for (const [source, result] of side.inputs) yield [source, node.index, result, kind];
      continue;
    }
    const key = ([source, result]) => source * MOST_RESULTS + result;
    const was = new Set(old.inputs.map(key)), is = new Set(now.inputs.map(key));
    for (const input of old.inputs) yield [input[0], node.index, input[1], is.has(key(input)) ? KEPT : GONE];
    for (const input of now.inputs) if (!was.has(key(input))) yield [input[0], node.index, input[1], NEW];
  }
}

/** Edges between what is visible; of one that stands for several, what it stands for. */
function visibleEdges(rep, mode) {
  const found = new Map();
  for (const [source, target, result, kind] of edgesIn(mode)) {
    const from = rep[source], to = rep[target];
    if (!from || !to || from === to) continue;
    const key = pairKey(from, to);
    let edge = found.get(key);
    if (!edge) found.set(key, (edge = { from, to, segments: [], ...nothing() }));
    add(edge, 1, kind, result >= WAITS ? result : 0, result === BACK, typeOf(source, result, mode));
  }
  return [...found.values()];
}

/** The sums that edges and their segments keep. `type` is that of all of them, "" where they differ, null where there is none. */
const nothing = () => ({ count: 0, kinds: [0, 0, 0], isControl: true, isBack: true, type: null });

function add(sum, count, kind, result, isBack, type) {
  sum.count += count;
  sum.kinds[kind] += count;
  if (result !== WAITS) sum.isControl = false;
  if (!isBack) sum.isBack = false;
  if (type !== null) sum.type = sum.type === null || sum.type === type ? type : "";
}

function addAll(sum, other) {
  sum.count += other.count;
  other.kinds.forEach((count, kind) => (sum.kinds[kind] += count));
  sum.isControl &&= other.isControl;
  sum.isBack &&= other.isBack;
  if (other.type !== null) sum.type = sum.type === null || sum.type === other.type ? other.type : "";
}

function typeOf(source, result, mode) {
  const side = present(nodes[source], mode);
  return (side && result >= 0 && side.types[result]) || null;
}

/** tensor<1x2xf32> is 1x2xf32, tensor<*xf32> f32 of any shape. */
function shortType(type) {
  const inside = /^(?:tensor|memref|vector)<(.*)>$/.exec(type);
  const text = inside ? inside[1] : type;
  return text.length > 40 ? text.slice(0, 39) + "…" : text;
}

// ---- What is open at first

const CLOSED_AT_FIRST = new Set(["executables", "memory"]); // of a sequence of dispatches, which itself is of more interest

/** Scopes are open at first as far as a screen has room for what is in them, the largest first. */
function openSome(root, room) {
  let shown = root.items.length;
  const waiting = root.items.filter((item) => item.items && !CLOSED_AT_FIRST.has(item.path.split("/")[0]));
  while (waiting.length) {
    waiting.sort((a, b) => b.counts.changes - a.counts.changes);
    const item = waiting.shift();
    if (shown + item.items.length > room) continue;
    shown += item.items.length - 1;
    item.isOpen = true;
    waiting.push(...item.items.filter((inner) => inner.items));
  }
}
