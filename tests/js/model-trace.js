/** A real trace of the model in Python, with its parameters and config. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {{trace: import('../../static/js/types.js').Trace, parameters: import('../../static/js/types.js').Parameter[], config: import('../../static/js/types.js').ModelConfig, gradients: import('../../static/js/types.js').Gradients}} Computed gradients where they were asked for */

/** @param {string[]} options texts, and what model_trace.py takes beside them @returns {Computed} */
export function modelTrace(options) {
  return /** @type {Computed} */ (modelTraces([options])[0]);
}

/**
 * Several at once: starting Python takes longer than any of them.
 * @param {string[][]} cases @returns {Computed[]}
 */
export function modelTraces(cases) {
  // pytest hands its own Python down: the one that has the model's requirements.
  const python = process.env.PYTHON ?? 'python3';
  const options = cases.flatMap((one, i) => (i ? ['+', ...one] : one));
  const printed = execFileSync(python, ['tests/js/model_trace.py', ...options], {
    cwd: ROOT,
    env: { ...process.env, PYTHONPATH: ROOT },
    encoding: 'utf-8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(printed);
}
