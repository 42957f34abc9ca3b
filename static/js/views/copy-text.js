/**
 * Put text on the clipboard. Pages that are not on localhost or HTTPS have no
 * clipboard of their own; there the old command still copies what is selected.
 */

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether the text is on the clipboard
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** @param {string} text */
function copySelected(text) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'spoken';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  focused?.focus();
  return copied;
}
