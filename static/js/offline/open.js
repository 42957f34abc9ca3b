/** Opens a saved page in the state it was saved in, unless its address asks for another. */
import { heldState } from './held.js';

const { hash } = heldState();
if (hash && !location.hash) location.replace(`#${hash}`);
await import('../main.js');
