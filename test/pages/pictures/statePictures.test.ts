import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { StatePictures, sampleShots, shotName } from '#test/pages/pictures/statePictures.ts';

describe('a picture of the panel', () => {
  const folder = join(root, '.cache/pictures/sample');
  const pictures = new StatePictures(folder);
  before(() => rm(folder, { recursive: true, force: true }));
  after(() => pictures.close());

  for (const shot of sampleShots()) {
    it(`has the size of the panel, and nothing in it that axe finds: ${shotName(shot)}`, async () => {
      const { path, findings } = await pictures.take(shot);
      assert.deepEqual(findings, []);
      const png = await readFile(path);
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [shot.size.width, shot.size.height]);
    });
  }
});
