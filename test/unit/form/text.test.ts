import assert from 'node:assert/strict';
import { escapeInvisible, hasInvisible, inBlock, inOneLine, quotation } from '#form/text.ts';

const words = ['می\u200cخواهم', 'שלום', 'नमस्ते', 'ภาษาไทย', 'naïve 名前', '👩\u200d💻', '❤\ufe0f', '葛\u{e0100}飾区'];

describe('a text on one line', () => {
  it('has one space in place of line ends, white space and control characters', () => {
    assert.equal(inOneLine(' my\r\n\tserver\u0000\u001b \u2028\u00a0two\u2800'), 'my server two');
  });

  it('has no characters that change the writing direction', () => {
    assert.equal(inOneLine('safe\u202Eexe.txt\u2066\u200f\u061c\u202c'), 'safeexe.txt');
  });

  it('has no invisible characters', () => {
    assert.equal(inOneLine('a\u00ad\u200b\u2060\u3164\ufeff\ufffb\u{e0041}b'), 'ab');
  });

  for (const text of words) {
    it(`leaves ${text} whole`, () => assert.equal(inOneLine(text), text));
  }

  it('replaces half of a surrogate pair', () => {
    assert.equal(inOneLine('a\ud83d'), 'a\ufffd');
  });

  it('has no combining marks at its start', () => {
    assert.equal(inOneLine(`\u0338a${'\u0301'.repeat(5000)}`), `a${'\u0301'.repeat(8)}…`);
  });

  it('is cut after a whole character, with an ellipsis', () => {
    assert.equal(inOneLine('👍👍👍👍', 3), '👍👍👍…');
    assert.equal(inOneLine('👍'.repeat(1000), 3), '👍👍👍…');
    assert.equal(inOneLine('👩\u200d👩', 2), '👩…');
    assert.equal(inOneLine('abc', 3), 'abc');
  });

  it('is cut, with an ellipsis, if more text follows much white space', () => {
    assert.equal(inOneLine(`a${' '.repeat(1000)}b`, 10), 'a…');
  });

  it('is never cut inside a character, even if many characters are removed before it', () => {
    assert.equal(inOneLine(`a${'\u200b'.repeat(78)}😀`, 10), 'a…');
  });

  for (const text of ['', ' \n', '\u202e\u0007 \n', '\u200d\ufe0f', '\u2800\u3164', '\u200b'.repeat(5000)]) {
    it(`is empty if no character is visible in ${JSON.stringify(text.slice(0, 5))}`, () =>
      assert.equal(inOneLine(text), ''));
  }

  it('does not change if it is processed again', () => {
    const once = inOneLine(' From\r\n\tServer \u202Eevil\u2066 ');
    assert.equal(inOneLine(once), once);
  });
});

describe('a text in a block', () => {
  it('keeps its lines, with any line ends, its tabs and its spaces', () => {
    assert.equal(inBlock('  a\r\nb\rc\u2028\u0085\n\nd\te  '), '  a\nb\nc\n\n\n\nd\te  ');
  });

  it('loses overrides and control characters', () => {
    assert.equal(inBlock('a\u202Eb\u0007\u001b\ud800'), 'ab\ufffd');
  });

  it('keeps the marks and isolates of right-to-left writing', () => {
    assert.equal(inBlock('\u200fשלום \u2068name\u2069'), '\u200fשלום \u2068name\u2069');
  });

  for (const text of words) {
    it(`leaves ${text} whole`, () => assert.equal(inBlock(text), text));
  }

  it('is empty if no character is visible', () => {
    assert.equal(inBlock(' \n\u202e\u200b\u3164'), '');
  });

  it('is cut at the limit, not inside a character, with an ellipsis', () => {
    assert.equal(inBlock('ab😀c', 3), 'ab…');
    assert.equal(inBlock('abc', 3), 'abc');
  });
});

describe('a text with its invisible characters escaped', () => {
  it('shows every invisible character, line ends and joiners included', () => {
    const text = 'rm\n\u202E\u200b\u200d\ufe0f\u3164\u2800\u0000\ufeff\u{e0041}x';
    assert.equal(
      escapeInvisible(text),
      'rm[U+000A][U+202E][U+200B][U+200D][U+FE0F][U+3164][U+2800][U+0000][U+FEFF][U+E0041]x',
    );
  });

  it('shows spaces other than U+0020, and lone surrogates', () => {
    assert.equal(escapeInvisible(' a \u00a0\u3000\ud83d'), ' a [U+00A0][U+3000][U+D83D]');
  });

  it('does not change visible characters', () => {
    assert.equal(escapeInvisible('naïve 名前 שלום 👍 --a="b  c"'), 'naïve 名前 שלום 👍 --a="b  c"');
  });

  it('is cut only at the limit', () => {
    const long = 'x'.repeat(500_000);
    assert.equal(escapeInvisible(long), long);
    assert.equal(escapeInvisible('a\n\n\n', 2), 'a[U+000A]…');
  });
});

describe('the check for invisible characters', () => {
  for (const name of ['a\nb', 'a\u202eb', 'git\u200bhub', 'a\ud83d', 'a\u2028b', '\u{e0041}']) {
    it(`finds one in ${escapeInvisible(name)}`, () => assert.ok(hasInvisible(name)));
  }

  for (const name of [...words, 'two words', '']) {
    it(`finds none in ${JSON.stringify(name)}`, () => assert.ok(!hasInvisible(name)));
  }
});

describe('a text of megabytes', () => {
  for (const piece of ['x', ' ', '\u200b', '\u202e', '\u0301', '\u200d', '\ud800', '\r', '\n ', '😀']) {
    it(`is processed without delay: ${escapeInvisible(piece)}`, () => {
      const text = piece.repeat(1_000_000);
      // Mocha's time limit is the assertion: with quadratic time this would take minutes.
      inOneLine(text);
      escapeInvisible(text, 1000);
      inBlock(text);
    });
  }
});

describe('a quotation', () => {
  it('is ended by no mark within it, nor by one that looks like a mark', () => {
    for (const mark of '"“”„‟«»「」『』｢｣〝〞〟＂″‶ʺˮ❝❞❟❠⹂﹁﹂﹃﹄🙶🙷🙸') {
      assert.equal(quotation(`a${mark}b`), "“a'b”", mark);
    }
  });
});
