import assert from 'node:assert/strict';
import { plainLines, plainName, withoutIcons, withoutLinks } from '#editor/common/plainText.ts';

describe('text of others in lines of ours', () => {
  it('gives a name with nothing to see a name', () => {
    assert.equal(plainName('\u202e\u0007 \n'), '(unnamed)');
  });

  it('keeps a right-to-left name from moving what follows it', () => {
    assert.equal(plainName('שלום'), '\u2068שלום\u2069');
    assert.equal(plainName('Köln 天気 👍'), 'Köln 天気 👍');
  });

  it('cuts a tooltip of any length', () => {
    assert.ok(plainLines('x'.repeat(1_000_000)).length < 3000);
  });

  it('cannot become an icon', () => {
    assert.equal(withoutIcons('$(check) safe'), '\\$(check) safe');
  });

  it('cannot become a link that runs a command', () => {
    assert.doesNotMatch(withoutLinks('[Show Log](command:evil)'), /\]\(/);
  });
});
