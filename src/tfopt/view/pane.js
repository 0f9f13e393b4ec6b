// A pane: one canvas that shows one mode of the graph, before, after or both in one.

const root = buildTree();
let theme = {};

class Pane {
  constructor(mode, holder) {
    this.mode = mode;
    const frame = document.createElement("div");
    frame.className = "pane";
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true"); // the outline tells the same in words
    this.note = document.createElement("p");
    this.outline = new Outline(this);
    frame.append(this.canvas, this.note, this.outline.tree);
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
    this.picture = arranged(root); // since another pane may arrange the same items anew
    this.boxes = this.picture.inside();
    this.boxOf = new Map(this.boxes.map((box) => [box.item, box]));
    this.size = { w: root.w, h: root.h };
    this.edgesOf = null;
    const [count, links] = this.mode === "changes" ? [nodes.length, null] : data.sizes[this.mode];
    const shown = this.boxes.filter((box) => !box.isFrame).length;
    this.note.textContent = `${this.mode}: ${count} nodes${links === null ? "" : `, ${links} edges`}; ${shown} boxes shown`;
    this.outline.update(items);
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

  /** Brings a box into sight, where it is not. */
  show(box) {
    const { x, y, k } = this.view, { clientWidth: w, clientHeight: h } = this.canvas;
    const [left, top] = [box.x * k + x, box.y * k + y];
    if (left < 10 || top < 30 || left + Math.min(box.w * k, w / 2) > w - 10 || top + Math.min(box.h * k, h / 2) > h - 10) this.center(box, Math.max(k, 0.5));
  }

  draw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.paint();
    });
  }

  paint() {
    const context = this.canvas.getContext("2d"), ratio = window.devicePixelRatio || 1, { x, y, k } = this.view;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = theme.back;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
    const seen = { left: -x / k, top: -y / k, right: (this.canvas.clientWidth - x) / k, bottom: (this.canvas.clientHeight - y) / k };
    paint(context, this.picture, this.look(), seen, k);
  }

  look() {
    const { selected, hovered, matches } = app;
    return { theme, mode: this.mode, selected, hovered, matches, near: this.near(hovered || selected), holdsMatch: (item) => this.holdsMatch(item) };
  }

  /** The segments of the edges of an item, whole from end to end. */
  near(item) {
    if (!item || isOpenScope(item) || !this.boxOf.has(item)) return null;
    if (!this.edgesOf) {
      this.edgesOf = new Map();
      for (const edge of this.edges) for (const end of [edge.from, edge.to]) this.edgesOf.set(end, [...(this.edgesOf.get(end) || []), edge]);
    }
    return new Set((this.edgesOf.get(item) || []).flatMap((edge) => edge.segments));
  }

  holdsMatch(item) {
    if (!app.matchScopes) {
      app.matchScopes = new Set();
      for (const index of app.matches) for (let scope = nodes[index].item.parent; scope; scope = scope.parent) app.matchScopes.add(scope);
    }
    return app.matchScopes.has(item);
  }

  /** What is at a place of the screen: the innermost. */
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
      this.move(dx, dy);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (drag && drag.moved < 4) app.clicked(this, this.at(event.clientX, event.clientY), event.detail > 1);
      drag = null;
    });
    canvas.addEventListener("pointerleave", () => app.hover(null, null));
  }

  move(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.draw();
  }

  zoom(factor, px = this.canvas.clientWidth / 2, py = this.canvas.clientHeight / 2) {
    const k = Math.max(0.001, Math.min(6, this.view.k * factor)), ratio = k / this.view.k;
    this.view = { k, x: px - (px - this.view.x) * ratio, y: py - (py - this.view.y) * ratio };
    this.draw();
  }
}
