import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { PanelKeyboard } from '#test/workbench/harness/panelKeyboard.ts';
import { RecordedWires } from '#test/workbench/harness/recordedWires.ts';
import { realToolCalls } from './realToolCalls.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * The real servers `server-memory` and `server-filesystem`. In place of `desktop-commander` there is a server with its tools, whose
 * results are the arguments: its package reports its installation and its use over the network, and brings a browser and native
 * modules. No tool of `server-everything` needs JSON.
 */
describe('the arguments of real tools', function () {
  this.timeout(240_000);
  const wires = new RecordedWires();
  const workbench = useWorkbench(async () => {
    await wires.prepare();
    return {
      settings: (folder) => ({
        'mcpElicitation.servers': {
          memory: wires.entryOf('memory', resolve('@modelcontextprotocol/server-memory/dist/index.js'), [], {
            MEMORY_FILE_PATH: join(folder, '../memory.jsonl'),
          }),
          filesystem: wires.entryOf('filesystem', resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), [
            folder,
          ]),
          'desktop-commander': wires.entryOf('desktop-commander', fromRoot('test/servers/realTools.ts'), [
            'desktop-commander',
          ]),
        },
      }),
      files: { 'notes.txt': 'The first note.\n', 'more of it.txt': 'The second note.\n' },
    };
  });
  const host = new ExtensionUi(workbench);
  const keys = new PanelKeyboard(workbench, host);
  after(() => wires.remove());

  /** The part of a result with this text. Not the exact JSON, which is on the screen before the call is sent. */
  const returned = (text: string) =>
    host.panel.locator('pre.text-block, .part > pre').filter({ hasText: text }).first();

  for (const { server, tool, entries, args, result } of realToolCalls) {
    it(`are filled in by keyboard and sent as the shown JSON: ${tool} of ${server}`, async () => {
      await host.runTool(server, tool);
      for (const [index, [label, entry]] of entries.entries()) {
        const field = host.field(label);
        await (index === 0 ? keys.waitForFocus(field) : keys.tabTo(field));
        await (typeof entry === 'string' ? keys.type(entry) : entry(keys, host));
      }
      await keys.tabTo(host.panel.locator('.json-preview summary'));
      await keys.press('Enter');
      const shown = JSON.parse((await host.panel.locator('.json-preview pre:not(:empty)').textContent()) ?? '');
      assert.deepEqual(shown, args);
      await host.button('Run').waitFor();
      await keys.press('Control+Enter');
      await returned(result ?? `Received: ${JSON.stringify(shown)}`).waitFor();
      // Another process writes the file.
      await eventually('the call is on the wire', async () => (await wires.argumentsOf(server, tool)).length > 0);
      assert.deepEqual(await wires.argumentsOf(server, tool), [shown]);
    });
  }

  it('are shown with the result, filled in again by Change Arguments, and sent once by a double click on Run Again', async () => {
    const results = host.panel.locator('.results > .result-row');
    const sent = () => wires.argumentsOf('filesystem', 'read_multiple_files');
    await workbench().runCommand('MCP Elicitation: Show Results');
    await host.enabledButton('Close').waitFor();
    const countBefore = await results.count();
    const sentBefore = await sent();
    await host.runTool('filesystem', 'read_multiple_files');
    await host.field('paths, row 1').fill('notes.txt');
    await host.enabledButton('Run').click();
    await returned('A better note.').waitFor();
    await host.panel.getByText('Arguments', { exact: true }).click();
    await host.panel.locator('.call-arguments pre').getByText('notes.txt').waitFor();
    await host.enabledButton('Change Arguments').click();
    const row = host.field('paths, row 1');
    assert.equal(await row.inputValue(), 'notes.txt');
    await row.fill('more of it.txt');
    await host.enabledButton('Run').click();
    await returned('The second note.').waitFor();
    await host.enabledButton('Run Again').dblclick();
    await workbench().runCommand('MCP Elicitation: Show Results');
    await host.enabledButton('Close').waitFor();
    await results.nth(countBefore + 2).waitFor();
    assert.equal(await results.count(), countBefore + 3);
    const changed = { paths: ['more of it.txt'] };
    await eventually('the third call is sent', async () => (await sent()).length === sentBefore.length + 3);
    assert.deepEqual((await sent()).slice(sentBefore.length), [{ paths: ['notes.txt'] }, changed, changed]);
  });
});
