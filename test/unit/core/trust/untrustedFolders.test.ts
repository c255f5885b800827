import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UntrustedDiskFolders } from '#core/trust/untrustedFolders.ts';

describe('untrusted folders', () => {
  let scratch = '';
  let open = '';
  let folders: UntrustedDiskFolders;
  before(async () => {
    scratch = await realpath(await mkdtemp(join(tmpdir(), 'untrusted-')));
    open = join(scratch, 'open');
    await mkdir(join(open, 'below'), { recursive: true });
    await mkdir(join(scratch, 'open2'));
    await writeFile(join(open, 'file'), '');
    await writeFile(join(scratch, 'open2/file'), '');
    await symlink(open, join(scratch, 'link'));
    await symlink(join(open, 'below'), join(scratch, 'linkBelow'));
    await symlink(join(open, 'not there'), join(scratch, 'dangling'));
    await symlink('dangling', join(scratch, 'twice'));
    await symlink('loop', join(scratch, 'loop'));
    await symlink(join(scratch, 'open2'), join(open, 'out'));
    folders = new UntrustedDiskFolders([open]);
  });
  after(() => rm(scratch, { recursive: true, force: true }));

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
      assert.equal(await folders.contains(join(scratch, path)), expected);
      assert.equal(await folders.contains(`${scratch}/${path}`), expected);
    });
  }

  it('contain files at their real path when they were opened through a link', async () => {
    const opened = new UntrustedDiskFolders([join(scratch, 'link')]);
    assert.equal(await opened.contains(join(open, 'file')), true);
    assert.equal(await opened.contains(join(scratch, 'linkBelow')), true);
    assert.equal(await opened.contains(join(scratch, 'open2')), false);
  });

  it('contain everything when the root of the file system is open, and nothing when no folder is', async () => {
    assert.equal(await new UntrustedDiskFolders(['/']).contains(scratch), true);
    assert.equal(await new UntrustedDiskFolders([]).contains(scratch), false);
  });

  it('are found in a longer text when their path has spaces', () => {
    const spaced = new UntrustedDiskFolders(['/my open folder']);
    assert.equal(spaced.mentionedIn('--require /my open folder/x.js --y'), '/my open folder');
    assert.equal(spaced.mentionedIn('--require="/my open folder"'), '/my open folder');
    assert.equal(spaced.mentionedIn('--require /my open folder2/x.js'), undefined);
  });
});
