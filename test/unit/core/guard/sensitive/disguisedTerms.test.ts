import assert from 'node:assert/strict';
import { kindOf, kindsIn, type TestFieldSchema } from './sensitiveForms.ts';

describe('Sensitive fields: disguises', () => {
  const disguised = [
    'раsswоrd',
    'Pass\u200bword',
    'pass\u00adword',
    'p a s s w o r d',
    'P.a.s.s.w.o.r.d',
    'p_a_s_s_w_o_r_d',
    'pAsSwOrD',
    'passw0rd',
    'p@ssw0rd',
    'pa55word',
    'PASSWORD',
    'ＰＡＳＳＷＯＲＤ',
    '𝐏𝐚𝐬𝐬𝐰𝐨𝐫𝐝',
    'Pässwörd',
    'pass-word',
    'password2',
  ];
  for (const title of disguised) {
    it(`sees through ${JSON.stringify(title)}`, () => assert.equal(kindOf('x', title), 'password'));
  }

  it('finds the words at both ends of a name, and in the first and last part of long texts', () => {
    const long = 'lorem ipsum '.repeat(20_000);
    assert.equal(kindOf(`${'a_'.repeat(450)}password`), 'password');
    assert.equal(kindOf('x', { description: `${long}. Please enter your password.` }), 'password');
    assert.equal(kindOf('x', {}, `${long}. Please enter your password.`), 'password');
  });

  it('reads a bounded part of all descriptions and titles, and always the beginning of each title', () => {
    const filler = (length: number) => 'lorem ipsumx'.repeat(length).slice(0, length);
    const found = (size: number, text: 'title' | 'description', last: TestFieldSchema) => {
      const longest = text === 'title' ? 300 : 2000;
      const rest = Array.from({ length: Math.ceil(size / longest) }, (_, index) => [
        `f${index}`,
        { [text]: filler(Math.min(longest, size - index * longest)) },
      ]);
      return kindsIn({ ...Object.fromEntries(rest), last }).at(-1);
    };
    const asks = { description: 'Your password' };
    assert.equal(found(100_000 - asks.description.length, 'description', asks), 'password');
    assert.equal(found(100_000, 'description', asks), undefined);
    const hidden = { title: `${'lorem ipsum '.repeat(10)}password` };
    assert.equal(found(50_000 - hidden.title.length, 'title', hidden), 'password');
    assert.equal(found(50_000, 'title', hidden), undefined);
    assert.equal(found(50_000, 'title', { title: 'Please enter your password' }), 'password');
  });
});
