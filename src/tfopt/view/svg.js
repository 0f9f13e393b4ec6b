// What has the methods of a canvas that drawing.js calls, and makes SVG of them.

const inXml = (text) => String(text).replace(/[&<>"\u0000-\u001f]/g, (each) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[each] || " ");
const rounding = (number) => String(Math.round(number * 10) / 10);

class SvgContext {
  constructor() {
    this.elements = [];
    this.stack = [];
    [this.x, this.y, this.dash, this.path] = [0, 0, [], []];
    this.right = 0; // where the texts end
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, font: "10px sans-serif" });
  }
  save() {
    this.stack.push([this.x, this.y]);
  }
  restore() {
    [this.x, this.y] = this.stack.pop();
  }
  translate(x, y) {
    this.x += x;
    this.y += y;
  }
  setLineDash(dash) {
    this.dash = dash;
  }
  measureText(text) {
    ruler.font = this.font;
    return ruler.measureText(text);
  }
  beginPath() {
    this.path = [];
  }
  /** A step of the path with its numbers, x and y in turn. */
  step(letter, ...numbers) {
    this.path.push(letter + numbers.map((number, at) => rounding(number + (at % 2 ? this.y : this.x))).join(" "));
  }
  moveTo(x, y) {
    this.step("M", x, y);
  }
  lineTo(x, y) {
    this.step("L", x, y);
  }
  bezierCurveTo(...numbers) {
    this.step("C", ...numbers);
  }
  closePath() {
    this.path.push("Z");
  }
  roundRect(x, y, w, h, r) {
    this.moveTo(x + r, y);
    for (const [x1, y1, cx, cy, x2, y2] of [[x + w - r, y, x + w, y, x + w, y + r], [x + w, y + h - r, x + w, y + h, x + w - r, y + h],
      [x + r, y + h, x, y + h, x, y + h - r], [x, y + r, x, y, x + r, y]]) {
      this.lineTo(x1, y1);
      this.step("Q", cx, cy, x2, y2);
    }
    this.closePath();
  }
  /** Of what is painted and not of an element, which would be a layer of its own. */
  opacity(what) {
    return this.globalAlpha < 1 ? ` ${what}-opacity="${this.globalAlpha}"` : "";
  }
  fill() {
    this.elements.push(`<path d="${this.path.join("")}" fill="${this.fillStyle}"${this.opacity("fill")}/>`);
  }
  stroke() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(" ")}"` : "";
    this.elements.push(`<path d="${this.path.join("")}" fill="none" stroke="${this.strokeStyle}" stroke-width="${rounding(this.lineWidth)}"${dash}${this.opacity("stroke")}/>`);
  }
  fillRect(x, y, w, h) {
    this.elements.push(`<rect x="${rounding(x + this.x)}" y="${rounding(y + this.y)}" width="${rounding(w)}" height="${rounding(h)}" fill="${this.fillStyle}"${this.opacity("fill")}/>`);
  }
  fillText(text, x, y) {
    this.right = Math.max(this.right, x + this.x + this.measureText(text).width);
    const [, weight, size] = /^(?:(\d+) )?([\d.]+)px/.exec(this.font);
    this.elements.push(`<text x="${rounding(x + this.x)}" y="${rounding(y + this.y)}" font-size="${size}"${weight ? ` font-weight="${weight}"` : ""} fill="${this.fillStyle}"${this.opacity("fill")}>${inXml(text)}</text>`);
  }
}

/** The whole of what is arranged, as a file. */
function asSvg(root, look, title) {
  const context = new SvgContext(), { h } = root;
  paint(context, root, look, { left: 0, top: 0, right: root.w, bottom: h }, 1);
  const w = Math.max(root.w, context.right + 4); // the type of an edge may stand beside the last box
  return [`<svg xmlns="http://www.w3.org/2000/svg" width="${rounding(w)}" height="${rounding(h)}" viewBox="0 0 ${rounding(w)} ${rounding(h)}" font-family="DejaVu Sans, Verdana, Helvetica, Arial, Liberation Sans, Noto Sans, sans-serif">`,
    `<title>${inXml(title)}</title>`, `<rect width="100%" height="100%" fill="${look.theme.back}"/>`, ...context.elements, "</svg>", ""].join("\n");
}
