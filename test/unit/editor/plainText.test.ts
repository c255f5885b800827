import assert from 'node:assert/strict';
import { plainLines, plainName, withoutIcons, withoutLinks } from '../../../src/editor/plainText.ts';

describe('text of others in lines of ours', () => {
  it('gives a name with nothing to see a name', () => {
    assert.equal(plainName('\u202e\u0007 \n'), '(unnamed)');
  });

  it('keeps the line breaks of a tooltip, and no other control', () => {
    assert.equal(plainLines('one\r\ntwo\u0007\u202ethree'), 'one\ntwo  three');
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
