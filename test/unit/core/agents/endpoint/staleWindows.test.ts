import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { parseWindowFile, recentlyClosedMs, thisMachine, type WindowFile } from '#agentProtocol/windowFile.ts';
import { removeStaleWindows } from '#core/agents/endpoint/staleWindows.ts';
import { readWindowFiles } from '#proxy/window/windowFiles.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

const dayMs = 24 * 60 * 60_000;

describe('what ended windows have left', () => {
  let bed: AgentsTestBed;

  beforeEach(() => {
    bed = new AgentsTestBed();
  });
  afterEach(() => bed.end());

  const windowFile = () =>
    parseWindowFile(readFileSync(join(bed.home.windows, `${bed.endpoint.id}.json`), 'utf8')) as WindowFile;
  const isLeft = (id: string) => bed.files(bed.home.windows).includes(`${id}.json`);
  const socketOf = (id: string) => join(bed.home.run, `${id}.sock`);
  /** Writes the file of another window, which was changed `ageMs` ago. */
  const write = (id: string, changes: Partial<WindowFile>, ageMs = 0) => {
    const path = join(bed.home.windows, `${id}.json`);
    writeFileSync(path, JSON.stringify({ ...windowFile(), id, socket: socketOf(id), ...changes }), { mode: 0o600 });
    const changedAt = new Date(Date.now() - ageMs);
    utimesSync(path, changedAt, changedAt);
  };
  const clean = () => removeStaleWindows(bed.home, thisMachine(), bed.endpoint.id);
  const beforeRestartMs = Math.max(uptime() * 1000, dayMs) + 10 * 60_000;
  const earlierBoot = { ...thisMachine(), bootId: 'earlier' };
  const otherHost = { ...thisMachine(), host: 'other' };
  const otherContainer = { ...thisMachine(), pidNamespace: 'other' };

  it('on this machine is removed, and nothing else', async () => {
    await bed.start();
    write('00000000000000aa', {});
    write('00000000000000ab', { closedAt: Date.now() });
    write('00000000000000ac', { closedAt: Date.now() - recentlyClosedMs });
    write('00000000000000cc', { id: '00000000000000dd' });
    write('00000000000000ee', { socket: bed.path });
    // Its temporary directory may be another one than that of this process.
    write('00000000000000ef', { socket: join(bed.folder, 'elsewhere', 'window.sock') });
    writeFileSync(socketOf('00000000000000aa'), '');
    const other = bed.createEndpoint();
    await other.start();
    await until(() => !isLeft('00000000000000aa'));
    await until(() => !bed.files(bed.home.run).includes('00000000000000aa.sock'));
    await until(() => !isLeft('00000000000000ac'));
    const kept = [
      '00000000000000ab',
      '00000000000000cc',
      '00000000000000ee',
      ...(process.platform === 'win32' ? [] : ['00000000000000ef']),
      bed.endpoint.id,
      other.id,
    ];
    assert.deepEqual([...bed.files(bed.home.windows)].sort(), kept.map((id) => `${id}.json`).sort());
    await other.stop('disabled');
    rmSync(join(bed.home.windows, '00000000000000ee.json'));
    await bed.client();
  });

  it('before this machine has restarted hides no window that listens, and is removed', async () => {
    if (thisMachine().bootId === '') {
      // This system does not say when it was started.
      return;
    }
    await bed.start();
    const idAt = (at: number) => at.toString(16).padStart(16, '0');
    for (let at = 0; at < 300; at += 1) {
      write(idAt(at), { machine: earlierBoot }, at < 150 ? beforeRestartMs : 0);
    }
    writeFileSync(socketOf(idAt(7)), '');
    const seen = async () => (await readWindowFiles(bed.home)).map(({ file }) => file.id);
    assert.deepEqual(await seen(), [bed.endpoint.id]);
    await clean();
    assert.deepEqual([isLeft(idAt(7)), bed.files(bed.home.run).includes(`${idAt(7)}.sock`)], [false, false]);
    assert.equal(bed.files(bed.home.windows).length, 151);
    assert.deepEqual(await seen(), [bed.endpoint.id]);
  });

  it('is not what another machine of the same name has written, whose windows listen', async () => {
    await bed.start();
    const sinceRestartMs = uptime() * 1000 - 1000;
    const ages = [0, dayMs / 2, ...(sinceRestartMs > 0 && sinceRestartMs < 29 * dayMs ? [sinceRestartMs] : [])];
    const ids = ages.map((_, at) => `00000000000000d${at}`);
    for (const [at, id] of ids.entries()) {
      write(id, { machine: earlierBoot }, ages[at]);
      writeFileSync(socketOf(id), '');
    }
    await clean();
    assert.ok(ids.every(isLeft));
    assert.ok(ids.every((id) => bed.files(bed.home.run).includes(`${id}.sock`)));
  });

  it('on another machine or in a container is removed when it is certainly of no use', async () => {
    await bed.start();
    write('00000000000000a1', { machine: otherHost }, 29 * dayMs);
    write('00000000000000a2', { machine: otherContainer }, 29 * dayMs);
    write('00000000000000a3', { machine: otherHost, closedAt: Date.now() - dayMs / 2 });
    write('00000000000000b1', { machine: otherHost }, 31 * dayMs);
    write('00000000000000b2', { machine: otherContainer }, 31 * dayMs);
    write('00000000000000b3', { machine: otherContainer, closedAt: Date.now() - 2 * dayMs });
    await clean();
    assert.ok(['b1', 'b2', 'b3'].every((id) => !isLeft(`00000000000000${id}`)));
    assert.ok(['a1', 'a2', 'a3'].every((id) => isLeft(`00000000000000${id}`)));
  });
});
