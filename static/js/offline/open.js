/** Opens a saved page in the state it was saved in, unless its address asks for another. */
import { heldModel, heldState } from './held.js';

const { step } = heldModel();
const hash = heldState().hash || (step === null ? '' : `step=${step}`);
if (hash && !location.hash) location.replace(`#${hash}`);
await import('../main.js');
