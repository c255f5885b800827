import assert from 'node:assert/strict';
import { folderToOpen } from '#scripts/lib/folderToOpen.ts';
import { fromRoot } from '#test/root.ts';

describe('the folder that npm start opens', () => {
  const open = (...given: string[]) => folderToOpen(given, '/own', fromRoot(''));

  it('is the own one unless another is given', () => assert.equal(open(), '/own'));

  it('is the given one, from where npm was run', () => {
    assert.equal(open('test'), fromRoot('test'));
    assert.equal(open(fromRoot('docs')), fromRoot('docs'));
  });

  it('must exist, be a folder, and be only one', () => {
    for (const given of [['nothing-here'], ['package.json'], ['test', 'docs']]) {
      assert.throws(() => open(...given), /Give one folder that exists/);
    }
  });
});
