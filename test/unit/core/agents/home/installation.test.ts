import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { install } from '#core/agents/home/installation.ts';
import { settled } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { onWindows, posixIt } from '#test/posix.ts';

describe('what is copied for agents', () => {
  let folder: string;
  let home: HomeFolder;
  let program: string;
  const put = (version: string, text = version) => {
    writeFileSync(program, text);
    return install(home, {
      program,
      version,
      script: `#!/bin/sh\n# ${text}\n`,
      runtimes: ['node:/usr/bin/node', 'electron:/opt/a\nb', 'electron:/opt/code'],
    });
  };
  const read = (name: string) => readFileSync(join(home.bin, name), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'home-'));
    home = homeFolder(folder);
    program = join(folder, 'source.cjs');
  });
  afterEach(() => {
    mock.timers.reset();
    rmSync(folder, { recursive: true });
  });

  it('is the program, the script that starts it, and the runtimes for it', async () => {
    assert.ok(await put('0.3.0'));
    assert.deepEqual(readdirSync(home.bin).sort(), ['proxy', 'proxy.cjs', 'runtimes', 'version']);
    assert.deepEqual(
      [read('proxy'), read('proxy.cjs'), read('runtimes')],
      ['#!/bin/sh\n# 0.3.0\n', '0.3.0', 'node:/usr/bin/node\nelectron:/opt/code\n'],
    );
    if (onWindows) return;
    assert.equal(statSync(join(home.bin, 'proxy')).mode & 0o777, 0o700);
    assert.equal(statSync(join(home.bin, 'proxy.cjs')).mode & 0o777, 0o600);
  });

  it('is replaced by the same and by newer versions, and never by older ones', async () => {
    await put('0.9.0');
    assert.ok(await put('0.9.0', 'again'));
    assert.equal(read('proxy.cjs'), 'again');
    assert.ok(await put('0.10.0'));
    assert.ok(!(await put('0.9.9')));
    assert.equal(read('proxy.cjs'), '0.10.0');
    writeFileSync(join(home.bin, 'version'), 'nonsense');
    assert.ok(await put('0.1.0'));
  });

  /** Begins to install a version from a file of its own. */
  const begin = (version: string) => {
    const source = join(folder, `${version}.cjs`);
    writeFileSync(source, version);
    return install(home, { program: source, version, script: `# ${version}\n`, runtimes: [] });
  };

  it('is the same whichever windows install it at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => begin('0.3.0')));
    assert.deepEqual(readdirSync(home.bin).sort(), ['proxy', 'proxy.cjs', 'runtimes', 'version']);
    for (let time = 0; time < 10; time += 1) {
      const versions = [`0.${2 * time + 5}.0`, `0.${2 * time + 4}.0`, `0.${2 * time + 5}.0`];
      await Promise.all((time % 2 === 0 ? versions : versions.slice(0, 2).toReversed()).map(begin));
      const [newest] = versions;
      assert.deepEqual([read('proxy'), read('proxy.cjs'), read('version')], [`# ${newest}\n`, newest, `${newest}\n`]);
    }
  });

  it('is copied also where a window was ended while it did so, and what that has left is removed', async () => {
    await put('0.3.0');
    mkdirSync(join(home.bin, 'installing'));
    writeFileSync(join(home.bin, 'installing', 'anything'), '');
    const left = ['proxy.new', 'proxy.cjs.77.tmp', '.0123456789abcdef.tmp'].map((name) => join(home.bin, name));
    for (const path of left) {
      writeFileSync(path, '');
      utimesSync(path, 1, 1);
    }
    const other = join(home.bin, '.fedcba9876543210.tmp');
    writeFileSync(other, '');
    enableMockTimers('setTimeout');
    const installed = begin('0.3.1');
    await settled(async () => {
      mock.timers.tick(1000);
      return !existsSync(join(home.bin, 'installing'));
    });
    assert.ok(await installed);
    assert.equal(read('proxy.cjs'), '0.3.1');
    assert.deepEqual([...left.map(existsSync), existsSync(other)], [false, false, false, true]);
  });

  it('is not copied if the window stops to wait for another one', async () => {
    await put('0.3.0');
    mkdirSync(join(home.bin, 'installing'));
    const end = new AbortController();
    const pauses = enableMockTimers('setTimeout');
    const installed = install(home, { program, version: '0.3.1', script: '', runtimes: [] }, end.signal);
    await settled(() => pauses.length > 0);
    end.abort(new Error('The window closes.'));
    await assert.rejects(installed, /The window closes/);
    assert.deepEqual([read('version'), existsSync(join(home.bin, 'installing'))], ['0.3.0\n', true]);
  });

  posixIt('is not copied into a folder that others can open', async () => {
    mkdirSync(home.root, { mode: 0o700 });
    mkdirSync(home.bin);
    chmodSync(home.bin, 0o777);
    await assert.rejects(put('0.3.0'), /must be a folder of yours/);
    assert.deepEqual(readdirSync(home.bin), []);
  });

  it('leaves no file behind if the program cannot be copied', async () => {
    await put('0.3.0');
    program = join(folder, 'none', 'x');
    await assert.rejects(install(home, { program, version: '0.3.1', script: '', runtimes: [] }), { code: 'ENOENT' });
    assert.deepEqual(readdirSync(home.bin).sort(), ['proxy', 'proxy.cjs', 'runtimes', 'version']);
    assert.equal(read('proxy.cjs'), '0.3.0');
  });
});
