/** A real trace of the model in Python, with its parameters and config. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string[]} options texts, and what model_trace.py takes beside them
 * @returns {{trace: import('../../static/js/types.js').Trace, parameters: import('../../static/js/types.js').Parameter[], config: import('../../static/js/types.js').ModelConfig, gradients: import('../../static/js/types.js').Gradients}} gradients where they are asked for
 */
export function modelTrace(options) {
  // pytest hands its own Python down: the one that has the model's requirements.
  const python = process.env.PYTHON ?? 'python3';
  const printed = execFileSync(python, ['tests/js/model_trace.py', ...options], {
    cwd: ROOT,
    env: { ...process.env, PYTHONPATH: ROOT },
    encoding: 'utf-8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(printed);
}
