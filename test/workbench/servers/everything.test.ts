import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { freePort } from '#scripts/lib/webServer.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const tool = 'trigger-elicitation-request';

/** The answers of a user who changes some fields and leaves the others. */
const content = {
  name: 'Zoë O’Neil',
  check: false,
  firstLine: 'It was a dark and stormy night.',
  email: 'zoe@example.com',
  birthdate: '1990-02-28',
  integer: 7,
  number: 3.14,
  untitledSingleSelectEnum: 'Phoebe',
  untitledMultipleSelectEnum: ['Guitar', 'Drums'],
  titledSingleSelectEnum: 'hero-3',
  titledMultipleSelectEnum: ['fish-1'],
  legacyTitledEnum: 'pet-1',
};

describe('server-everything, configured in settings', function () {
  this.timeout(120_000);
  let http: ChildProcess;
  const workbench = useWorkbench(async () => {
    const port = await freePort();
    http = spawn(process.execPath, [everything, 'streamableHttp'], {
      env: { ...process.env, PORT: `${port}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    assert.ok(http.stderr);
    await once(http.stderr, 'data');
    return {
      settings: {
        'mcpElicitation.servers': {
          'over stdio': { command: process.execPath, args: [everything, 'stdio'] },
          'over http': { type: 'http', url: `http://127.0.0.1:${port}/mcp` },
        },
      },
    };
  });
  const host = new ExtensionUi(workbench);

  after(() => http?.kill());

  /** Reads the reply that the server received, from the text of its result. */
  async function receivedReply(): Promise<unknown> {
    const text = await host.panel.getByText('Raw result:').innerText();
    return JSON.parse(text.slice(text.indexOf('{')));
  }

  for (const server of ['over stdio', 'over http']) {
    it(`receives exactly the typed content (${server})`, async () => {
      await host.runTool(server, tool);
      await host.requestRegion(server).waitFor();
      await host.field('String').fill(content.name);
      await host.panel.getByRole('radiogroup', { name: 'Boolean' }).getByLabel('No', { exact: true }).check();
      await host.field('String with email format').fill(content.email);
      await host.field('String with date format').fill(content.birthdate);
      await host.field('Integer').fill('7');
      await host.panel.getByLabel('Phoebe').check();
      await host.panel.getByLabel('Drums').check();
      await host.panel.getByLabel('Wonder Woman').check();
      await host.answer('Submit');
      assert.deepEqual(await receivedReply(), { action: 'accept', content });
    });

    it(`receives decline (${server})`, async () => {
      await host.runTool(server, tool);
      await host.requestRegion(server).waitFor();
      await host.answer('Decline');
      assert.deepEqual(await receivedReply(), { action: 'decline' });
    });

    it(`receives cancel (${server})`, async () => {
      await host.runTool(server, tool);
      await host.requestRegion(server).waitFor();
      await host.answer('Cancel');
      assert.deepEqual(await receivedReply(), { action: 'cancel' });
    });
  }
});
