/**
 * Runs in the page before its scripts: notes when an event came, when its effect
 * had been put into the document, and when that was on the screen. All times are
 * milliseconds of performance.now().
 */
(() => {
  const PATIENCE = 10_000;
  const trace = { sent: 0, received: 0, parsed: 0 };
  const fetchAs = window.fetch;
  const jsonAs = Response.prototype.json;
  const WorkerAs = window.Worker;
  const isTrace = (/** @type {unknown} */ address) => /\/?api\/trace(\?|$)/.test(String(address));

  window.fetch = (address, options) => {
    if (isTrace(address)) trace.sent = performance.now();
    return fetchAs(address, options);
  };
  Response.prototype.json = async function json() {
    const value = await jsonAs.call(this);
    if (isTrace(this.url)) trace.parsed = performance.now();
    return value;
  };
  // A large model's comes as a file, through a worker; what is made of it counts to the drawing.
  window.Worker = class extends WorkerAs {
    constructor(/** @type {[string | URL, WorkerOptions?]} */ ...how) {
      super(...how);
      // Before the page's own listener, which goes on to draw.
      this.addEventListener('message', ({ data }) => {
        if (data.bytes) trace.received = trace.parsed = performance.now();
      });
    }

    postMessage(/** @type {[any, any?]} */ ...message) {
      if (isTrace(message[0]?.address)) trace.sent = performance.now();
      super.postMessage(...message);
    }
  };

  /**
   * A timer or message that a frame sets runs when the frame has been handed to the compositor.
   * @param {(frame: number, painted: number) => void} tell
   */
  function onceOnScreen(tell) {
    requestAnimationFrame(() => {
      const frame = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => tell(frame, performance.now());
      port2.postMessage(null);
    });
  }

  /**
   * The next event of a kind, and the next change below a node after it.
   * @param {string} kind @param {string} selector
   */
  function watch(kind, selector) {
    return new Promise((resolve, reject) => {
      const marks = { event: 0, updated: 0 };
      setTimeout(() => reject(new Error(`no change below ${selector} after ${kind}`)), PATIENCE);
      const observer = new MutationObserver(() => {
        if (!marks.event || marks.updated) return;
        marks.updated = performance.now();
        observer.disconnect();
        onceOnScreen((frame, painted) => resolve({ ...marks, ...trace, received: receivedAt() ?? trace.received, frame, painted }));
      });
      observer.observe(document.querySelector(selector), { childList: true, characterData: true, subtree: true, attributes: true });
      addEventListener(kind, () => void (marks.event = performance.now()), { capture: true, once: true });
    });
  }

  /** When the last byte of the newest trace was here. */
  function receivedAt() {
    const entries = performance.getEntriesByType('resource').filter(({ name }) => isTrace(name));
    performance.clearResourceTimings();
    return entries.at(-1)?.responseEnd;
  }

  /** When the first trace's numbers were on the screen, since the page was asked for. */
  const firstPicture = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('#badge')?.getAttribute('data-status') !== 'ok') return;
      observer.disconnect();
      onceOnScreen((_, painted) => resolve(painted));
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });

  let watched = Promise.resolve();
  window.probe = { firstPicture, watch: (kind, selector) => void (watched = watch(kind, selector)), marks: () => watched };
})();
