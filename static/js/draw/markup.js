/** SVG as text, piece by piece; whatever is put in is escaped. Pure. */

/**
 * @param {string} name
 * @param {Record<string, string | number | null>} attributes null leaves one out; numbers are cut to hundredths
 * @param {readonly string[]} children markup, as `tag` and `text` return it
 */
export function tag(name, attributes, ...children) {
  const named = Object.entries(attributes).flatMap(([key, value]) => (value === null ? [] : [` ${key}="${escaped(plain(value))}"`]));
  const start = `<${name}${named.join('')}`;
  return children.length ? `${start}>${children.join('')}</${name}>` : `${start}/>`;
}

/** @param {string} content */
export function text(content) {
  return escaped(content);
}

/** At most two decimals: a hundredth of a pixel is not seen. @param {string | number} value */
export function plain(value) {
  return typeof value === 'string' ? value : String(Math.round(value * 100) / 100);
}

/** XML forbids most control characters even where they are escaped. @param {string} content */
function escaped(content) {
  return content
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
