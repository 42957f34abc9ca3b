/** UTF-8 with places, against the WHATWG decoder that the platform brings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, characters, decode } from '../../static/js/format/utf8.js';

const platform = new TextDecoder('utf-8', { ignoreBOM: true });

test('malformed bytes become as many U+FFFD as the maximal-subpart rule says', () => {
  /** @type {[string, string][]} */
  const cases = [['80', '\ufffd'], ['c0af', '\ufffd\ufffd'], ['eda080', '\ufffd\ufffd\ufffd'], ['f09f41', '\ufffdA'], ['f09f', '\ufffd']];
  for (const [hex, text] of cases) assert.equal(decode(bytesOf(hex)), text, hex);
});

test('any two bytes behind any lead decode as the platform decodes them', () => {
  for (let lead = 0x7e; lead < 0x100; lead++) {
    for (let second = 0; second < 0x100; second += 3) {
      const bytes = [lead, second, 0x80, 0x41];
      assert.equal(decode(bytes), platform.decode(new Uint8Array(bytes)), bytes.map((byte) => byte.toString(16)).join(' '));
    }
  }
});

test('a byte order mark and a NUL stay', () => {
  assert.equal(decode(bytesOf('efbbbf61')), '\ufeffa');
  assert.equal(decode(bytesOf('61620063')), 'ab\u0000c');
});

test('every character knows its bytes', () => {
  const bytes = new TextEncoder().encode('👍🏿 é');
  assert.deepEqual(
    characters(bytes).map(({ text, start, end, whole }) => [text, start, end, whole]),
    [['👍', 0, 4, true], ['🏿', 4, 8, true], [' ', 8, 9, true], ['é', 9, 11, true]],
  );
  assert.deepEqual(characters([0xf0, 0x9f])[0], { text: '\ufffd', start: 0, end: 2, whole: false });
});
