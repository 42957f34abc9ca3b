/** Opens a saved page in the state it was saved in, unless its address asks for another. */
import { heldState } from './held.js';

if (!location.hash) location.replace(`#${heldState().hash}`);
await import('../main.js');
