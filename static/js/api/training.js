/**
 * Follows the server's training run and sends it what a person asks. The
 * connection is opened by the first who wants to know of it, and then kept; a
 * page that nobody sees lets go of it, since a browser opens only a handful to
 * one server. While it is broken the run goes on: the browser asks again for
 * what came after the last event it has seen.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Training} Training */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {import('../types.js').Act} act
 * @property {(model: string | null) => EventSource} openTraining
 * @property {(command: import('../types.js').TrainingCommand, config: Partial<import('../types.js').TrainingConfig>, model: string | null) => Promise<Training>} postTraining
 * @property {(changed: (isSeen: boolean) => void) => void} whenSeen
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const PAUSE = 1500;
const CLOSED = 2;

/** @param {Ports} ports */
export function createTraining({ state, act, openTraining, postTraining, whenSeen, after }) {
  /** @type {EventSource | null} */
  let source = null;
  let isWanted = false;
  let isSeen = true;
  let isTold = false;
  /** @type {string | null} whose run is listened to */
  let model = null;
  /** @type {State['train']['asked']} */
  let sent = null;

  whenSeen((now) => {
    isSeen = now;
    if (!isSeen) close();
    else if (isWanted) open();
  });

  /** Open the connection once it is wanted, and send what is asked. */
  function ask() {
    const now = state();
    const { asked } = now.train;
    if (now.modelName !== model) {
      model = now.modelName;
      close();
      if (isWanted) open();
    }
    // The same model opened anew, as by a link, knows nothing of its run.
    if (isTold && now.training === null) {
      close();
      open();
    }
    if (!isWanted && (now.mode === 'train' || now.mode === 'generate' || now.step !== null)) {
      isWanted = true;
      open();
    }
    if (asked && asked !== sent) void send(asked);
    sent = asked;
  }

  /** @param {NonNullable<typeof sent>} asked */
  async function send({ command, config }) {
    try {
      act.trainingAnswered(await postTraining(command, config, model));
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      act.trainingRefused(reason.error);
    }
  }

  function open() {
    if (source || !isSeen) return;
    const opened = opening();
    if (!opened) return;
    source = opened;
    opened.onopen = () => act.connectionChanged(true);
    opened.onerror = () => {
      if (opened !== source) return;
      act.connectionChanged(false);
      // Where an error page answered, the browser gives up; we do not.
      if (opened.readyState !== CLOSED) return;
      source = null;
      after(open, PAUSE);
    };
    hear('snapshot', (training) => {
      act.trainingArrived(training);
      isTold = state().training !== null;
    });
    hear('progress', (event) => follow(event, act.progressArrived));
    hear('evaluated', (event) => follow(event, act.evaluatedArrived));
    hear('status', (event) => follow(event, act.statusArrived));
  }

  function opening() {
    try {
      return openTraining(model);
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      act.trainingRefused(reason.error);
      return null;
    }
  }

  /** @param {string} kind @param {(event: any) => void} heard */
  function hear(kind, heard) {
    const from = source;
    from?.addEventListener(kind, (message) => {
      if (from === source) heard(JSON.parse(message.data));
    });
  }

  /**
   * Another run than ours, or losses after ones that we lack: only the whole helps.
   * @template {{run: number, from?: number}} E @param {E} event @param {(event: E) => void} use
   */
  function follow(event, use) {
    const known = state().training;
    if (known?.run === event.run && (event.from ?? 0) <= known.losses.length + 1) return use(event);
    if (known?.run && event.run < known.run) return undefined;
    close();
    return open();
  }

  function close() {
    source?.close();
    source = null;
    isTold = false;
  }

  return { ask };
}
