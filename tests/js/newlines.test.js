/** Edits in a field that shows CR and CRLF as LF. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asShown, editedExactly } from '../../static/js/format/newlines.js';

test('an edit keeps the line ends it did not touch', () => {
  assert.equal(editedExactly('a\rb\r\nc\nd', 'a\nb\nc\nde'), 'a\rb\r\nc\nde');
  assert.equal(editedExactly('a\rb\r\nc', 'xa\nb\nc'), 'xa\rb\r\nc');
  assert.equal(editedExactly('a\r\nb\r\nc', 'a\nX\nc'), 'a\r\nX\r\nc');
});

test('an edit over a line end replaces it', () => {
  assert.equal(editedExactly('a\r\nb\rc', 'ab\nc'), 'ab\rc');
  assert.equal(editedExactly('a\rb', ''), '');
});

test('text without them is taken as it stands', () => {
  assert.equal(editedExactly('ab\n', 'ab\nc'), 'ab\nc');
  assert.equal(asShown('\r\n\r\n\r'), '\n\n\n');
});
