// Arranging: the items of a scope in layers, each below what it reads.

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

function layered(items, pairs) {
  items.forEach((item, at) => Object.assign(item, { at, ins: [], outs: [], rank: 0 }));
  const seen = new Set();
  for (const [from, to] of pairs) {
    const key = from.at * items.length + to.at;
    if (seen.has(key)) continue;
    seen.add(key);
    from.outs.push(to);
    to.ins.push(from);
  }
  const lone = items.filter((item) => !item.ins.length && !item.outs.length);
  const linked = items.filter((item) => item.ins.length || item.outs.length);
  rankItems(linked);
  const rows = rowsOf(linked);
  const size = placeRows(rows);
  return placeLone(lone, size);
}

/** The longest way from a source, loops cut where they close; sources go next to what reads them. */
function rankItems(items) {
  const state = new Map(), order = [];
  for (const first of items) {
    if (state.has(first)) continue;
    const stack = [[first, 0]];
    state.set(first, 1);
    while (stack.length) {
      const top = stack[stack.length - 1];
      const next = top[0].outs[top[1]++];
      if (!next) {
        state.set(top[0], 2);
        order.push(top[0]);
        stack.pop();
      } else if (!state.has(next)) {
        state.set(next, 1);
        stack.push([next, 0]);
      }
    }
  }
  order.reverse().forEach((item, at) => (item.turn = at));
  for (const item of order) for (const next of item.outs) if (next.turn > item.turn) next.rank = Math.max(next.rank, item.rank + 1);
  for (const item of order) {
    const after = item.outs.filter((next) => next.turn > item.turn).map((next) => next.rank);
    if (!item.ins.length && after.length) item.rank = Math.max(0, Math.min(...after) - 1);
  }
}

/** Layers, ordered so that few edges cross; those that are too wide go on in rows below. */
function rowsOf(items) {
  const layers = [];
  for (const item of items) (layers[item.rank] = layers[item.rank] || []).push(item);
  const full = layers.filter(Boolean);
  const index = (layer) => layer.forEach((item, at) => (item.order = at));
  full.forEach(index);
  const sweep = (list, side) => {
    for (const layer of list) {
      for (const item of layer) {
        const near = item[side];
        item.want = near.length ? near.reduce((sum, other) => sum + other.order / (full[other.rank] ? full[other.rank].length : 1), 0) / near.length : item.order / layer.length;
      }
      layer.sort((a, b) => a.want - b.want || a.order - b.order);
      index(layer);
    }
  };
  for (let turn = 0; turn < 4; turn++) sweep(turn % 2 ? [...full].reverse() : full, turn % 2 ? "outs" : "ins");
  const area = items.reduce((sum, item) => sum + (item.w + GAP_X) * (item.h + GAP_Y), 0);
  const widest = Math.max(900, 2.2 * Math.sqrt(area));
  return full.flatMap((layer) => {
    const rows = [[]];
    let width = 0;
    for (const item of layer) {
      if (width + item.w > widest && rows[rows.length - 1].length) {
        rows.push([]);
        width = 0;
      }
      rows[rows.length - 1].push(item);
      width += item.w + GAP_X;
    }
    return rows;
  });
}

function placeRows(rows) {
  let top = 0, width = 0;
  for (const row of rows) {
    let left = 0;
    for (const item of row) {
      item.left = left;
      item.top = top;
      left += item.w + GAP_X;
    }
    width = Math.max(width, left - GAP_X);
    top += Math.max(...row.map((item) => item.h)) + GAP_Y;
  }
  for (const row of rows) {
    const last = row[row.length - 1], shift = (width - last.left - last.w) / 2;
    for (const item of row) item.left += shift;
  }
  for (let turn = 0; turn < 6; turn++) for (const row of turn % 2 ? [...rows].reverse() : rows) pull(row, turn % 2 ? "outs" : "ins", width);
  return { width, height: Math.max(0, top - GAP_Y) };
}

/** Moves the items of a row towards what they are linked to, as far as they leave each other room. */
function pull(row, side, width) {
  const middle = (item) => item.left + item.w / 2;
  for (const item of row) {
    const near = item[side];
    item.want = near.length ? near.reduce((sum, other) => sum + middle(other), 0) / near.length - item.w / 2 : item.left;
  }
  let at = 0;
  for (const item of row) {
    item.left = Math.max(at, item.want);
    at = item.left + item.w + GAP_X;
  }
  at = width;
  for (const item of [...row].reverse()) {
    item.left = Math.min(item.left, at - item.w);
    at = item.left - GAP_X;
  }
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
