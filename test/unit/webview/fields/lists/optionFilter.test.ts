import assert from 'node:assert/strict';
import fc from 'fast-check';
import { highlightPieces, OptionFilter, searchWords } from '#webview/fields/lists/optionFilter.ts';

const options = [
  { value: 'DE', label: 'Germany', description: 'In the middle of Europe' },
  { value: 'CH', label: 'Switzerland', description: 'Zürich and around' },
  { value: 'AT', label: 'Österreich' },
  { value: 7, label: 'Seven' },
];
const marked = (text: string, typed: string) =>
  highlightPieces(text, searchWords(typed))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

describe('the filter of a list of options', () => {
  const filter = new OptionFilter(options);

  for (const [what, typed, found] of [
    ['nothing', '', [0, 1, 2, 3]],
    ['spaces', '  ', [0, 1, 2, 3]],
    ['part of a label', 'erm', [0]],
    ['in any case', 'GERM', [0]],
    ['a value', 'at', [2]],
    ['a value that is a number', '7', [3]],
    ['a description', 'europe', [0]],
    ['words in any order', 'middle ger', [0]],
    ['words of which one is nowhere', 'ger nowhere', []],
    ['without the accents', 'zurich', [1]],
    ['with accents that are not there', 'gérmany', [0]],
    ['accents in two characters', 'O\u0308sterreich', [2]],
    ['signs of patterns', '.*', []],
  ] as const) {
    it(`finds options by ${what}`, () => assert.deepEqual(filter.matches(typed), found));
  }

  it('finds the only option with this label or value', () => {
    assert.equal(filter.exactMatch(' germany '), 0);
    assert.equal(filter.exactMatch('at'), 2);
    assert.equal(filter.exactMatch('German'), undefined);
    assert.equal(filter.exactMatch(''), undefined);
  });

  it('finds none of two options with the same name', () => {
    const alike = new OptionFilter([
      { value: 'a', label: 'Same' },
      { value: 'b', label: 'same' },
    ]);
    assert.equal(alike.exactMatch('same'), undefined);
    assert.equal(alike.exactMatch('b'), 1);
  });

  it('divides a text into matching and other pieces', () => {
    assert.equal(marked('Germany', 'ma'), 'Ger[ma]ny');
    assert.equal(marked('Zürich', 'zur'), '[Zür]ich');
    assert.equal(marked('abab', 'ab'), '[abab]');
    assert.equal(marked('Straße ﬁn', 'fi'), 'Straße [ﬁ]n');
    assert.equal(marked('nothing', ''), 'nothing');
  });

  it('divides every text into pieces that join to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, typed) => {
        const joined = highlightPieces(text, searchWords(typed))
          .map((piece) => piece.text)
          .join('');
        assert.equal(joined, text);
      }),
    );
  });
});
