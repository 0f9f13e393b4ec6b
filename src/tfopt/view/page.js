// The page around the panes: which are shown, what is selected and searched for, what is told of it.

const MODES = { changes: ["changes"], before: ["before"], after: ["after"], both: ["before", "after"] };
const MOST_PIXELS = 16000, MOST_AREA = 1e8; // of a side of a canvas, and of all of it

const app = {
  panes: [], mode: null, selected: null, hovered: null, matches: null, matchScopes: null, found: [], foundAt: -1,

  show(mode) {
    this.mode = mode;
    byId("panes").textContent = "";
    this.panes = MODES[mode].map((each) => new Pane(each, byId("panes")));
    for (const button of byId("modes").children) button.setAttribute("aria-pressed", button.dataset.mode === mode);
    this.panes.forEach((pane) => {
      pane.resize();
      pane.begin();
    });
  },

  redraw() {
    this.panes.forEach((pane) => pane.draw());
  },

  /** Opens or closes a scope; what was under the pointer stays there. */
  toggle(item) {
    if (!item.items || item === root) return;
    item.isOpen = !item.isOpen;
    this.rearrange(item);
  },

  rearrange(item) {
    for (const pane of this.panes) {
      const old = item && pane.boxOf.get(item);
      pane.arrange();
      const now = item && pane.boxOf.get(item);
      if (old && now) {
        pane.view.x += (old.x - now.x) * pane.view.k;
        pane.view.y += (old.y - now.y) * pane.view.k;
      }
      pane.draw();
    }
  },

  /** Opens all around an item, selects it and brings it to the middle. */
  reveal(item) {
    let changed = false;
    for (let scope = item.parent; scope && scope !== root; scope = scope.parent) {
      changed = changed || !scope.isOpen;
      scope.isOpen = true;
    }
    if (changed) this.panes.forEach((pane) => pane.arrange());
    this.select(item);
    for (const pane of this.panes) if (pane.boxOf.has(item)) pane.center(pane.boxOf.get(item), Math.max(pane.view.k, 0.8));
  },

  clicked(pane, item, isDouble) {
    if (!item) return this.select(null);
    if (item.items && (isDouble || item !== this.selected || item.isOpen)) {
      const wasSelected = item === this.selected;
      this.select(item);
      if (isDouble && item.isOpen && wasSelected) return;
      return this.toggle(item);
    }
    this.select(item);
  },

  select(item) {
    this.selected = item;
    tellDetails(item);
    keepAddress(item);
    byId("said").textContent = item ? itemText(item, this.panes[0].mode) : "";
    for (const pane of this.panes) pane.outline.current = item && pane.boxOf.has(item) ? item : pane.outline.current;
    this.redraw();
  },

  /** Opens or closes all scopes. */
  openAll(isOpen) {
    for (const scope of scopes.values()) scope.isOpen = isOpen || scope === root;
    this.rearrange(null);
    this.panes.forEach((pane) => pane.begin());
  },

  hover(pane, event) {
    const item = pane && pane.at(event.clientX, event.clientY);
    if (item !== this.hovered) {
      this.hovered = item && !(item.items && item.isOpen) ? item : null;
      this.redraw();
    }
    tellTip(this.hovered, event);
  },

  /** Marks what fits and lists it; answers with how many nodes that are. */
  search(text) {
    const wanted = text.trim() ? matcher(text.trim()) : null;
    this.matchScopes = null;
    this.found = wanted ? nodes.filter(wanted) : [];
    this.matches = wanted ? new Set(this.found.map((node) => node.index)) : null;
    this.foundAt = -1;
    if (wanted) tellFound(text, this.found);
    else tellDetails(this.selected);
    this.redraw();
    return this.found.length;
  },

  next(step) {
    if (!this.found.length) return;
    this.foundAt = (this.foundAt + step + this.found.length) % this.found.length;
    this.reveal(this.found[this.foundAt].item);
  },
};

/** Words that must all be in a node's name; `op:` and `state:` look there instead, `rule:` at what happened to it. */
function matcher(text) {
  const tests = text.toLowerCase().split(/\s+/).map((word) => {
    const [field, ...rest] = word.split(":");
    return rest.length && Object.hasOwn(fields, field) ? fields[field](rest.join(":")) : fields.name(word);
  });
  return (node) => tests.every((test) => test(node));
}

const fields = {
  name: (value) => (node) => node.name.toLowerCase().includes(value),
  op: (value) => (node) => present(node, "changes").op.toLowerCase().includes(value),
  state: (value) => (node) => node.state === value,
  device: (value) => (node) => present(node, "changes").device.toLowerCase().includes(value),
  rule: (value) => (node) => node.events.some((event) => `${event.optimizer} ${event.rule}`.toLowerCase().includes(value)),
  attr: (value) => (node) => present(node, "changes").attributes.some(([name, text]) => `${data.texts[name]}=${data.texts[text]}`.toLowerCase().includes(value)),
};

