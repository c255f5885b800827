import assert from 'node:assert/strict';
import { fingerprintOf } from '#core/common/fingerprint.ts';

describe('a fingerprint', () => {
  it('is the SHA-256 of the JSON of the value with sorted keys', () => {
    // printf '{"a":[1,{"x":null,"y":"z"}],"b":true}' | sha256sum
    const expected = '6f3ebe471cf20a2d6fd1c85d3dfacf7971a1e4e0b43be2cffb573e772dc4f0c4';
    assert.equal(fingerprintOf({ b: true, a: [1, { y: 'z', x: null }] }), expected);
  });

  const equal: [unknown, unknown][] = [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [
      { 10: 'a', 9: 'b' },
      { 9: 'b', 10: 'a' },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [JSON.parse('{"a":1,"__proto__":2}'), JSON.parse('{"__proto__":2,"a":1}')],
  ];
  for (const [one, other] of equal) {
    it(`of ${JSON.stringify(one)} does not depend on the order of keys, nor on undefined members`, () => {
      assert.equal(fingerprintOf(one), fingerprintOf(other));
    });
  }

  const different: [unknown, unknown][] = [
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [['a,b'], ['a', 'b']],
    [JSON.parse('{"__proto__":1}'), {}],
    [[], {}],
  ];
  for (const [one, other] of different) {
    it(`of ${JSON.stringify(one)} differs from that of ${JSON.stringify(other)}`, () => {
      assert.notEqual(fingerprintOf(one), fingerprintOf(other));
    });
  }
});
