/**
 * One AdamW update of one number, in float64, as a run on a text makes it: the rate
 * of the schedule, the gradient as it was clipped, the decay (Loshchilov and Hutter
 * 2019, algorithm 2). What of it is Adam's is adam.js's.
 */
import { adamUpdate } from './adam.js';

/**
 * @typedef {import('../types/training.js').Schedule} Schedule
 * @typedef {import('../types/training.js').TextUpdate} TextUpdate
 * @typedef {import('./adam.js').After & {learning_rate: number, clipped: number, decayed: number}} TextAfter
 */

/** Where in the schedule an update is. @param {Schedule & {next: number}} told @returns {'rising' | 'falling' | 'lowest'} */
export function partOfSchedule({ next, warmup_steps, decay_steps }) {
  if (next <= warmup_steps) return 'rising';
  return next < decay_steps ? 'falling' : 'lowest';
}

/** Up in a line, down along half a cosine (Loshchilov and Hutter 2017, eq. 5, with one period). @param {Schedule & {next: number}} told */
export function scheduledRate(told) {
  const { next, peak_learning_rate: peak, min_learning_rate: least, warmup_steps, decay_steps } = told;
  const part = partOfSchedule(told);
  if (part === 'rising') return (peak * next) / warmup_steps;
  if (part === 'lowest') return least;
  const way = (next - warmup_steps) / (decay_steps - warmup_steps);
  return least + (peak - least) * ((1 + Math.cos(Math.PI * way)) / 2);
}

/** Whether the gradient was longer than the run follows. @param {Pick<TextUpdate, 'norm' | 'clip_norm'>} update */
export function isClipped({ norm, clip_norm }) {
  return norm > clip_norm;
}

/** Its length over all parameters is given: the page has none of the others. @param {TextUpdate} update @returns {TextAfter} */
export function adamwUpdate(update) {
  const { value, gradient, norm, clip_norm, weight_decay, decays } = update;
  const learning_rate = scheduledRate(update);
  const clipped = isClipped(update) ? gradient * (clip_norm / norm) : gradient;
  const decayed = decays ? value * (1 - learning_rate * weight_decay) : value;
  return { learning_rate, clipped, decayed, ...adamUpdate({ ...update, learning_rate, gradient: clipped, value: decayed }) };
}
