/** Plays the saved steps one after the other: each stands until it has been seen, and the next is there. */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { savedSteps } from '../state/timeline.js';

/** @typedef {import('../types.js').State} State */

/** Milliseconds that a state stands; where motion is unwelcome it must not be a film. */
const PACE = 120;
const CALM_PACE = 1000;

/** @param {import('../types.js').Act} act */
export function createPlay(act) {
  const sign = el('span', { class: 'play-sign', 'aria-hidden': 'true' });
  const word = el('span');
  const element = el('button', { type: 'button', class: 'button train-play', onclick: () => act.togglePlaying() }, sign, ' ', word);
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {State} state */
  function keepOn({ train, pending, refusal }) {
    if (!train.playing) {
      clearTimeout(timer);
      timer = undefined;
    } else if (!timer && !pending && !refusal) {
      timer = setTimeout(() => {
        timer = undefined;
        act.playOn();
      }, calm.matches ? CALM_PACE : PACE);
    }
  }

  return {
    element,
    /** With every state, in whatever mode: what is played stands still elsewhere. @param {State} state */
    update(state) {
      const { compare } = wordsOf(state);
      const { playing } = state.train;
      setText(sign, playing ? '❚❚' : '▶');
      setText(word, playing ? compare.halt : compare.play);
      set(element, { title: compare.playTitle, 'aria-disabled': !playing && savedSteps(state).length < 2 && 'true' });
      keepOn(state);
    },
  };
}
