import assert from 'node:assert/strict';
import { kindOf, kindsIn, type TestFieldSchema } from './sensitiveForms.ts';

describe('disguised names of a secret', () => {
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
    it(`are recognized: ${JSON.stringify(title)}`, () => assert.equal(kindOf('x', title), 'password'));
  }

  it('are found at the end of a long name, and in the last part of long texts', () => {
    const long = 'lorem ipsum '.repeat(20_000);
    assert.equal(kindOf(`${'a_'.repeat(450)}password`), 'password');
    assert.equal(kindOf('x', { description: `${long}. Please enter your password.` }), 'password');
    assert.equal(kindOf('x', {}, `${long}. Please enter your password.`), 'password');
  });

  it('are searched in a bounded part of all descriptions and titles, and in the beginning of each title', () => {
    const filler = (length: number) => 'lorem ipsumx'.repeat(length).slice(0, length);
    const kindOfLast = (size: number, text: 'title' | 'description', last: TestFieldSchema) => {
      const maxLength = text === 'title' ? 300 : 2000;
      const rest = Array.from({ length: Math.ceil(size / maxLength) }, (_, index) => [
        `f${index}`,
        { [text]: filler(Math.min(maxLength, size - index * maxLength)) },
      ]);
      return kindsIn({ ...Object.fromEntries(rest), last }).at(-1);
    };
    const askingField = { description: 'Your password' };
    assert.equal(kindOfLast(100_000 - askingField.description.length, 'description', askingField), 'password');
    assert.equal(kindOfLast(100_000, 'description', askingField), undefined);
    const secretAtEnd = { title: `${'lorem ipsum '.repeat(10)}password` };
    assert.equal(kindOfLast(50_000 - secretAtEnd.title.length, 'title', secretAtEnd), 'password');
    assert.equal(kindOfLast(50_000, 'title', secretAtEnd), undefined);
    assert.equal(kindOfLast(50_000, 'title', { title: 'Please enter your password' }), 'password');
  });
});