// ---- The head of the page

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  theme = Object.fromEntries(["back", "text", "quiet", "line", "edge", "raised", "accent", "gone", "new", "turn", "frame", ...STATES].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  readTheme();
  tellLegend();
  app.redraw();
}

function tellLegend() {
  const legend = byId("legend");
  legend.textContent = "";
  for (const state of STATES) {
    const count = root.states[state];
    if (!count || (state === "same" && count === nodes.length)) continue;
    const button = element("button", undefined, { title: `Search for nodes that are ${state}` });
    const patch = element("i");
    patch.style.background = theme[state];
    button.append(patch, `${state} ${count}`);
    button.onclick = () => {
      byId("search").value = `state:${state}`;
      app.search(byId("search").value);
    };
    legend.append(button);
  }
}

// ---- Addresses of nodes, and files

const addressOf = (node) => `#node=${encodeURIComponent(node.name)}`;

/** The chosen node is in the page's address, so that this can be sent to others. A page inside of another one has no address. */
function keepAddress(item) {
  if (location.protocol === "about:") return;
  const address = item && item.leaf ? addressOf(item.leaf) : location.pathname + location.search;
  if (item && item.leaf ? location.hash !== address : location.hash) history.replaceState(null, "", address);
}

/** Shows the node that the address names; whether there is one. */
function revealAddressed() {
  const found = /^#node=(.*)$/.exec(location.hash);
  let name = null;
  try {
    name = found && decodeURIComponent(found[1]);
  } catch {
    return false; // what is no encoded text
  }
  const node = name !== null && nodes.find((each) => each.name === name);
  if (node && app.selected !== node.item) app.reveal(node.item);
  return Boolean(node);
}

function svgText() {
  const [pane] = app.panes;
  return asSvg(pane.picture, { ...pane.look(), hovered: null, near: null }, data.title);
}

/** The whole, two pixels to a unit, or as many as a canvas may have. */
function pngBlob() {
  const [pane] = app.panes, canvas = document.createElement("canvas"), { w, h } = pane.picture;
  const k = Math.min(2, MOST_PIXELS / Math.max(w, h), Math.sqrt(MOST_AREA / (w * h)));
  [canvas.width, canvas.height] = [Math.max(1, Math.ceil(w * k)), Math.max(1, Math.ceil(h * k))];
  const context = canvas.getContext("2d");
  context.fillStyle = theme.back;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(k, 0, 0, k, 0, 0);
  paint(context, pane.picture, { ...pane.look(), hovered: null, near: null }, { left: 0, top: 0, right: w, bottom: h }, k);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, ending) {
  const link = element("a", undefined, { href: URL.createObjectURL(blob), download: `${data.title.replace(/[^\w.-]+/g, "_")}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function listenToPage() {
  for (const button of byId("modes").children) button.onclick = () => app.show(button.dataset.mode);
  byId("fit").onclick = () => app.panes.forEach((pane) => pane.fit());
  byId("open-all").onclick = () => app.openAll(true);
  byId("close-all").onclick = () => app.openAll(false);
  byId("ends").onclick = () => tellEnds();
  byId("svg").onclick = () => save(new Blob([svgText()], { type: "image/svg+xml" }), "svg");
  byId("png").onclick = async () => save(await pngBlob(), "png");
  window.addEventListener("hashchange", () => revealAddressed());
  byId("theme").onclick = () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  const search = byId("search");
  search.oninput = () => app.search(search.value);
  search.onkeydown = (event) => {
    if (event.key === "Enter") app.next(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") {
      search.value = "";
      app.search("");
      search.blur();
    }
  };
  window.addEventListener("resize", () => app.panes.forEach((pane) => pane.resize()));
  window.addEventListener("keydown", (event) => {
    if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") search.focus(), event.preventDefault();
    if (event.key === "f") app.panes.forEach((pane) => pane.fit());
    if (event.key === "Escape") app.select(null);
  });
}

byId("title").textContent = data.title;
byId("sizes").textContent = `${data.sizes.before[0]} → ${data.sizes.after[0]} nodes, ${data.sizes.before[1]} → ${data.sizes.after[1]} edges`;
document.title = data.title;
listenToPage();
setTheme(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
openSome(root, 40);
app.show(data.sizes.before[0] === data.sizes.after[0] && nodes.every((node) => node.state === "same") ? "after" : "changes");
revealAddressed();
