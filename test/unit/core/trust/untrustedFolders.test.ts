import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { UntrustedDiskFolders } from '#core/trust/untrustedFolders.ts';

describe('untrusted folders', () => {
  let parentFolder = '';
  let openFolder = '';
  let folders: UntrustedDiskFolders;
  before(async () => {
    parentFolder = await realpath(await mkdtemp(join(tmpdir(), 'untrusted-')));
    openFolder = join(parentFolder, 'open');
    await mkdir(join(openFolder, 'below'), { recursive: true });
    await mkdir(join(parentFolder, 'open2'));
    await writeFile(join(openFolder, 'file'), '');
    await writeFile(join(parentFolder, 'open2/file'), '');
    await symlink(openFolder, join(parentFolder, 'link'));
    await symlink(join(openFolder, 'below'), join(parentFolder, 'linkBelow'));
    await symlink(join(openFolder, 'not there'), join(parentFolder, 'dangling'));
    await symlink('dangling', join(parentFolder, 'twice'));
    await symlink('loop', join(parentFolder, 'loop'));
    await symlink(join(parentFolder, 'open2'), join(openFolder, 'out'));
    folders = new UntrustedDiskFolders([openFolder]);
  });
  after(() => rm(parentFolder, { recursive: true, force: true }));

  for (const [path, expected] of [
    ['open', true],
    ['open/file', true],
    ['open/below/../file', true],
    ['open/not/there', true],
    ['open/out/file', true],
    ['link', true],
    ['link/file', true],
    ['link/not/there', true],
    ['linkBelow/x', true],
    ['dangling', true],
    ['twice', true],
    ['loop', false],
    ['open2', false],
    ['open2/file', false],
    ['open2/not/there', false],
    ['.', false],
  ] as const) {
    it(`${expected ? 'contain' : 'do not contain'} ${path}`, async () => {
      assert.equal(await folders.contains(join(parentFolder, path)), expected);
      assert.equal(await folders.contains(`${parentFolder}/${path}`), expected);
    });
  }

  it('contain files at their real path if the folder was opened through a link', async () => {
    const throughLink = new UntrustedDiskFolders([join(parentFolder, 'link')]);
    assert.equal(await throughLink.contains(join(openFolder, 'file')), true);
    assert.equal(await throughLink.contains(join(parentFolder, 'linkBelow')), true);
    assert.equal(await throughLink.contains(join(parentFolder, 'open2')), false);
  });

  it('contain every file if the root of the file system is open, and none if no folder is open', async () => {
    assert.equal(await new UntrustedDiskFolders([parse(parentFolder).root]).contains(parentFolder), true);
    assert.equal(await new UntrustedDiskFolders([]).contains(parentFolder), false);
  });

  it('are found in a longer text, also if their path has spaces', () => {
    const spaced = new UntrustedDiskFolders(['/my open folder']);
    assert.equal(spaced.mentionedIn('--require /my open folder/x.js --y'), '/my open folder');
    assert.equal(spaced.mentionedIn('--require="/my open folder"'), '/my open folder');
    assert.equal(spaced.mentionedIn('--require /my open folder2/x.js'), undefined);
  });
});
