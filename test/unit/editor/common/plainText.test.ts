import assert from 'node:assert/strict';
import { plainLines, plainName, withoutBrackets, withoutIcons, withoutLinks } from '#editor/common/plainText.ts';

describe('text from servers in sentences of the extension', () => {
  it('is "(unnamed)" if a name has no visible characters', () => {
    assert.equal(plainName('\u202e\u0007 \n'), '(unnamed)');
  });

  it('is isolated from the text after it if a name is written from right to left', () => {
    assert.equal(plainName('שלום'), '\u2068שלום\u2069');
    assert.equal(plainName('Köln 天気 👍'), 'Köln 天気 👍');
  });

  it('is cut if it is too long for a tooltip', () => {
    assert.ok(plainLines('x'.repeat(1_000_000)).length < 3000);
  });

  it('cannot become an icon', () => {
    assert.equal(withoutIcons('$(check) safe'), '\\$(check) safe');
  });

  it('cannot become a link that runs a command', () => {
    assert.doesNotMatch(withoutLinks('[Show Log](command:evil)'), /\]\(/);
  });

  it('cannot become a part of the link after it', () => {
    assert.equal(withoutBrackets('press [here'), 'press (here');
  });
});
