/** Reading a checkpoint beside the list: a report, answers to it, and opening only once nothing is left to ask. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createListing } from '../../static/js/api/models.js';
import { initialState } from '../../static/js/state/initial.js';
import { answerImport, chooseCheckpoint, importAnswered, importRefused, isReportOpen, modelsArrived, openCheckpoint, readCheckpoint, toggleModels, wantedOfImport } from '../../static/js/state/models-panel.js';

const LIST = /** @type {any} */ ({ models: [{ name: 'mg-1' }], files: [{ name: 'story.pt', bytes: 9 }, { name: 'broken.safetensors', bytes: 8 }], folder: 'models' });
const report = (/** @type {boolean} */ ready) => /** @type {any} */ ({ file: 'story.pt', ready, needed: ready ? [] : [{ what: 'heads' }], assumed: [] });
const error = { code: 'import_refused', message: 'h.3.mlp.c_fc.weight is missing.', record: null, details: {} };

test('a file is read, what it lacks is told, and only then it opens', () => {
  let state = modelsArrived(toggleModels(initialState()), LIST);
  assert.deepEqual([state.popover, state.models.file, wantedOfImport(state)], ['models', 'story.pt', null]);
  state = readCheckpoint(state);
  const read = wantedOfImport(state) ?? assert.fail();
  assert.deepEqual(read, { command: 'read', file: 'story.pt', answers: {} });
  state = importAnswered(state, read, report(false));
  assert.equal(wantedOfImport(openCheckpoint(state)), null, 'a question is open');
  state = answerImport(answerImport(state, 'heads', 6), 'activation', 'gelu_tanh');
  const again = wantedOfImport(state) ?? assert.fail();
  assert.deepEqual(again, { command: 'read', file: 'story.pt', answers: { heads: 6, activation: 'gelu_tanh' } });
  assert.equal(importAnswered(state, read, report(true)), state, 'an answer to fewer answers says nothing of these');
  state = openCheckpoint(importAnswered(state, again, report(true)));
  const open = wantedOfImport(state) ?? assert.fail();
  assert.deepEqual([open.command, open.answers], ['open', again.answers]);
  state = importAnswered(state, open, { name: 'story' });
  assert.deepEqual([state.opening, state.modelName, wantedOfImport(state)], ['story', null, null]);
  assert.equal(isReportOpen(state), false, 'it is on its way');
  const there = { ...state, model: /** @type {any} */ ({ imported: { file: 'story.pt' } }) };
  assert.equal(isReportOpen(there), true);
  assert.equal(isReportOpen(answerImport(there, 'heads', 3)), false, 'with another answer it would be another model');
});

test('a refusal is of its file; a report of another file goes, the model on show stays', () => {
  let state = readCheckpoint(modelsArrived(initialState(), LIST));
  state = importAnswered(state, wantedOfImport(state) ?? assert.fail(), report(true));
  state = readCheckpoint(chooseCheckpoint(state, 'broken.safetensors'));
  state = importRefused(state, wantedOfImport(state) ?? assert.fail(), error);
  assert.deepEqual([state.models.refusal?.file, state.models.report, state.modelName, state.opening], ['broken.safetensors', null, null, null]);
  assert.equal(readCheckpoint(state).models.refusal, null);
});

test('the list is asked for at each opening of the panel, not at each change of the page', () => {
  let state = initialState();
  let count = 0;
  const { ask } = createListing({ state: () => state, act: { modelsArrived: () => undefined }, getModels: async () => (count++, LIST), after: () => undefined });
  for (const popover of /** @type {const} */ ([null, 'models', 'models', null, 'help', 'models'])) {
    state = { ...state, popover };
    ask();
  }
  assert.equal(count, 2);
  state = { ...state, modelName: 'story' };
  ask();
  assert.equal(count, 3, 'an imported model is one of the others');
});
