/**
 * Small doors to the DOM. Text goes in as text; nothing here parses markup.
 */

const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Props
 */

/**
 * Set properties on an element: `class`, `data-*`, `aria-*` and other
 * attributes by name, `on…` functions as listeners, `value`/`checked`/
 * `disabled`/`hidden` as properties. `null`, `undefined` and `false` remove.
 * @param {Element} node
 * @param {Props} props
 */
export function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name in PROPERTIES) Reflect.set(node, name, value ?? PROPERTIES[name]);
    else if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @type {Record<string, unknown>} */
const PROPERTIES = { value: '', checked: false, disabled: false, hidden: false };

/**
 * @param {Element} node
 * @param {Child[]} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...children.filter(isShown).map(asNode));
}

/** @param {Child} child */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/** @param {Child} child */
function asNode(child) {
  return child instanceof Node ? child : String(child);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  set(node, props);
  if (children.length) fill(node, ...children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, props);
  if (children.length) fill(node, ...children);
  return node;
}

/**
 * @param {string} tag
 * @param {Props} [props]
 * @param {Child[]} children
 * @returns {MathMLElement}
 */
export function math(tag, props = {}, ...children) {
  const node = /** @type {MathMLElement} */ (document.createElementNS(MATHML, tag));
  set(node, props);
  if (children.length) fill(node, ...children);
  return node;
}

/**
 * Write text only where it differs, so that an unchanged update costs nothing,
 * and into the node that is there: a new one would be laid out as new.
 * @param {Node} node
 * @param {string | number} text
 */
export function setText(node, text) {
  const value = String(text);
  const only = node.firstChild;
  if (value && only instanceof Text && !only.nextSibling) {
    if (only.data !== value) only.data = value;
  } else if (node.textContent !== value) node.textContent = value;
}
