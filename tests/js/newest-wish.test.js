/** One request in flight, the newest wish next; an absent server is asked again, a refusal is told once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNewestWish } from '../../static/js/api/newest-wish.js';
import { Refused } from '../../static/js/api/refused.js';

const refusal = (/** @type {string} */ code) => new Refused({ code, message: '', record: null, details: {} });
const settle = () => new Promise((resolve) => setImmediate(resolve));

function open() {
  /** @type {{asked: number, reply: (value: string) => void, refuse: (reason: unknown) => void}[]} */
  const requests = [];
  /** @type {unknown[][]} */
  const told = [];
  /** @type {(() => void)[]} */
  const timers = [];
  const page = { wish: /** @type {number | null} */ (null), requests, told, timers };
  const { ask } = createNewestWish({
    state: () => /** @type {any} */ (page),
    wanted: () => page.wish,
    post: (/** @type {number} */ asked) => new Promise((resolve, refuse) => requests.push({ asked, reply: resolve, refuse })),
    arrived: (asked, reply) => {
      page.wish = page.wish === asked ? null : page.wish;
      told.push([asked, reply]);
    },
    refused: (asked, { code }) => {
      page.wish = null;
      told.push([asked, code]);
    },
    after: (again) => timers.push(again),
  });
  return { ...page, page, ask };
}

test('what is wished for while a request is out is asked for after it, and only the newest', async () => {
  const { page, ask, requests, told } = open();
  ask();
  assert.equal(requests.length, 0, 'nothing is wanted');
  for (const wish of [1, 2, 3]) {
    page.wish = wish;
    ask();
  }
  assert.deepEqual(requests.map(({ asked }) => asked), [1]);
  requests[0]?.reply('a');
  await settle();
  assert.deepEqual(requests.map(({ asked }) => asked), [1, 3]);
  requests[1]?.reply('c');
  await settle();
  assert.deepEqual(told, [[1, 'a'], [3, 'c']]);
  assert.equal(requests.length, 2);
});

test('an absent server is asked again later; a refusal is told', async () => {
  const { page, ask, requests, told, timers } = open();
  page.wish = 1;
  ask();
  requests[0]?.refuse(refusal('unreachable'));
  await settle();
  ask();
  assert.deepEqual([requests.length, timers.length, told.length], [1, 1, 0], 'not before the pause is over');
  timers[0]?.();
  assert.equal(requests.length, 2);
  requests[1]?.refuse(refusal('step_unknown'));
  await settle();
  assert.deepEqual(told, [[1, 'step_unknown']]);
  assert.equal(requests.length, 2);
});
