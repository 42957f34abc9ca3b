/**
 * A pen with those methods of a canvas's that the loom is painted with, which
 * writes SVG instead of pixels: the same painters make the picture on the
 * screen and the one that is taken along.
 */
import { plain, tag, text } from './markup.js';

/** px between the lines of hatching, and between the dots of padding. */
const TILE = 5;

/** @typedef {'hatch' | 'dots'} Absence */

export class VectorPen {
  /** @type {string[]} */
  #elements = [];
  #path = '';
  /** @type {[x: number, y: number, width: number, height: number][]} of the path */
  #rectangles = [];
  /** @type {readonly number[]} */
  #dash = [];
  /** @type {string | {absence: Absence, colour: string}} */
  fillStyle = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  font = '10px sans-serif';
  textAlign = 'left';
  textBaseline = 'middle';

  /** @param {string} ground colour of what lies behind, for what is cleared */
  constructor(ground) {
    this.ground = ground;
  }

  /** What was painted so far, as SVG elements. */
  get markup() {
    return this.#elements.join('\n');
  }

  /** @param {string} markup put in as it is */
  add(markup) {
    this.#elements.push(markup);
  }

  /** @param {Absence} absence @param {string} colour */
  absence(absence, colour) {
    return { absence, colour };
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    if (typeof this.fillStyle === 'string') return this.add(tag('rect', { x, y, width, height, fill: this.fillStyle }));
    const { absence, colour } = this.fillStyle;
    if (absence === 'hatch') this.add(tag('path', { d: hatching(x, y, width, height), stroke: colour, 'stroke-width': 0.9, fill: 'none' }));
    else this.add(tag('path', { d: dots(x, y, width, height), fill: colour }));
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  clearRect(x, y, width, height) {
    this.add(tag('rect', { x, y, width, height, fill: this.ground }));
  }

  beginPath() {
    this.#path = '';
    this.#rectangles = [];
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#rectangles.push([x, y, width, height]);
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${plain(x)} ${plain(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `L${plain(x)} ${plain(y)}`;
  }

  /** @param {number[]} places two controls and the end */
  bezierCurveTo(...places) {
    this.#path += `C${places.map(plain).join(' ')}`;
  }

  /** A whole circle; the loom draws no others. @param {number} x @param {number} y @param {number} radius */
  arc(x, y, radius) {
    const half = `a${plain(radius)} ${plain(radius)} 0 1 0`;
    this.#path += `M${plain(x - radius)} ${plain(y)}${half} ${plain(2 * radius)} 0${half} ${plain(-2 * radius)} 0`;
  }

  /** @param {readonly number[]} dash */
  setLineDash(dash) {
    this.#dash = dash;
  }

  fill() {
    for (const sides of this.#rectangles) this.fillRect(...sides);
    if (this.#path) this.add(tag('path', { d: this.#path, fill: String(this.fillStyle) }));
  }

  stroke() {
    const dash = this.#dash.length ? this.#dash.join(' ') : null;
    this.add(tag('path', { d: this.#path, fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth, 'stroke-dasharray': dash }));
  }

  /** @param {string} content @param {number} x @param {number} y its middle */
  fillText(content, x, y) {
    const [, weight = '400', size = '10'] = /^(?:(\d+) )?([\d.]+)px/.exec(this.font) ?? [];
    const anchor = { center: 'middle', right: 'end' }[this.textAlign] ?? null;
    const bold = weight === '400' ? null : weight;
    // Shifted by hand: not every program knows a baseline in the middle.
    const attributes = { x, y, dy: '.35em', fill: String(this.fillStyle), 'font-size': Number(size), 'font-weight': bold, 'text-anchor': anchor };
    this.add(tag('text', attributes, text(content)));
  }
}

/**
 * Rising lines x + y = k·TILE within a rectangle, so that neighbouring ones join.
 * @param {number} x @param {number} y @param {number} width @param {number} height
 */
function hatching(x, y, width, height) {
  let path = '';
  for (let sum = Math.ceil((x + y) / TILE) * TILE; sum < x + width + y + height; sum += TILE) {
    const left = Math.max(x, sum - y - height);
    const right = Math.min(x + width, sum - y);
    if (right > left) path += `M${plain(left)} ${plain(sum - left)}L${plain(right)} ${plain(sum - right)}`;
  }
  return path;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
function dots(x, y, width, height) {
  let path = '';
  for (let top = y + TILE / 2; top <= y + height - 1; top += TILE) {
    for (let left = x + TILE / 2; left <= x + width - 1; left += TILE) path += `M${plain(left)} ${plain(top)}h1v1h-1z`;
  }
  return path;
}
