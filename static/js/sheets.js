/** The style sheets of the views that come late. */

const SHEETS = ['badge', 'detail', 'attention', 'output', 'margin', 'derivation', 'lab', 'strip', 'merges', 'popover', 'share', 'break', 'apart', 'blocks', 'generate', 'train', 'compare', 'gradients', 'models', 'text', 'lesson', 'present'];

/** In force once this resolves; one that is missing costs its looks only. */
export async function loadSheets() {
  await Promise.all(SHEETS.map(loadSheet));
}

/** @param {string} name */
function loadSheet(name) {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `static/css/${name}.css`;
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
