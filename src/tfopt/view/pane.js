// A pane: one canvas that shows one mode of the graph, before, after or both in one.

const root = buildTree();
let theme = {};

const MANY_EDGES = 2500, LONG_EDGE = 500;

class Pane {
  constructor(mode, holder) {
    this.mode = mode;
    const frame = document.createElement("div");
    frame.className = "pane";
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.note = document.createElement("p");
    frame.append(this.canvas, this.note);
    holder.append(frame);
    this.view = { x: 0, y: 0, k: 1 };
    this.listen();
    this.arrange();
    this.resize();
    this.begin();
  }

  /** The whole where that can be read, else the top of it. */
  begin() {
    this.fit();
    if (this.view.k < 0.5) this.view = { k: 0.7, x: (this.canvas.clientWidth - this.size.w * 0.7) / 2, y: 30 };
    this.draw();
  }

  arrange() {
    const { items, rep } = visibleItems(root, this.mode);
    this.edges = visibleEdges(rep, this.mode);
    arrange(root, this.edges, this.mode);
    this.rep = rep;
    this.boxes = items.map((item) => ({ item, x: item.x, y: item.y, w: item.w, h: item.h, isFrame: !item.leaf && item.isOpen }));
    this.boxOf = new Map(this.boxes.map((box) => [box.item, box]));
    this.size = { w: root.w, h: root.h };
    const [count, links] = this.mode === "changes" ? [nodes.length, null] : data.sizes[this.mode];
    const shown = this.boxes.filter((box) => !box.isFrame).length;
    this.note.textContent = `${this.mode}: ${count} nodes${links === null ? "" : `, ${links} edges`}; ${shown} boxes shown`;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1, { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.max(1, clientWidth * ratio);
    this.canvas.height = Math.max(1, clientHeight * ratio);
    this.draw();
  }

  fit() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const k = Math.min(1.4, 0.95 * Math.min(w / this.size.w, h / this.size.h));
    this.view = { k: k > 0 && isFinite(k) ? k : 1, x: 0, y: 0 };
    this.view.x = (w - this.size.w * this.view.k) / 2;
    this.view.y = (h - this.size.h * this.view.k) / 2;
    this.draw();
  }

