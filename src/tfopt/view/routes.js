// Where edges run: between rows of boxes and past them, never over one. A route is a list of numbers: where it begins, then six for each
// cubic curve.

const LANE_IN = 5, LANE_OUT = 5, LANE_BACK = 10, CORNER = 6; // lanes lie in the padding of a scope, by their distance from its side

/** `left` and `top` are where the content of the scope begins. */
function routeOf(segment, scope, layout, left, top) {
  const { from, to } = segment, rows = layout.rows;
  const gap = (row, share) => {
    const above = row < 0 ? -PADDING : rows[row].bottom, below = row + 1 < rows.length ? rows[row + 1].top : layout.height + PADDING;
    return top + above + (below - above) * share;
  };
  if (!to) return elbows([leaving(from), [leaving(from)[0], gap(from.row, 0.3)], [scope.w - LANE_OUT, gap(from.row, 0.3)], [scope.w - LANE_OUT, scope.h]]);
  if (!from) return elbows([[LANE_IN, 0], [LANE_IN, gap(to.row - 1, 0.7)], [entering(to)[0], gap(to.row - 1, 0.7)], entering(to)]);
  const [x1, y1] = leaving(from), [x2, y2] = entering(to);
  if (to.row <= from.row || segment.isBack) {
    const lane = scope.w - LANE_BACK;
    return elbows([[x1, y1], [x1, gap(from.row, 0.5)], [lane, gap(from.row, 0.5)], [lane, gap(to.row - 1, 0.5)], [x2, gap(to.row - 1, 0.5)], [x2, y2]]);
  }
  const route = [x1, y1], points = layout.bends.get(`${from.at}>${to.at}`);
  lineTo(route, x1, top + rows[from.row].bottom);
  for (let row = from.row + 1; row < to.row; row++) {
    const x = points && points.get(rows[row].key);
    if (x === undefined) continue;
    curveTo(route, x + left, top + rows[row].top);
    lineTo(route, x + left, top + rows[row].bottom);
  }
  curveTo(route, x2, top + rows[to.row].top);
  lineTo(route, x2, y2);
  return route;
}

const isOpenScope = (item) => item.items && item.isOpen;
const leaving = (item) => [item.dx + (isOpenScope(item) ? item.w - LANE_OUT : item.w / 2), item.dy + item.h];
const entering = (item) => [item.dx + (isOpenScope(item) ? LANE_IN : item.w / 2), item.dy];

function lineTo(route, x, y) {
  const [x0, y0] = route.slice(-2);
  if (Math.abs(x - x0) + Math.abs(y - y0) > 0.01) route.push(x0, y0, x, y, x, y);
}

/** A curve that begins and ends upright. */
function curveTo(route, x, y) {
  const [x0, y0] = route.slice(-2), middle = (y0 + y) / 2;
  route.push(x0, middle, x, middle, x, y);
}

/** Lines through points, with rounded corners. */
function elbows(points) {
  const route = [...points[0]];
  for (let at = 1; at < points.length - 1; at++) {
    const [[ax, ay], [bx, by], [cx, cy]] = [points[at - 1], points[at], points[at + 1]];
    const before = Math.hypot(bx - ax, by - ay), after = Math.hypot(cx - bx, cy - by);
    const cut = Math.min(CORNER, before / 2, after / 2);
    if (cut < 0.1) continue;
    const [ex, ey] = [bx - ((bx - ax) / before) * cut, by - ((by - ay) / before) * cut];
    const [fx, fy] = [bx + ((cx - bx) / after) * cut, by + ((cy - by) / after) * cut];
    lineTo(route, ex, ey);
    route.push(bx, by, bx, by, fx, fy);
  }
  lineTo(route, ...points[points.length - 1]);
  return route;
}
