/**
 * One position as Markdown: the chapter's Table 20.4 with six decimals, and
 * each head's scores and weights as in Table 20.5. For reading; every digit is
 * in the CSV. Minus signs are plain ASCII, so that numbers can be pasted on.
 */

/** @typedef {import('./export.js').ExportedPosition} ExportedPosition */
/** @typedef {{representation: string, of: string, between: string, next: string, loss: string, nats: string, tableOf: (record: number, text: string, position: number) => string, key: (key: number) => string}} Words */

/** As many coordinates as the chapter's table shows. */
const SHOWN = 3;
const DECIMALS = 6;

/** Looked at per head, with keys for coordinates. */
const BY_HEAD = ['scores', 'weights'];

/**
 * @param {ExportedPosition} exported
 * @param {Words} words
 */
export function asMarkdown(exported, words) {
  const { blocks, logits, ...shared } = exported.tensors;
  const inBlocks = /** @type {Record<string, any>[]} */ (blocks);
  const prefix = (/** @type {number} */ block) => (inBlocks.length > 1 ? `blocks.${block}.` : '');
  const { final_norm, ...inputs } = shared;
  const rows = [
    ...rowsOf(inputs, ''),
    ...inBlocks.flatMap((block, b) => rowsOf(block, prefix(b))),
    ...rowsOf({ final_norm }, ''),
  ];
  const seen = /** @type {boolean[]} */ (inBlocks.find(({ visible }) => visible)?.visible[0] ?? []);
  const keys = seen.lastIndexOf(true) + 1;
  const heads = inBlocks.flatMap((block, b) => headRows(block, prefix(b), seen.slice(0, keys)));
  const coordinates = Array.from({ length: SHOWN }, (_, i) => `[${i}]`);
  return [
    title(exported, words),
    table([words.representation, ...coordinates, words.of], rows),
    table([words.between, ...Array.from({ length: keys }, (_, key) => words.key(key))], heads),
  ].join('\n\n').concat('\n');
}

/** Rows of coordinates; what is per head is not one. @param {Record<string, any>} tensors @param {string} prefix */
function rowsOf(tensors, prefix) {
  return Object.entries(tensors).flatMap(([name, row]) =>
    Array.isArray(row[0]) ? [] : [[code(prefix + name), ...row.slice(0, SHOWN).map(number), String(row.length)]],
  );
}

/** @param {Record<string, any>} block @param {string} prefix @param {boolean[]} seen */
function headRows(block, prefix, seen) {
  return BY_HEAD.flatMap((name) =>
    /** @type {(number | null)[][]} */ (block[name] ?? []).map((row, head) => [
      code(`${prefix}${name}[${head}]`),
      ...seen.map((isSeen, key) => number(isSeen ? (row[key] ?? null) : null)),
    ]),
  );
}

/** @param {ExportedPosition} exported @param {Words} words */
function title({ record, position, input, target, loss }, words) {
  const of = words.tableOf(record.index, code(JSON.stringify(record.text)), position);
  return `${of}: ${code(input.piece)} (${input.id}), ${words.next} ${code(target.piece)} (${target.id}), ${words.loss} ${number(loss)} ${words.nats}`;
}

/** @param {string[]} heads @param {string[][]} rows */
function table(heads, rows) {
  const rule = ['---', ...heads.slice(1).map(() => '---:')];
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A dash where there is no number; no value other than 0 is written as 0. @param {number | null} value */
function number(value) {
  if (value === null || Number.isNaN(value)) return '–';
  return value !== 0 && Math.abs(value) < 0.5 * 10 ** -DECIMALS ? value.toExponential(1) : value.toFixed(DECIMALS);
}

/** A code span, whose fence is longer than any run of backticks in it. @param {string} content */
function code(content) {
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest ? `${fence} ${content} ${fence}` : `${fence}${content}${fence}`;
}
