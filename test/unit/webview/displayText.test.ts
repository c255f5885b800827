import assert from 'node:assert/strict';
import { inBlock, inFull, inOneLine } from '../../../webview/displayText.ts';

describe('text from elsewhere, as it is shown', () => {
  it('folds lines and white space of a name into one line', () => {
    assert.equal(inOneLine(' my\n\tserver \u2028 two '), 'my server two');
  });

  it('shows what turns the direction of writing by its code point', () => {
    assert.equal(inOneLine('safe\u202Eexe.txt\u2066'), 'safe[U+202E]exe.txt[U+2066]');
  });

  it('shows control characters and invisible letters by their code point', () => {
    assert.equal(inOneLine('a\u0000\u001b\u3164\u200b\u{e0041}'), 'a[U+0000][U+001B][U+3164][U+200B][U+E0041]');
  });

  it('leaves words with joiners and emoji whole', () => {
    for (const text of ['می\u200cخواهم', '👩\u200d💻', '❤\ufe0f', 'naïve 名前']) {
      assert.equal(inOneLine(text), text);
    }
  });

  it('replaces half of a surrogate pair', () => {
    assert.equal(inOneLine('a\ud83d'), 'a\ufffd');
  });

  it('cuts after whole characters and says so', () => {
    assert.equal(inOneLine('👍👍👍👍', 3), '👍👍👍…');
    assert.equal(inOneLine('abc', 3), 'abc');
  });

  it('cuts a name that goes on after a lot of white space', () => {
    assert.equal(inOneLine(`a${' '.repeat(1000)}b`, 10), 'a…');
  });

  it('keeps the lines of a message, whatever ends them', () => {
    assert.equal(inBlock('a\r\nb\rc\u2028d\te'), 'a\nb\nc\nd\te');
  });

  it('shows overrides and control characters in a message, and leaves marks of right-to-left writing alone', () => {
    assert.equal(inBlock('a\u202Eb\u0007 \u200fשלום'), 'a[U+202E]b[U+0007] \u200fשלום');
  });

  it('shows every invisible character of what a person agrees to, line ends too, and cuts nothing', () => {
    const long = 'x'.repeat(5000);
    assert.equal(inFull(`rm\n\u202E${long}`), `rm[U+000A][U+202E]${long}`);
  });
});
