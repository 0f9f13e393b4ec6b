// Drawing what is arranged onto a canvas, or what has a canvas's methods. `look` says how: mode, theme, what is selected, hovered and found.

const NEAR = 0.6, FAR = 0.3; // scales from which on labels are drawn, and below which edges are lines
const INVISIBLE = 1, SMALLEST = 5, SMALLEST_WITH_EDGES = 50; // pixels, from which on something is drawn, with its inside, and with edges there

/** All of it that lies in `seen`, at scale k. */
function paint(context, root, look, seen, k) {
  const labels = [];
  paintScope(context, root, { ...look, seen, k, labels });
  if (k >= NEAR) paintLabels(context, labels, look, k);
}

const overlaps = (item, seen) => item.x < seen.right && item.x + item.w > seen.left && item.y < seen.bottom && item.y + item.h > seen.top;

function paintScope(context, scope, look) {
  const { k, seen } = look;
  if (scope.parent) {
    if (scope.w * k < SMALLEST) return paintPatch(context, scope, look);
    paintFrame(context, scope, look);
  }
  paintSegments(context, scope, look);
  for (const item of scope.shown) {
    if (item.w * k < INVISIBLE || !overlaps(item, seen)) continue;
    if (item.isFrame) paintScope(context, item, look);
    else paintBox(context, item, look);
  }
}

/** A scope of which nothing inside can be seen. */
function paintPatch(context, item, { theme }) {
  context.fillStyle = item.leaf ? theme[item.leaf.state] : theme.edge;
  context.fillRect(item.x, item.y, item.w, item.h);
}

function paintFrame(context, scope, { theme, selected, k, mode }) {
  context.fillStyle = theme.frame;
  if (scope.w * k < SMALLEST_WITH_EDGES) return context.fillRect(scope.x, scope.y, scope.w, scope.h);
  context.strokeStyle = scope.item === selected ? theme.accent : theme.line;
  context.lineWidth = scope.item === selected ? 2 : 1;
  rounded(context, scope, 8);
  context.fill();
  context.stroke();
  if (k > 0.25) {
    context.fillStyle = theme.quiet;
    context.font = "11px system-ui, sans-serif";
    context.fillText(fitted(context, `− ${scope.label}  (${scope.counts[mode]})`, scope.w - 24), scope.x + 12, scope.y + 15);
  }
}

// ---- Edges