  center(box, scale) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const k = scale || Math.max(this.view.k, Math.min(1, (0.9 * w) / box.w, (0.9 * h) / box.h));
    this.view = { k, x: w / 2 - (box.x + box.w / 2) * k, y: h / 2 - (box.y + box.h / 2) * k };
    this.draw();
  }

  draw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      const began = performance.now();
      this.paint();
      this.paintTime = performance.now() - began;
    });
  }

  paint() {
    const context = this.canvas.getContext("2d"), ratio = window.devicePixelRatio || 1, { x, y, k } = this.view;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = theme.back;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
    const seen = { left: -x / k, top: -y / k, right: (this.canvas.clientWidth - x) / k, bottom: (this.canvas.clientHeight - y) / k };
    const isSeen = (box) => box.x < seen.right && box.x + box.w > seen.left && box.y < seen.bottom && box.y + box.h > seen.top;
    for (const box of this.boxes) if (box.isFrame && isSeen(box)) this.paintFrame(context, box, k);
    this.paintEdges(context, seen, k);
    for (const box of this.boxes) if (!box.isFrame && isSeen(box)) this.paintBox(context, box, k);
  }

  paintFrame(context, box, k) {
    context.fillStyle = theme.frame;
    context.strokeStyle = box.item === app.selected ? theme.accent : theme.line;
    context.lineWidth = box.item === app.selected ? 2 : 1;
    rounded(context, box, 8);
    context.fill();
    context.stroke();
    if (k > 0.25) {
      context.fillStyle = theme.quiet;
      context.font = "11px system-ui, sans-serif";
      context.fillText(fitted(context, `− ${box.item.label}  (${box.item.counts[this.mode]})`, box.w - 16), box.x + 8, box.y + 15);
    }
  }

  /** Curves where there are few; where a screen is full of edges, straight lines, all of one colour at once. */
  paintEdges(context, seen, k) {
    const lines = [];
    for (const edge of this.edges) {
      const from = this.boxOf.get(edge.from), to = this.boxOf.get(edge.to);
      const line = { edge, x1: from.x + from.w / 2, y1: from.y + from.h, x2: to.x + to.w / 2, y2: to.y };
      const isSeen = Math.max(line.x1, line.x2) > seen.left && Math.min(line.x1, line.x2) < seen.right &&
        Math.max(line.y1, line.y2) > seen.top - 60 && Math.min(line.y1, line.y2) < seen.bottom + 60;
      if (isSeen) lines.push(line);
    }
    if (lines.length > MANY_EDGES) return paintStraight(context, lines, k);
    for (const line of lines) paintCurve(context, line, k);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  paintBox(context, box, k) {
    const { item } = box, state = item.leaf ? item.leaf.state : null;
    if (box.w * k < 3) {
      context.fillStyle = theme[item.leaf ? item.leaf.state : "edge"];
      return context.fillRect(box.x, box.y, box.w, box.h);
    }
    const isDim = app.matches && !(item.leaf ? app.matches.has(item.leaf.index) : this.holdsMatch(item));
    context.globalAlpha = isDim ? 0.3 : 1;
    context.fillStyle = item.leaf ? theme[this.mode === "before" || this.mode === "after" || state ? state : "same"] : theme.raised;
    rounded(context, box, item.leaf ? 9 : 5);
    context.fill();
    context.strokeStyle = item === app.selected || item === app.hovered ? theme.accent : theme.edge;
    context.lineWidth = item === app.selected ? 2.5 : 1;
    const isGone = item.leaf && !item.leaf.after;
    context.setLineDash(isGone ? [4, 3] : []);
    context.stroke();
    context.setLineDash([]);
    if (!item.leaf) this.paintShares(context, box);
    if (box.w * k > 34) this.paintText(context, box);
    context.globalAlpha = 1;
  }

  paintShares(context, box) {
    const total = STATES.reduce((sum, state) => sum + box.item.states[state], 0);
    let left = box.x + 6;
    for (const state of STATES) {
      const width = ((box.w - 12) * box.item.states[state]) / total;
      context.fillStyle = theme[state];
      context.fillRect(left, box.y + box.h - 8, width, 4);
      left += width;
    }
  }

  paintText(context, box) {
    const { item } = box, side = item.leaf && present(item.leaf, this.mode);
    context.fillStyle = theme.text;
    context.font = "600 11px system-ui, sans-serif";
    context.fillText(fitted(context, item.leaf ? side.op : `+ ${item.label}`, box.w - 14), box.x + 7, box.y + 13);
    context.fillStyle = theme.quiet;
    context.font = "10.5px system-ui, sans-serif";
    const below = item.leaf ? item.label : this.mode === "changes" && data.sizes.before[0] ? `${item.counts.before} → ${item.counts.after} nodes` : `${item.counts[this.mode]} nodes`;
    context.fillText(fitted(context, below, box.w - 14), box.x + 7, box.y + 26);
  }

  holdsMatch(scope) {
    if (!app.matchScopes) {
      app.matchScopes = new Set();
      for (const index of app.matches) for (let item = nodes[index].item; item; item = item.parent) app.matchScopes.add(item);
    }
    return app.matchScopes.has(scope);
  }

  at(clientX, clientY) {
    const bounds = this.canvas.getBoundingClientRect(), { x, y, k } = this.view;
    const px = (clientX - bounds.left - x) / k, py = (clientY - bounds.top - y) / k;
    for (let number = this.boxes.length - 1; number >= 0; number--) {
      const box = this.boxes[number];
      if (px >= box.x && px <= box.x + box.w && py >= box.y && py <= box.y + box.h) return box.item;
    }
    return null;
  }

  listen() {
    const { canvas } = this;
    let drag = null;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const bounds = canvas.getBoundingClientRect(), factor = Math.exp(-event.deltaY * 0.0016);
      this.zoom(factor, event.clientX - bounds.left, event.clientY - bounds.top);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, moved: 0 };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!drag) return app.hover(this, event);
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      Object.assign(drag, { x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(dx) + Math.abs(dy) });
      this.view.x += dx;
      this.view.y += dy;
      this.draw();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (drag && drag.moved < 4) app.clicked(this, this.at(event.clientX, event.clientY), event.detail > 1);
      drag = null;
    });
    canvas.addEventListener("pointerleave", () => app.hover(null, null));
  }

  zoom(factor, px, py) {
    const k = Math.max(0.01, Math.min(6, this.view.k * factor)), ratio = k / this.view.k;
    this.view = { k, x: px - (px - this.view.x) * ratio, y: py - (py - this.view.y) * ratio };
    this.draw();
  }
}

function edgeColour({ kinds: [kept, gone, fresh] }) {
  return gone && !kept && !fresh ? theme.gone : fresh && !kept && !gone ? theme.new : theme.edge;
}

function paintCurve(context, { edge, x1, y1, x2, y2 }, k) {
  const isNear = app.hovered && (edge.from === app.hovered || edge.to === app.hovered);
  const isLong = Math.abs(x2 - x1) + Math.abs(y2 - y1) > LONG_EDGE;
  context.strokeStyle = isNear ? theme.accent : edgeColour(edge);
  context.globalAlpha = isNear ? 1 : app.hovered ? 0.12 : isLong ? 0.25 : 0.6;
  context.lineWidth = Math.max(Math.min(3, 0.6 / k), Math.min(3, 0.8 + Math.log2(edge.count) * 0.3)) * (isNear ? 1.6 : 1);
  context.setLineDash(edge.isControl ? [4, 3] : []);
  const bend = y2 > y1 ? Math.min(60, (y2 - y1) / 2) : 60;
  context.beginPath();
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1, y1 + bend, x2, y2 - bend, x2, y2);
  context.stroke();
}

function paintStraight(context, lines, k) {
  context.globalAlpha = 0.25;
  context.lineWidth = 0.5 / k;
  for (const colour of new Set(lines.map((line) => edgeColour(line.edge)))) {
    context.strokeStyle = colour;
    context.beginPath();
    for (const line of lines) {
      if (edgeColour(line.edge) !== colour || Math.abs(line.x2 - line.x1) + Math.abs(line.y2 - line.y1) < 2 / k) continue;
      context.moveTo(line.x1, line.y1);
      context.lineTo(line.x2, line.y2);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

function rounded(context, box, radius) {
  context.beginPath();
  context.roundRect(box.x, box.y, box.w, box.h, Math.min(radius, box.h / 2));
}

function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let length = Math.floor((text.length * width) / context.measureText(text).width);
  return text.slice(0, Math.max(1, length - 1)) + "…";
}
