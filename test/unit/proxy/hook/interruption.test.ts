import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InterruptionWatch } from '#proxy/hook/interruption.ts';

const interruption = (more = '') =>
  `${JSON.stringify({ type: 'user', message: { content: `[Request interrupted by user]${more}` } })}\n`;

describe('the transcript of Claude Code', () => {
  it('is read in lines of up to 1 MiB', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'transcript-'));
    const path = join(folder, 'transcript.jsonl');
    await writeFile(path, '');
    const ends: string[] = [];
    const watch = new InterruptionWatch(path, undefined, (reason) => ends.push(reason));
    await watch.poll();
    await appendFile(path, interruption('x'.repeat(1024 * 1024)));
    await watch.poll();
    assert.deepEqual(ends, []);
    await appendFile(path, interruption('x'.repeat(1024 * 1023)));
    await watch.poll();
    assert.deepEqual(ends, ['interrupted']);
    await rm(folder, { recursive: true });
  });
});
