/** Seconds that go by while something is awaited; said only when it takes long enough to be noticed. */

const NOTICED = 300;
const TICK = 100;

/** @param {(text: string) => void} show the empty text where there is nothing to say */
export function createWaitingClock(show) {
  let since = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(seconds: string) => string} */
  let phrase = (seconds) => seconds;

  function tick() {
    show(phrase(((performance.now() - since) / 1000).toFixed(1)));
    timer = setTimeout(tick, TICK);
  }

  return {
    /** Count on, or from now if it stood still. @param {(seconds: string) => string} say what is awaited and for how long */
    run(say) {
      phrase = say;
      if (timer !== undefined) return;
      since = performance.now();
      timer = setTimeout(tick, NOTICED);
    },
    stop() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      show('');
    },
  };
}
