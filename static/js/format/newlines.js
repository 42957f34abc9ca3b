/**
 * A text field turns CR and CRLF into LF. This puts an edit made in the field
 * back onto the exact text: only what was typed over loses its own line ends.
 */

/**
 * @param {string} exact the text before the edit
 * @param {string} shown what the field holds after it
 * @returns {string}
 */
export function editedExactly(exact, shown) {
  const before = asShown(exact);
  if (before === exact) return shown;
  const most = Math.min(before.length, shown.length);
  let head = 0;
  while (head < most && before[head] === shown[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === shown.at(-1 - tail)) tail++;
  const middle = shown.slice(head, shown.length - tail);
  return exact.slice(0, exactIndex(exact, head)) + middle + exact.slice(exactIndex(exact, before.length - tail));
}

/** @param {string} exact */
export function asShown(exact) {
  return exact.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/**
 * Where the field's index lies in the exact text.
 * @param {string} exact @param {number} index
 */
function exactIndex(exact, index) {
  let at = 0;
  for (let shown = 0; shown < index; shown++) at += exact.startsWith('\r\n', at) ? 2 : 1;
  return at;
}
