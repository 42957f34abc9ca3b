import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, luminance, ramp, rgb } from '../../static/js/draw/ramp.js';
import { STEPS } from '../../static/js/draw/scale.js';

const sheet = readFileSync(new URL('../../static/css/tokens.css', import.meta.url), 'utf8');

/** The stops of one scale, light then dark. @param {string} name */
function stops(name) {
  const found = [...sheet.matchAll(new RegExp(`--${name}: ([^;]+);`, 'g'))].map((match) => match[1].split(',').map((stop) => stop.trim()));
  assert.equal(found.length, 2, `--${name} is given for light and dark`);
  return found;
}

/** @param {string} css 'rgb(r g b)' */
const channels = (css) => css.match(/\d+/g).map(Number);

test('contrast is WCAG’s: 21 for black on white, 1 for a colour on itself', () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(contrast([9, 90, 200], [9, 90, 200]), 1);
  // #767676 on white is the well-known edge of 4.5.
  assert.equal(contrast(rgb('#767676'), [255, 255, 255]).toFixed(2), '4.54');
});

test('a ramp starts, turns and ends on its stops', () => {
  const made = ramp(['#000000', '#808080', '#ffffff']);
  assert.equal(made.css[0], 'rgb(0 0 0)');
  assert.equal(made.css[(STEPS - 1) / 2], 'rgb(128 128 128)');
  assert.equal(made.css[STEPS - 1], 'rgb(255 255 255)');
});

test('pixels are the same colours, in the order a canvas stores them', () => {
  const made = ramp(['#010203', '#f0e0d0']);
  for (const step of [0, 100, STEPS - 1]) {
    const bytes = new Uint8ClampedArray(Uint32Array.of(made.pixels[step]).buffer);
    assert.deepEqual([...bytes], [...channels(made.css[step]), 255]);
  }
});

test('text on every step of every scale has a contrast of at least 4.5', () => {
  for (const scale of ['div', 'seq']) {
    for (const colours of stops(scale)) {
      const made = ramp(colours);
      made.css.forEach((css, step) => {
        const ink = made.ink[step] === '#000' ? [0, 0, 0] : [255, 255, 255];
        assert.ok(contrast(channels(css), ink) >= 4.5, `${scale} ${css}`);
      });
    }
  }
});

test('without hue, a weight still reads: lightness falls or rises all the way', () => {
  for (const colours of stops('seq')) {
    const light = ramp(colours).css.map((css) => luminance(channels(css)));
    const falls = light[0] > light[STEPS - 1];
    for (let step = 1; step < STEPS; step++) {
      const further = falls ? light[step - 1] - light[step] : light[step] - light[step - 1];
      // Channels are rounded to 8 bits one by one, which may cost a step as much as it gains.
      assert.ok(further > -0.002, `step ${step}`);
    }
  }
});

test('without hue, a magnitude still reads: both arms run away from the middle', () => {
  const middle = (STEPS - 1) / 2;
  for (const colours of stops('div')) {
    const made = ramp(colours);
    const light = made.css.map((css) => luminance(channels(css)));
    for (const end of [0, STEPS - 1]) assert.ok(contrast(channels(made.css[end]), channels(made.css[middle])) > 3);
    for (let away = 1; away <= middle; away++) {
      for (const side of [-1, 1]) {
        const now = Math.abs(light[middle + side * away] - light[middle]);
        const before = Math.abs(light[middle + side * (away - 1)] - light[middle]);
        // 8-bit channels round by half a step.
        assert.ok(now >= before - 0.004, `${side * away}`);
      }
    }
  }
});
