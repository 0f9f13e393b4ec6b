// The panel beside the panes: what is told of a node, a scope, what was found, what goes in and out. Elements are made one by one,
// since names and attributes are text and never markup.

const MOST_LINKED = 50, MOST_LISTED = 200, MOST_EVENTS = 20, MOST_OPS = 40, MOST_IN_TIP = 3;

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
  const made = element("a", node.name + suffix, { href: addressOf(node), title: node.state });
  made.onclick = (event) => {
    event.preventDefault();
    app.reveal(node.item);
  };
  return made;
}

/** What `made` gives of each, as far as there is room, and how many more there are. */
function appendSome(panel, all, most, made) {
  panel.append(...all.slice(0, most).map(made));
  if (all.length > most) panel.append(element("div", `… and ${all.length - most} more`));
}

/** The panel, empty, and shown unless it is to hide; the panes get the rest of the page. */
function emptyPanel(isHidden = false) {
  const panel = byId("details");
  panel.textContent = "";
  panel.hidden = isHidden;
  app.panes.forEach((pane) => pane.resize());
  return panel;
}

function eventText(event, node) {
  const where = `${event.optimizer}: ${event.rule}`;
  const into = event.into.filter((index) => index !== event.node).map((index) => data.names[index]);
  if (event.node !== node.index) return `made of ${data.names[event.node]} (${event.kind}) by ${where}`;
  return `${event.kind}${into.length ? ` into ${into.join(", ")}` : ""} by ${where}`;
}

function tellDetails(item) {
  const panel = emptyPanel(!item);
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
    appendSome(panel, [...node.events].sort((a, b) => own(a) - own(b)), MOST_EVENTS, (event) => element("div", eventText(event, node)));
  }
  if (node.dispatch) tellDispatch(panel, node.dispatch);
  if (node.computedBy.length) {
    panel.append(element("h3", "Computed by"));
    appendSome(panel, node.computedBy, MOST_LINKED, (index) => link(index, timeBehind(nodes[index])));
  }
  panel.append(element("h3", "Attributes"), attributeTable(before, after));
  for (const [name, facts] of side.held()) tellHeld(panel, name, facts);
  for (const [title, each] of [["Inputs", side], ["Inputs before", before && after && before !== after && String(before.inputs) !== String(after.inputs) ? before : null]]) {
    if (!each || !each.inputs.length) continue;
    panel.append(element("h3", title));
    for (const [source, result] of each.inputs) panel.append(link(source, HOW[result] ?? (result ? `:${result}` : "")), typeLine(typeOf(source, result, each === before ? "before" : "changes")));
  }
  if (node.users.length) {
    panel.append(element("h3", `Read by ${node.users.length}`));
    appendSome(panel, node.users, MOST_LINKED, (user) => link(user));
  }
}

const HOW = { [WAITS]: "  (waits)", [BACK]: "  (comes back)", [ACROSS]: "  (into or out of a region)" };

function typeLine(type) {
  return type ? element("small", shortType(type)) : "";
}

function timeBehind(node) {
  return node.dispatch && node.dispatch.seconds ? `  ${timeText(node.dispatch.seconds)}` : "";
}

/** What a dispatch was made from, and what runs it. */
function tellDispatch(panel, { executable, nodes: sources, like, times, ops, kernels, seconds }) {
  const often = times > 1 ? ` in ${times} runs` : "";
  if (seconds) panel.append(element("h3", "Time"), element("div", `${timeText(seconds)}${often}, ${Math.round((100 * seconds) / slowest)} % of the slowest dispatch`));
  panel.append(element("h3", `Made from ${sources.length} of the model's nodes`), ...sources.map((index) => link(index)));
  if (like.length) panel.append(element("h3", "By the kernel that was made for"), ...like.map((index) => link(index)));
  panel.append(element("h3", `Kernel of ${executable}`), element("div", ops.map((op) => op.replace(/^stablehlo\./, "")).join(", ")));
  for (const kernel of kernels) panel.append(factTable(Object.entries(kernel)));
}

function factTable(rows) {
  const table = element("table");
  for (const [name, text] of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = text;
  }
  return table;
}

/** What a constant holds. */
function tellHeld(panel, name, facts) {
  const { first, count, histogram, least, most } = facts;
  panel.append(element("h3", `${name}: ${count} elements`), element("div", first.join(", ") + (count > first.length ? ", …" : ""), { className: "numbers" }));
  const rows = [["least", least], ["greatest", most], ["mean", facts.mean], ["zeros", facts.zeros], ["not finite", facts.not_finite]];
  panel.append(factTable(rows.filter(([, value]) => value !== undefined)));
  if (histogram) panel.append(histogramPicture(histogram, least, most));
}

function histogramPicture(counts, least, most) {
  const names = "http://www.w3.org/2000/svg", made = document.createElementNS(names, "svg"), highest = Math.max(...counts), width = 300 / counts.length;
  for (const [name, value] of [["viewBox", "0 0 300 74"], ["role", "img"], ["class", "histogram"], ["aria-label", `histogram from ${least} to ${most}: ${counts.join(", ")}`]]) made.setAttribute(name, value);
  counts.forEach((count, at) => {
    const bar = document.createElementNS(names, "rect"), height = count ? Math.max(1, (60 * count) / highest) : 0;
    for (const [name, value] of [["x", at * width], ["y", 60 - height], ["width", Math.max(0.5, width - 1)], ["height", height]]) bar.setAttribute(name, value);
    bar.append(Object.assign(document.createElementNS(names, "title"), { textContent: String(count) }));
    made.append(bar);
  });
  for (const [text, x, anchor] of [[least, 0, "start"], [most, 300, "end"]]) {
    const label = document.createElementNS(names, "text");
    for (const [name, value] of [["x", x], ["y", 72], ["text-anchor", anchor]]) label.setAttribute(name, value);
    label.textContent = text;
    made.append(label);
  }
  return made;
}

/** Where numbers come in, and where they go out. */
function tellEnds() {
  const panel = emptyPanel(), mode = data.nodes.some((row) => row[2] !== null) ? "after" : "before";
  data.ends[mode].forEach((indices, at) => {
    panel.append(element("h2", at ? "Outputs" : "Inputs"));
    appendSome(panel, indices, MOST_LISTED, (index) => {
      const side = present(nodes[index], mode), types = side.types.length ? side.types : side.inputs.map(([source, result]) => typeOf(source, result, mode) || "");
      const line = element("div");
      line.append(link(index), typeLine(types.map(shortType).join(", ")));
      return line;
    });
    if (!indices.length) panel.append(element("div", "none"));
  });
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
  const rows = new Map([["op", side.op], ["type", side.types.join(", ") || "-"], ...(side.device ? [["device", side.device]] : [])]);
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
  const rows = [...ops].sort((a, b) => b[1][0] - a[1][0]).map(([op, [before, after]]) => [op, before === after ? before : `${before} → ${after}`]);
  panel.append(factTable(rows.slice(0, MOST_OPS)));
  if (rows.length > MOST_OPS) panel.append(element("div", `… and ${rows.length - MOST_OPS} more`));
}

function tellFound(text, found) {
  const panel = emptyPanel();
  panel.append(element("h2", `${found.length} nodes`), element("div", `for ${text}`));
  appendSome(panel, found, MOST_LISTED, (node) => link(node.index));
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

