/** Every number of a document that the server sends, found by walking the document itself. */

/** @typedef {import('../../static/js/types.js').NumberRef} NumberRef */
/** @typedef {Map<string, {ref: NumberRef, value: number | null}[]>} Numbers by tensor */

/** Collects them; nothing here knows which tensors there are. */
export function collected() {
  /** @type {Numbers} */
  const found = new Map();
  /** @param {unknown} lists nested to any depth @param {NumberRef} ref of all of them */
  const walk = (lists, ref) => {
    if (Array.isArray(lists)) return lists.forEach((part, i) => walk(part, { ...ref, index: [...ref.index, i] }));
    const name = `${ref.block ?? ''} ${ref.name}`.trim();
    if (!found.has(name)) found.set(name, []);
    found.get(name)?.push({ ref, value: typeof lists === 'boolean' ? Number(lists) : /** @type {number | null} */ (lists) });
  };
  /**
   * @param {number} record
   * @param {Record<string, unknown>} others its tensors of no block
   * @param {object[]} blocks
   * @param {string} [prefix] of every name
   */
  const walkRecord = (record, others, blocks, prefix = '') => {
    for (const [name, lists] of Object.entries(others)) walk(lists, { name: prefix + name, record, index: [] });
    blocks.forEach((tensors, block) => {
      for (const [name, lists] of Object.entries(tensors)) walk(lists, { name: prefix + name, record, block, index: [] });
    });
  };
  return { found, walk, walkRecord };
}

/** The same choice in every run. @param {number} seed */
export function randomness(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
