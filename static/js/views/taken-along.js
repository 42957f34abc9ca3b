/**
 * What can be taken along from the state on show, each as a named file. The
 * trace's files and the page come from the server, through the ports given.
 */
import { asCsv, exportedPosition } from '../format/export.js';
import { asMarkdown } from '../format/position-markdown.js';
import { withState } from '../format/saved-page.js';
import { wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { isEdited } from '../state/drafts.js';
import { shownIndex } from '../state/shown.js';
import { toHash } from '../state/hash.js';
import { loomPicture } from './loom-picture.js';
import { rasterize } from './rasterize.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Traced} Traced
 * @typedef {'SVG' | 'PNG' | 'JSON' | 'NPZ' | 'safetensors' | 'CSV' | 'Markdown' | 'HTML'} Kind
 * @typedef {{name: string, content: Blob}} File
 *
 * @typedef {object} Ports
 * @property {(asked: Traced, format: 'json' | 'npz' | 'safetensors') => Promise<File>} postTraceFile
 * @property {(step: number | null, model: string | null) => Promise<string>} getPage with the parameters of that step
 */

/** A picture on paper wants about twice the pixels of a screen. */
const PNG_SCALE = 2;

/**
 * @param {Kind} kind @param {State} state @param {Ports} ports
 * @returns {Promise<File | null>} null while there are no numbers on show
 */
export async function taken(kind, state, ports) {
  if (!state.traced || shownIndex(state) < 0) return null;
  return MAKERS[kind](state, state.traced, ports);
}

/** @type {Record<Kind, (state: State, traced: Traced, ports: Ports) => Promise<File | null>>} */
const MAKERS = {
  SVG: async (state) => file(pictureName(state, 'svg'), loomPicture(state), 'image/svg+xml'),
  PNG: png,
  JSON: (_, traced, ports) => traceFile(traced, ports, 'json'),
  NPZ: (_, traced, ports) => traceFile(traced, ports, 'npz'),
  safetensors: (_, traced, ports) => traceFile(traced, ports, 'safetensors'),
  CSV: async (state, traced) => file(positionName(state, 'csv'), asCsv(position(state, traced)), 'text/csv'),
  Markdown: async (state, traced) => file(positionName(state, 'md'), asMarkdown(position(state, traced), wordsOf(state).share), 'text/markdown'),
  HTML: async (state, traced, ports) => file(`${traced.trace.model}.html`, withState(await ports.getPage(traced.step, traced.model), held(state, traced)), 'text/html'),
};

/** @param {string} name @param {string | null} content @param {string} type @returns {File | null} */
function file(name, content, type) {
  return content === null ? null : { name, content: new Blob([content], { type: `${type};charset=utf-8` }) };
}

/** @param {State} state @returns {Promise<File | null>} */
async function png(state) {
  const svg = loomPicture(state);
  return svg === null ? null : { name: pictureName(state, 'png'), content: await rasterize(svg, PNG_SCALE) };
}

/** @param {Traced} traced @param {Ports} ports @param {'json' | 'npz' | 'safetensors'} format */
function traceFile(traced, ports, format) {
  return ports.postTraceFile(traced, format);
}

/** @param {State} state @param {Traced} traced */
function position(state, traced) {
  const { model, vocabulary, pos } = state;
  return exportedPosition({ traced, index: shownIndex(state), position: pos, model, vocabulary });
}

/** @param {State} state @param {Traced} traced @returns {import('../offline/held.js').HeldState} */
function held(state, traced) {
  const { healthyTraced, baselineTraced, faults, checks, verdicts, aside, generation } = state;
  const beside = [healthyTraced, comparedWith(state), isEdited(state) ? baselineTraced : null];
  const traces = [...new Set([traced, ...beside])].filter((one) => one !== null);
  return {
    hash: toHash(state),
    traces: traces.map(({ drafts, mask, fault, step, trace }) => ({ drafts, mask, fault, step, trace })),
    faults: faults ?? [],
    checks: checks ?? [],
    verdicts,
    generation: aside && generation.reply,
  };
}

/** @param {State} state @param {string} ending */
function pictureName(state, ending) {
  return `${stem(state)}_${state.traced?.mask === 'none' ? 'no-mask' : 'causal'}${state.traced?.fault ? `_${state.traced.fault}` : ''}.${ending}`;
}

/** @param {State} state @param {string} ending */
function positionName(state, ending) {
  return `${stem(state)}.${ending}`;
}

/** @param {State} state */
function stem(state) {
  return `${state.traced?.trace.model}_record-${shownIndex(state)}_position-${state.pos}`;
}
