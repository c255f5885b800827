import assert from 'node:assert/strict';
import { plainLines, plainName, withoutIcons, withoutLinks } from '#editor/common/plainText.ts';

describe('text from servers in sentences of the extension', () => {
  it('replaces a name without visible characters', () => {
    assert.equal(plainName('\u202e\u0007 \n'), '(unnamed)');
  });

  it('isolates a right-to-left name from the text after it', () => {
    assert.equal(plainName('שלום'), '\u2068שלום\u2069');
    assert.equal(plainName('Köln 天気 👍'), 'Köln 天気 👍');
  });

  it('cuts a tooltip that is too long', () => {
    assert.ok(plainLines('x'.repeat(1_000_000)).length < 3000);
  });

  it('cannot become an icon', () => {
    assert.equal(withoutIcons('$(check) safe'), '\\$(check) safe');
  });

  it('cannot become a link that runs a command', () => {
    assert.doesNotMatch(withoutLinks('[Show Log](command:evil)'), /\]\(/);
  });
});
