// The page around the panes: which are shown, what is selected and searched for, what is told of it.

const MODES = { changes: ["changes"], before: ["before"], after: ["after"], both: ["before", "after"] };
const MOST_FOUND = 200, MOST_EVENTS = 20, MOST_IN_TIP = 3;

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
    this.redraw();
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
    const [field, value] = word.includes(":") && /^(op|state|rule|device|attr):/.test(word) ? [word.split(":")[0], word.slice(word.indexOf(":") + 1)] : ["name", word];
    return fields[field](value);
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

// ---- What is told: elements are made one by one, since names and attributes are text and never markup

function element(tag, text, more) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, more);
}

function stateBadge(state) {
  const badge = element("span", state, { className: "state" });
  badge.style.background = theme[state];
  return badge;
}

function link(index, suffix = "") {
  const node = nodes[index];
  if (!node) return element("span", data.names[index] + suffix);
  return element("a", node.name + suffix, { onclick: () => app.reveal(node.item), title: node.state });
}

function eventText(event, node) {
  const where = `${event.optimizer}: ${event.rule}`;
  const into = event.into.filter((index) => index !== event.node).map((index) => data.names[index]);
  if (event.node !== node.index) return `made of ${data.names[event.node]} (${event.kind}) by ${where}`;
  return `${event.kind}${into.length ? ` into ${into.join(", ")}` : ""} by ${where}`;
}

function tellDetails(item) {
  const panel = byId("details");
  panel.textContent = "";
  panel.hidden = !item;
  app.panes.forEach((pane) => pane.resize());
  if (!item) return;
  if (item.leaf) tellNode(panel, item.leaf);
  else tellScope(panel, item);
}

function tellNode(panel, node) {
  const { before, after } = node, side = after || before;
  panel.append(element("h2", side.op), element("div", node.name), stateBadge(node.state));
  if (node.events.length) {
    panel.append(element("h3", "What happened"));
    const own = (event) => (event.node === node.index ? 0 : 1);
    for (const event of [...node.events].sort((a, b) => own(a) - own(b)).slice(0, MOST_EVENTS)) panel.append(element("div", eventText(event, node)));
    if (node.events.length > MOST_EVENTS) panel.append(element("div", `… and ${node.events.length - MOST_EVENTS} more`));
  }
  panel.append(element("h3", "Attributes"), attributeTable(before, after));
  for (const [title, each] of [["Inputs", side], ["Inputs before", before && after && before !== after && String(before.inputs) !== String(after.inputs) ? before : null]]) {
    if (!each || !each.inputs.length) continue;
    panel.append(element("h3", title));
    for (const [source, result] of each.inputs) panel.append(link(source, result < 0 ? "  (waits)" : result ? `:${result}` : ""));
  }
  if (node.users.length) {
    panel.append(element("h3", `Read by ${node.users.length}`));
    for (const user of node.users.slice(0, 50)) panel.append(link(user));
  }
}

function attributeTable(before, after) {
  const table = element("table"), olds = rowsOfSide(before), news = rowsOfSide(after);
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    const row = table.insertRow(), old = olds.get(name), now = news.get(name);
    row.insertCell().textContent = name;
    const cell = row.insertCell();
    if (!before || !after || old === now) cell.textContent = now === undefined ? old : now;
    else {
      if (old !== undefined) cell.append(element("del", old), " ");
      if (now !== undefined) cell.append(element("ins", now));
    }
  }
  return table;
}

function rowsOfSide(side) {
  if (!side) return new Map();
  const rows = new Map([["op", side.op], ["type", side.type || "-"], ...(side.device ? [["device", side.device]] : [])]);
  return new Map([...rows, ...side.attributeMap()]);
}

function tellScope(panel, item) {
  panel.append(element("h2", item.label), element("div", item.path));
  panel.append(element("div", `${item.counts.before} nodes before, ${item.counts.after} after`));
  panel.append(element("h3", "What became of them"));
  for (const state of STATES) {
    if (!item.states[state]) continue;
    const line = element("div");
    line.append(stateBadge(state), ` ${item.states[state]}`);
    panel.append(line);
  }
  const ops = new Map();
  const count = (inner) => {
    if (!inner.leaf) return inner.items.forEach(count);
    const op = present(inner.leaf, "changes").op, known = ops.get(op) || [0, 0];
    ops.set(op, [known[0] + (inner.leaf.before ? 1 : 0), known[1] + (inner.leaf.after ? 1 : 0)]);
  };
  count(item);
  panel.append(element("h3", "Ops, before and after"));
  const table = element("table");
  for (const [op, [before, after]] of [...ops].sort((a, b) => b[1][0] - a[1][0]).slice(0, 40)) {
    const row = table.insertRow();
    row.insertCell().textContent = op;
    row.insertCell().textContent = before === after ? before : `${before} → ${after}`;
  }
  panel.append(table);
}

function tellFound(text, found) {
  const panel = byId("details");
  panel.hidden = false;
  panel.textContent = "";
  panel.append(element("h2", `${found.length} nodes`), element("div", `for ${text}`));
  for (const node of found.slice(0, MOST_FOUND)) panel.append(link(node.index));
  if (found.length > MOST_FOUND) panel.append(element("div", `… and ${found.length - MOST_FOUND} more`));
  app.panes.forEach((pane) => pane.resize());
}

function tellTip(item, event) {
  const tip = byId("tip");
  tip.hidden = !item;
  if (!item) return;
  tip.textContent = "";
  tip.append(element("b", item.leaf ? present(item.leaf, "changes").op : item.label), item.path, " ");
  if (item.leaf) {
    tip.append(stateBadge(item.leaf.state));
    for (const each of item.leaf.events.slice(0, MOST_IN_TIP)) tip.append(element("div", eventText(each, item.leaf)));
    for (const [name, text] of rowsOfSide(present(item.leaf, "changes"))) if (name !== "op") tip.append(element("small", `${name} = ${text}`));
  } else tip.append(element("small", `${item.counts.before} nodes before, ${item.counts.after} after`));
  const { innerWidth, innerHeight } = window, { offsetWidth, offsetHeight } = tip;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - offsetWidth - 6))}px`;
  tip.style.top = `${Math.max(4, Math.min(event.clientY + 14, innerHeight - offsetHeight - 6))}px`;
}

// ---- The head of the page

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  theme = Object.fromEntries(["back", "text", "quiet", "line", "edge", "raised", "accent", "gone", "new", "frame", ...STATES].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
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
    if (!count) continue;
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

/** Scopes are open at first as far as a screen has room for what is in them, the largest first. */
function openSome(room) {
  let shown = root.items.length;
  const waiting = root.items.filter((item) => item.items);
  while (waiting.length) {
    waiting.sort((a, b) => b.counts.changes - a.counts.changes);
    const item = waiting.shift();
    if (shown + item.items.length > room) continue;
    shown += item.items.length - 1;
    item.isOpen = true;
    waiting.push(...item.items.filter((inner) => inner.items));
  }
}

function listenToPage() {
  for (const button of byId("modes").children) button.onclick = () => app.show(button.dataset.mode);
  byId("fit").onclick = () => app.panes.forEach((pane) => pane.fit());
  byId("close-all").onclick = () => {
    for (const scope of scopes.values()) scope.isOpen = scope === root;
    app.rearrange(null);
    app.panes.forEach((pane) => pane.fit());
  };
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
    if (event.target === search) return;
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
openSome(40);
app.show(data.sizes.before[0] === data.sizes.after[0] && nodes.every((node) => node.state === "same") ? "after" : "changes");
