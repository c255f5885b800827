import assert from 'node:assert/strict';
import { expandInputs, type InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { findDangers } from '#core/trust/dangers.ts';

const pick = (...values: string[]): InputDefinition => ({
  type: 'pickString',
  id: 'mode',
  description: '',
  options: values.map((value) => ({ label: 'fast', value })),
});

describe('the texts of an entry with the values of its inputs', () => {
  it('are made of each text that uses an input, once for each value', () => {
    const inputs = new Map([['mode', pick('a', '$&')]]);
    assert.deepEqual(expandInputs(['node', `-\${input:mode}\${input:mode}`, `\${input:other}`], inputs), [
      '-aa',
      '-$&$&',
    ]);
  });

  it('reveal a danger in an option', () => {
    const args = [`\${input:mode}`, 'server.js'];
    const values = expandInputs(args, new Map([['mode', pick('--fast', '--eval=x()')]]));
    const parts = { command: 'node', variables: [], folders: ['/w'], userHome: '/home/me', platform: 'linux' } as const;
    assert.deepEqual(findDangers({ ...parts, args: [...args, ...values] }), [{ kind: 'inlineCode', program: 'node' }]);
  });

  it('are limited in number', () => {
    const values = Array.from({ length: 1000 }, (_none, index) => `${index}`);
    const texts = Array.from({ length: 1000 }, () => `\${input:mode}`);
    assert.equal(expandInputs(texts, new Map([['mode', pick(...values)]])).length, 1000);
  });
});
