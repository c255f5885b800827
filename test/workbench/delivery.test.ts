import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { draftWritten } from './harness/drafts.ts';
import { History } from './harness/history.ts';
import { useWorkbench } from './harness/hooks.ts';
import { Host } from './harness/host.ts';
import { until } from './harness/until.ts';

const script = fileURLToPath(new URL('../servers/refusing.ts', import.meta.url));
const eras = ['legacy', 'modern'] as const;
type Era = (typeof eras)[number];

describe('an answer that the server does not take', function () {
  this.timeout(180_000);
  const children: ChildProcess[] = [];
  const ports: Partial<Record<Era, number>> = {};
  const workbench = useWorkbench(async () => {
    for (const era of eras) {
      const port = await freePort();
      ports[era] = port;
      const env = { ...process.env, PORT: String(port) };
      children.push(spawn(process.execPath, [script, era], { env, stdio: 'ignore' }));
    }
    const servers = Object.fromEntries(
      eras.map((era) => [era, { type: 'http', url: `http://127.0.0.1:${ports[era]}/mcp` }]),
    );
    return { settings: { 'mcpElicitation.servers': servers } };
  });
  const host = new Host(workbench);
  const history = new History(workbench);
  after(() => {
    for (const child of children) {
      child.kill('SIGKILL');
    }
  });

  const control = async (era: Era, word: string) =>
    (await fetch(`http://127.0.0.1:${ports[era]}/control/${word}`)).json() as Promise<{ used: unknown[] } | null>;

  async function submit(era: Era, how: string, name = 'Ann'): Promise<void> {
    await control(era, `answers?how=${how}`);
    await host.runTool(era, 'ask');
    await host.field('name').fill(name);
    await host.answer('Submit');
  }

  async function used(era: Era, count: number): Promise<void> {
    await until(
      `the server has used ${count} answers`,
      async () => (await control(era, 'state'))?.used.length === count,
    );
  }

  it('is sent again, once, by a button while the call goes on', async () => {
    await submit('legacy', '403');
    await host.panel.getByRole('heading', { name: 'The answer did not arrive (403)' }).waitFor();
    await host.button('Send again').and(host.panel.locator(':not([aria-disabled="true"])')).click();
    await host.panel.getByRole('heading', { name: 'ask on legacy' }).waitFor();
    await used('legacy', 1);
  });

  it('is sent again by itself when the connection breaks', async () => {
    await submit('legacy', 'resetBefore');
    await host.panel.getByRole('heading', { name: 'ask on legacy' }).waitFor();
    await used('legacy', 2);
  });

  for (const how of ['500', 'resetAfter', 'expired']) {
    it(`fills the form when the call is run again (${how})`, async () => {
      const before = (await control('modern', 'state'))?.used.length ?? 0;
      await submit('modern', how);
      const again = host.button('Run again with these answers');
      await again.and(host.panel.locator(':not([aria-disabled="true"])')).click();
      await host.ready();
      assert.equal(await host.field('name').inputValue(), 'Ann');
      await host.answer('Submit');
      await host.panel.getByRole('heading', { name: 'ask on modern' }).waitFor();
      await used('modern', before + 1);
    });
  }

  for (const [era, how] of [
    ['legacy', '403'],
    ['modern', '500'],
  ] as const) {
    it(`fills the form after the window was loaded anew (${era}, ${how})`, async () => {
      const name = `Ann before the reload, ${era}`;
      const before = (await control(era, 'state'))?.used.length ?? 0;
      await submit(era, how, name);
      await host.panel.getByRole('heading', { name: /^The answer did not arrive/ }).waitFor();
      await draftWritten(workbench(), name);
      await workbench().reload();
      await host.runTool(era, 'ask');
      await host.ready();
      assert.equal(await host.field('name').inputValue(), name);
      await host.answer('Submit');
      await host.panel.getByRole('heading', { name: `ask on ${era}` }).waitFor();
      await used(era, before + 1);
    });
  }

  it('is in the record as what it was', async () => {
    await history.show();
    for (const fate of ['Accepted, not delivered', 'Accepted, delivery unknown']) {
      await history.entries.filter({ hasText: fate }).first().waitFor();
    }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
