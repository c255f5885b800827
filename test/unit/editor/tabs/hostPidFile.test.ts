import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostPidFile } from '#editor/tabs/hostPidFile.ts';

describe('the file of an extension host', () => {
  let directory: string;
  let alive: Set<number>;
  const host = (own: number) => {
    alive.add(own);
    return new HostPidFile(join(directory, 'hosts'), { own, isAlive: (pid) => alive.has(pid) });
  };
  const files = () => readdir(join(directory, 'hosts'));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hosts-'));
    alive = new Set();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('exists while the extension host runs; one that ended in order is not reported to the next', async () => {
    const first = host(10);
    assert.equal(first.begin(), false);
    assert.deepEqual(await files(), ['10']);
    first.end();
    assert.deepEqual(await files(), []);
    assert.equal(host(11).begin(), false);
  });

  it('reports a killed extension host once', async () => {
    host(10).begin();
    alive.delete(10);
    assert.equal(host(11).begin(), true);
    assert.deepEqual(await files(), ['11']);
    assert.equal(host(12).begin(), false);
  });

  it('does not report the running extension host of another window', async () => {
    host(10).begin();
    assert.equal(host(11).begin(), false);
    assert.deepEqual(await files(), ['10', '11']);
  });

  it('reports a killed extension host whose process id the next one gets', () => {
    host(10).begin();
    assert.equal(host(10).begin(), true);
  });

  it('is the only file that is read or removed', async () => {
    host(10).begin();
    await writeFile(join(directory, 'hosts', '0'), '');
    await writeFile(join(directory, 'hosts', '12x'), '');
    assert.equal(host(11).begin(), false);
    assert.deepEqual(await files(), ['0', '10', '11', '12x']);
  });

  it('throws no error if the directory cannot be used', async () => {
    await writeFile(join(directory, 'hosts'), '');
    const blocked = host(10);
    assert.equal(blocked.begin(), false);
    blocked.end();
  });
});
