import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readServerEvents, readWire } from '#scripts/agents/run/recordings.ts';
import { fromRoot } from '#test/root.ts';

describe('the recordings of a run', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'));
    file = join(folder, 'wire.jsonl');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const append = (entry: object) => appendFile(file, `${JSON.stringify(entry)}\n`);

  it('join the pieces of a message in each direction, and keep its text as it was', async () => {
    await append({ at: 1, from: 'client', text: '{"id": 1.0,' });
    await append({ at: 2, from: 'server', text: '{"id":7}\n' });
    await append({ at: 3, from: 'client', text: '"method":"a"}\nnoise\n{"id":2' });
    await append({ at: 4, signal: 'SIGTERM' });
    assert.deepEqual(await readWire(file), [
      { at: 2, from: 'server', line: '{"id":7}', message: { id: 7 } },
      { at: 3, from: 'client', line: '{"id": 1.0,"method":"a"}', message: { id: 1, method: 'a' } },
      { at: 3, from: 'client', line: 'noise', message: {} },
    ]);
  });

  it('are empty before anything was recorded, and without a line that is being written', async () => {
    assert.deepEqual(await readWire(file), []);
    await append({ at: 1, event: 'call' });
    await appendFile(file, '{"at":2,"ev');
    assert.deepEqual(await readServerEvents(file), [{ at: 1, event: 'call' }]);
  });

  it('are written while every byte passes, and the exit code is that of the command', async () => {
    const script = 'process.stdin.on("data", (c) => process.stdout.write(c)).on("end", () => process.exit(7))';
    const args = [fromRoot('test/servers/agents/wireTee.ts'), file, process.execPath, '-e', script];
    const tee = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    tee.stdout.on('data', (chunk) => {
      output += chunk;
    });
    tee.stdin.end('{"a":"ä"}\r\n\n{}\n');
    const [code] = await once(tee, 'close');
    assert.equal(code, 7);
    assert.equal(output, '{"a":"ä"}\r\n\n{}\n');
    const lines = (await readWire(file)).map(({ from, line }) => `${from} ${line.trim()}`);
    assert.deepEqual(lines.sort(), ['client {"a":"ä"}', 'client {}', 'server {"a":"ä"}', 'server {}']);
  });
});
