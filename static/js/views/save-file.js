/** Hands the browser a file to be saved under a name. */

/** How long a browser may take to begin saving, ms. */
const PATIENCE = 60_000;

/** @param {string} name @param {Blob} content */
export function saveFile(name, content) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE);
}
