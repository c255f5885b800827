import assert from 'node:assert/strict';
import { isSameEntry } from '#core/configuration/sameEntry.ts';

const input = (id: string) => `\${input:${id}}`;
const entryOf = (...headers: string[]) => ({
  type: 'http',
  url: 'https://x.example',
  headers: Object.fromEntries(headers.map((value, at) => [`X-${at}`, value])),
});

describe('an entry that an import would write', () => {
  for (const [what, existing, imported, isSame] of [
    ['equal', entryOf(input('a'), 'b'), entryOf(input('a'), 'b'), true],
    ['with a number after an id', entryOf(`x ${input('a-2')} y`), entryOf(`x ${input('a')} y`), true],
    ['with a larger number', entryOf(input('a-10')), entryOf(input('a')), true],
    [
      'with its keys in another order',
      { headers: {}, url: 'x', type: 'http' },
      { type: 'http', url: 'x', headers: {} },
      true,
    ],
    ['with a number after an id that ends with one', entryOf(input('a-2-2')), entryOf(input('a-2')), true],
    ['with the id of another input', entryOf(input('a-2'), input('a-3')), entryOf(input('a'), input('a-2')), false],
    ['with another id', entryOf(input('b')), entryOf(input('a')), false],
    ['with a word after an id', entryOf(input('a-b')), entryOf(input('a')), false],
    ['with a number that no import appends', entryOf(input('a-1')), entryOf(input('a')), false],
    ['with one id for two', entryOf(input('a-2'), input('a-2')), entryOf(input('a'), input('a-2')), false],
    ['with two ids for one', entryOf(input('a-2'), input('a-3')), entryOf(input('a'), input('a')), false],
    ['with another variable', entryOf(`\${env:a-2}`), entryOf(`\${env:a}`), false],
    ['with another text', entryOf(`${input('a')}x`), entryOf(input('a')), false],
    ['with more keys', { ...entryOf(), oauth: false }, entryOf(), false],
    ['with fewer keys', entryOf(), { ...entryOf(), enabled: false }, false],
    ['with a longer list', { args: ['a', 'b'] }, { args: ['a'] }, false],
    ['with an object for a list', { args: { 0: 'a' } }, { args: ['a'] }, false],
    ['with null for an object', { env: null }, { env: {} }, false],
    ['absent', undefined, entryOf(), false],
  ] as const) {
    it(`is ${isSame ? '' : 'not '}the same as one ${what}`, () => {
      assert.equal(isSameEntry(existing, imported), isSame);
    });
  }
});
