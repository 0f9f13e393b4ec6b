// The graph in words, for keyboards and screen readers: a tree of what is visible, of which so much stands in the page as is around the item
// that the focus is on. Keys are those of trees on the web; i and u follow what is read and what reads.

const AROUND = 25;

class Outline {
  constructor(pane) {
    this.pane = pane;
    this.items = [];
    this.current = null;
    this.tree = element("div", undefined, { className: "outline", tabIndex: 0, id: `outline-${pane.mode}` });
    for (const [name, value] of [["role", "tree"], ["aria-label", `Graph: ${pane.mode}`], ["aria-keyshortcuts", "i u + - f"]]) this.tree.setAttribute(name, value);
    this.tree.addEventListener("keydown", (event) => this.pressed(event));
    this.tree.addEventListener("focus", () => this.go(this.current || app.selected || this.items[0], false));
    this.tree.addEventListener("blur", () => app.hover(null, null));
  }

  /** What is visible now, each before what is in it. */
  update(items) {
    this.items = items;
    this.numbered = null;
    while (this.current && !this.pane.boxOf.has(this.current)) this.current = this.current.parent === root ? null : this.current.parent;
    if (document.activeElement === this.tree) this.tell();
  }

  get places() {
    return (this.numbered ??= new Map(this.items.map((item, at) => [item, at])));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { current } = this, at = this.places.get(current);
    const actions = {
      ArrowDown: () => this.go(this.items[at + 1]),
      ArrowUp: () => this.go(this.items[at - 1]),
      ArrowRight: () => (isOpenScope(current) ? this.go(this.items[at + 1]) : current.items && app.toggle(current)),
      ArrowLeft: () => (isOpenScope(current) ? app.toggle(current) : this.go(current.parent)),
      Home: () => this.go(this.items[0]),
      End: () => this.go(this.items[this.items.length - 1]),
      Enter: () => app.select(current),
      " ": () => (current.items ? app.toggle(current) : app.select(current)),
      i: () => this.follow("to", "from"),
      u: () => this.follow("from", "to"),
      "+": () => this.pane.zoom(1.3),
      "-": () => this.pane.zoom(1 / 1.3),
    };
    if (!actions[event.key] || (!current && event.key !== "Home")) return;
    event.preventDefault();
    actions[event.key]();
    if (this.current === current) this.tell();
  }

  /** To the first item that an edge leads to. */
  follow(own, other) {
    const edge = this.pane.edges.find((each) => each[own] === this.current);
    if (edge) this.go(edge[other]);
  }

  go(item, isMoved = true) {
    if (!item || item === root || !this.places.has(item)) return;
    this.current = app.hovered = item;
    if (isMoved) this.pane.show(this.pane.boxOf.get(item));
    this.tell();
    app.redraw();
  }

  /** Puts what is around the current item into the page. */
  tell() {
    this.tree.textContent = "";
    const at = this.places.get(this.current);
    if (at === undefined) return this.tree.removeAttribute("aria-activedescendant");
    for (const item of this.items.slice(Math.max(0, at - AROUND), at + AROUND + 1)) this.tree.append(this.described(item));
    this.tree.setAttribute("aria-activedescendant", `${this.tree.id}-${at}`);
  }

  described(item) {
    const line = element("div", itemText(item, this.pane.mode), { id: `${this.tree.id}-${this.places.get(item)}` }), siblings = item.parent.items.filter((each) => each.counts[this.pane.mode]);
    const facts = { role: "treeitem", "aria-level": item.depth, "aria-setsize": siblings.length, "aria-posinset": siblings.indexOf(item) + 1, "aria-selected": item === app.selected };
    if (item.items) facts["aria-expanded"] = item.isOpen;
    for (const [name, value] of Object.entries(facts)) line.setAttribute(name, String(value));
    return line;
  }
}

/** An item in one sentence. */
function itemText(item, mode) {
  if (!item.leaf) return `${item.label}, scope of ${item.counts[mode]} nodes`;
  const { leaf } = item, side = present(leaf, mode);
  const parts = [item.label, side.op, ...(side.types.length ? [side.types.map(shortType).join(", ")] : []), ...(leaf.state === "same" ? [] : [leaf.state])];
  if (leaf.dispatch && leaf.dispatch.seconds) parts.push(timeText(leaf.dispatch.seconds));
  return `${parts.join(", ")}; reads ${side.inputs.length}, read by ${leaf.users.length}`;
}