/** One by one where they can be told apart; from afar all of one colour at once, as lines. */
function paintSegments(context, scope, look) {
  if (!scope.segments.length || scope.w * look.k < SMALLEST_WITH_EDGES) return;
  const { seen, k, near, theme } = look, [top, bottom] = [seen.top - scope.y, seen.bottom - scope.y];
  context.save();
  context.translate(scope.x, scope.y);
  if (k < FAR) paintFar(context, scope.segments, look);
  else {
    for (const segment of scope.segments) {
      const { path } = segment, [y1, y2] = [path[1], path[path.length - 1]];
      if (Math.max(y1, y2) < top - 40 || Math.min(y1, y2) > bottom + 40) continue;
      const isNear = near && near.has(segment);
      context.strokeStyle = isNear ? theme.accent : segment.isBack ? theme.turn : edgeColour(segment, theme);
      context.globalAlpha = isNear ? 1 : near ? 0.15 : 0.75;
      context.lineWidth = Math.min(4, 0.9 + Math.log2(segment.count) * 0.35) * (isNear ? 1.5 : 1);
      context.setLineDash(segment.isControl ? [4, 3] : segment.isBack ? [7, 3] : []);
      context.beginPath();
      trace(context, path);
      context.stroke();
      if (segment.to) paintHead(context, segment);
      if (k >= NEAR && segment.type !== null && segment.from && !isOpenScope(segment.from)) look.labels.push({ segment, x: scope.x, y: scope.y, isNear });
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  context.restore();
}

function trace(context, path) {
  context.moveTo(path[0], path[1]);
  for (let at = 2; at < path.length; at += 6) context.bezierCurveTo(path[at], path[at + 1], path[at + 2], path[at + 3], path[at + 4], path[at + 5]);
}

function paintHead(context, { path }) {
  const [x, y] = path.slice(-2);
  context.setLineDash([]);
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 3, y - 5);
  context.lineTo(x + 3, y - 5);
  context.closePath();
  context.fill();
}

function paintFar(context, segments, { k, theme, near }) {
  const colours = new Map();
  for (const segment of segments) {
    const { path } = segment, colour = near && near.has(segment) ? theme.accent : edgeColour(segment, theme);
    if (Math.abs(path[0] - path[path.length - 2]) + Math.abs(path[1] - path[path.length - 1]) < 2 / k) continue;
    if (!colours.has(colour)) colours.set(colour, []);
    colours.get(colour).push(path);
  }
  context.globalAlpha = 0.5;
  context.lineWidth = 0.7 / k;
  for (const [colour, paths] of colours) {
    context.strokeStyle = colour;
    context.beginPath();
    for (const path of paths) {
      context.moveTo(path[0], path[1]);
      for (let at = 6; at < path.length; at += 6) context.lineTo(path[at], path[at + 1]);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

function edgeColour({ kinds: [kept, gone, fresh] }, theme) {
  return gone && !kept && !fresh ? theme.gone : fresh && !kept && !gone ? theme.new : theme.edge;
}

/** What flows: the type of one value, or of how many. */
function segmentLabel({ type, count }) {
  return type === "" ? `${count} values` : count > 1 ? `${count} × ${shortType(type)}` : shortType(type);
}

/** Types beside edges, where they cover no other one; those of what is hovered first. */
function paintLabels(context, labels, { theme }, k) {
  const taken = [], told = new Set();
  labels.sort((a, b) => (b.isNear ? 1 : 0) - (a.isNear ? 1 : 0));
  context.font = "9px system-ui, sans-serif";
  for (const { segment, x, y, isNear } of labels) {
    const text = segmentLabel(segment), width = context.measureText(text).width + 4, { path } = segment;
    if (told.has(segment.from) && !isNear && told.has(`${segment.from.path} ${text}`)) continue;
    const places = [[x + path[0] + 3, y + path[1] + 3]];
    if (path.length > 8) places.push([x + (path[0] + path[path.length - 2]) / 2 - width / 2, y + path[path.length - 1] - 20]);
    const place = places.map(([left, top]) => ({ left, top, right: left + width, bottom: top + 11 }))
      .find((box) => !taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
    if (!place) continue;
    taken.push(place);
    told.add(segment.from).add(`${segment.from.path} ${text}`);
    context.globalAlpha = 0.8;
    context.fillStyle = theme.back;
    context.fillRect(place.left, place.top, width, 11);
    context.globalAlpha = 1;
    context.fillStyle = isNear ? theme.accent : theme.quiet;
    context.fillText(text, place.left + 2, place.top + 8.5);
  }
}

// ---- Boxes

function paintBox(context, item, look) {
  const { theme, selected, hovered, matches, mode, k } = look;
  if (item.w * k < SMALLEST) return paintPatch(context, item, look);
  const isDim = matches && !(item.leaf ? matches.has(item.leaf.index) : look.holdsMatch(item.item));
  context.globalAlpha = isDim ? 0.3 : 1;
  context.fillStyle = item.leaf ? theme[item.leaf.state] : theme.raised;
  rounded(context, item, item.leaf ? 9 : 5);
  context.fill();
  context.strokeStyle = item.item === selected || item.item === hovered ? theme.accent : theme.edge;
  context.lineWidth = item.item === selected ? 2.5 : 1;
  context.setLineDash(item.leaf && !item.leaf.after ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
  if (!item.leaf) paintShares(context, item, theme);
  else if (item.leaf.dispatch && item.leaf.dispatch.seconds) paintTime(context, item, theme);
  if (item.w * k > 34) paintText(context, item, mode, theme);
  context.globalAlpha = 1;
}

function paintShares(context, item, theme) {
  const total = STATES.reduce((sum, state) => sum + item.states[state], 0);
  let left = item.x + 6;
  for (const state of STATES) {
    const width = ((item.w - 12) * item.states[state]) / total;
    context.fillStyle = theme[state];
    if (width) context.fillRect(left, item.y + item.h - 8, width, 4);
    left += width;
  }
}

/** How long a dispatch takes, beside the slowest one. */
function paintTime(context, item, theme) {
  context.fillStyle = theme.accent;
  context.fillRect(item.x + 7, item.y + item.h - 4, ((item.w - 14) * item.leaf.dispatch.seconds) / slowest, 2.5);
}

function paintText(context, item, mode, theme) {
  const side = item.leaf && present(item.leaf, mode), time = item.leaf && item.leaf.dispatch && item.leaf.dispatch.seconds;
  context.fillStyle = theme.text;
  context.font = "600 11px system-ui, sans-serif";
  context.fillText(fitted(context, item.leaf ? titleOf(item.leaf, side) : `+ ${item.label}`, item.w - 14), item.x + 7, item.y + 13);
  context.fillStyle = theme.quiet;
  context.font = "10.5px system-ui, sans-serif";
  const below = item.leaf ? (time ? `${timeText(time)}  ${item.label}` : item.label) : `${item.counts[mode]} nodes`;
  context.fillText(fitted(context, below, item.w - 14), item.x + 7, item.y + 26);
}

const titleOf = (node, side) => (node.dispatch ? node.dispatch.executable : side.op);

function timeText(seconds) {
  return seconds >= 1 ? `${seconds.toPrecision(3)} s` : seconds >= 1e-3 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${(seconds * 1e6).toPrecision(3)} µs`;
}

function rounded(context, box, radius) {
  context.beginPath();
  context.roundRect(box.x, box.y, box.w, box.h, Math.min(radius, box.h / 2));
}

function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  const length = Math.floor((text.length * width) / context.measureText(text).width);
  return text.slice(0, Math.max(1, length - 1)) + "…";
}
