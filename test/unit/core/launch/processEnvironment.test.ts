import assert from 'node:assert/strict';
import { buildEnvironment } from '#core/launch/processEnvironment.ts';

describe('the environment of a server', () => {
  it('consists of the environment of the editor, the variables of the file and those of env; later ones win', () => {
    const environment = buildEnvironment({
      inherited: { A: 'own', B: 'own', C: 'own', UNSET: undefined },
      file: 'B=file\nC=file\nD=file\n',
      env: { C: 'env', E: 5 },
      platform: 'linux',
    });
    assert.deepEqual(environment, { A: 'own', B: 'file', C: 'env', D: 'file', E: '5' });
  });

  it('lacks variables that are null in env', () => {
    const parts = {
      inherited: { A: '1', B: '1' },
      file: 'C=1',
      env: { A: null, C: null, X: null },
      platform: 'linux',
    } as const;
    assert.deepEqual(buildEnvironment(parts), { B: '1' });
  });

  it('has names that differ only in case, except on Windows', () => {
    const parts = { inherited: { Temp: 'own', Gone: 'x' }, file: 'TEMP=file', env: { temp: 'env', GONE: null } };
    assert.deepEqual(buildEnvironment({ ...parts, platform: 'darwin' }), {
      Temp: 'own',
      Gone: 'x',
      TEMP: 'file',
      temp: 'env',
    });
    assert.deepEqual(buildEnvironment({ ...parts, platform: 'win32' }), { Temp: 'env' });
  });

  it('has the PATH of env appended to that of the editor', () => {
    const build = (platform: 'linux' | 'win32', inherited: Record<string, string>) =>
      buildEnvironment({ inherited, env: { PATH: 'x' }, platform });
    assert.deepEqual(build('linux', { PATH: '/bin' }), { PATH: '/bin:x' });
    assert.deepEqual(build('win32', { Path: 'C:\\bin' }), { Path: 'C:\\bin;x' });
    assert.deepEqual(build('linux', {}), { PATH: 'x' });
  });

  it('has the variables of the file as Node reads them: comments, quotes, export, line breaks, byte order mark', () => {
    const file = '\ufeffA=1 # one\n# no\nexport B="x\\ny"\r\nC=\'#q\'\nD=\n';
    assert.deepEqual(buildEnvironment({ inherited: {}, file, env: {}, platform: 'linux' }), {
      A: '1',
      B: 'x\ny',
      C: '#q',
      D: '',
    });
  });

  it('may have a variable named __proto__', () => {
    const env = JSON.parse('{"__proto__": "1"}');
    assert.deepEqual(Object.entries(buildEnvironment({ inherited: {}, env, platform: 'linux' })), [['__proto__', '1']]);
  });
});
