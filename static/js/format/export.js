/**
 * One position with everything that was computed at it, as JSON or CSV text.
 *
 * The text is for other programs: plain ASCII minus, the shortest decimal that
 * reads back as the same float64, and the record exactly as it was typed.
 */

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/**
 * @typedef {object} ExportedToken
 * @property {number} id
 * @property {string} piece as the page shows it; empty while the vocabulary is not here
 * @property {string} hex the piece's bytes, empty for specials
 *
 * @typedef {object} ExportedRecord
 * @property {number} index
 * @property {string} text as typed
 * @property {number[]} ids
 * @property {number[]} targets
 * @property {{position: number, id: number}[]} replaced input IDs that the lab has swapped
 * @property {number | null} padding_id what the lab has filled the padding with
 *
 * @typedef {object} ExportedPosition
 * @property {{name: string, mask: string, fault?: string, seed: number | null, identities: Record<string, string>}} model
 * @property {ExportedRecord} record
 * @property {number} position
 * @property {ExportedToken} input
 * @property {ExportedToken} target
 * @property {number | null} loss nats; null where nothing is scored
 * @property {Record<string, unknown>} tensors this position's row of every tensor; `blocks` holds the blocks' own
 */

/** Tensors whose first axis is the head; their position axis is the second. */
const BY_HEAD = new Set(['q_heads', 'k_heads', 'v_heads', 'scores', 'visible', 'weights', 'mixtures']);

/**
 * @param {object} from
 * @param {import('../types.js').Traced} from.traced
 * @param {number} from.index of the record in the trace
 * @param {number} from.position one of the record's valid positions
 * @param {import('../types.js').ModelInfo | null} from.model
 * @param {VocabularyEntry[] | null} from.vocabulary
 * @returns {ExportedPosition}
 */
export function exportedPosition({ traced, index, position, model, vocabulary }) {
  const record = /** @type {import('../types.js').TracedRecord} */ (traced.trace.records[index]);
  const draft = /** @type {import('../types.js').Draft} */ (traced.drafts[index]);
  const { blocks, ...shared } = record.tensors;
  return {
    model: {
      name: traced.trace.model,
      mask: traced.mask,
      ...(traced.fault && { fault: traced.fault }),
      seed: model?.config.seed ?? null,
      identities: { ...model?.identities },
    },
    record: {
      index,
      text: record.text,
      ids: record.ids,
      targets: record.targets,
      replaced: draft.replace,
      padding_id: draft.paddingId,
    },
    position,
    input: token(vocabulary, record.ids[position]),
    target: token(vocabulary, record.targets[position]),
    loss: record.losses[position] ?? null,
    tensors: {
      ...rowsAt(shared, position),
      blocks: blocks.map((tensors) => rowsAt({ ...tensors }, position)),
    },
  };
}

/** @param {VocabularyEntry[] | null} vocabulary @param {number | undefined} id @returns {ExportedToken} */
function token(vocabulary, id = -1) {
  const entry = vocabulary?.[id];
  return { id, piece: entry?.name ?? '', hex: entry?.hex ?? '' };
}

/** @param {Record<string, unknown>} tensors @param {number} at @returns {Record<string, unknown>} */
function rowsAt(tensors, at) {
  const rows = Object.entries(tensors).map(([name, tensor]) => [name, rowAt(name, tensor, at)]);
  return Object.fromEntries(rows);
}

/** @param {string} name @param {unknown} tensor @param {number} at @returns {unknown} */
function rowAt(name, tensor, at) {
  if (!Array.isArray(tensor)) return tensor;
  return BY_HEAD.has(name) ? tensor.map((head) => asList(head[at])) : asList(tensor[at]);
}

/** A row as JSON has it, also where it came in a file of numbers. @param {unknown} row */
function asList(row) {
  return ArrayBuffer.isView(row) ? Array.from(/** @type {Iterable<unknown>} */ (/** @type {unknown} */ (row))) : row;
}

/** @param {ExportedPosition} exported @returns {string} */
export function asJson(exported) {
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/**
 * One value per line: which tensor, which block and head where it has them,
 * which coordinate, and the value. A masked score's value is empty.
 * @param {ExportedPosition} exported
 * @returns {string} RFC 4180, lines ended by CR LF
 */
export function asCsv(exported) {
  const lines = [['name', 'block', 'head', 'index', 'value'], ...facts(exported)];
  const { blocks, ...shared } = exported.tensors;
  lines.push(...tensorLines(shared, ''));
  /** @type {Record<string, unknown>[]} */ (blocks).forEach((block, i) => lines.push(...tensorLines(block, String(i))));
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** @param {ExportedPosition} exported @returns {string[][]} */
function facts({ model, record, position, input, target, loss }) {
  const named = Object.entries(model.identities).map(([name, hash]) => /** @type {const} */ ([`sha256 ${name}`, hash]));
  const rows = [
    ['model', model.name],
    ['seed', model.seed],
    ['mask', model.mask],
    ...named,
    ['record', record.text],
    ...record.replaced.map((swap) => ['replaced', swap.id, swap.position]),
    ...(record.padding_id === null ? [] : [['padding_id', record.padding_id]]),
    ['position', position],
    ['input_id', input.id],
    ['input_piece', input.piece],
    ['input_hex', input.hex],
    ['target_id', target.id],
    ['target_piece', target.piece],
    ['target_hex', target.hex],
    ['loss', loss],
  ];
  return rows.map(([name, value, index]) => [String(name), '', '', plain(index ?? null), plain(value ?? null)]);
}

/** @param {Record<string, unknown>} tensors @param {string} block @returns {string[][]} */
function tensorLines(tensors, block) {
  return Object.entries(tensors).flatMap(([name, row]) => {
    if (!Array.isArray(row)) return [];
    if (!BY_HEAD.has(name)) return rowLines(name, block, '', row);
    return row.flatMap((values, head) => rowLines(name, block, row.length > 1 ? String(head) : '', values));
  });
}

/** @param {string} name @param {string} block @param {string} head @param {unknown[]} row @returns {string[][]} */
function rowLines(name, block, head, row) {
  return row.map((value, i) => [name, block, head, String(i), plain(value)]);
}

/** @param {unknown} value */
function plain(value) {
  return value === null ? '' : String(value);
}

/** Quoted where a comma, quote, line end or outer space would change what is read back. @param {string} text */
function cell(text) {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
