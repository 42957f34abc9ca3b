/** Loads what never changes while the page is open, however long the server stays away. */
import { Refused } from './refused.js';

const PAUSE = 1500;

/**
 * @template T
 * @param {() => Promise<T>} get
 * @param {(reply: T) => unknown} arrived
 */
export async function loadFixed(get, arrived) {
  try {
    arrived(await get());
  } catch (reason) {
    if (!(reason instanceof Refused) || reason.error.code !== 'unreachable') throw reason;
    setTimeout(() => void loadFixed(get, arrived), PAUSE);
  }
}
