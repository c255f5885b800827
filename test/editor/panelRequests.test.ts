import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askHandmade, closePanel, panelTab, panelTitled } from './panelInEditor.ts';
import {
  answersTo,
  configure,
  executeOurCommand,
  failure,
  handmadeEntry,
  inProject,
  nodePath,
  pidOf,
  recording,
  untilInEditor,
} from './support.ts';

describe('the panel', () => {
  before(() =>
    configure({
      asker: handmadeEntry(),
      hidden: recording('hidden'),
      first: recording('first'),
      second: recording('second'),
      late: recording('late'),
      stopped: recording('stopped'),
      crashing: handmadeEntry(),
      modern: { command: nodePath, args: [inProject('test/servers/modernOneRound.ts')] },
      demo: { command: nodePath, args: [inProject('dist/demo.cjs')] },
    }),
  );

  after(() => configure({}));

  afterEach(async () => {
    if (panelTab()) {
      await closePanel();
    }
    await untilInEditor('the panel is closed', () => !panelTab());
  });

  it('is opened by its command while no request waits', async () => {
    await executeOurCommand('showPending');
    await untilInEditor('the panel is open', panelTab);
  });

  it('opens with the name of the server that sends a request, and replies `cancel` when the user closes it', async () => {
    const answer = askHandmade('asker');
    await panelTitled('asker');
    await closePanel();
    assert.deepEqual(await answer, { result: { action: 'cancel' } });
  });

  it('sends no reply while it is hidden', async () => {
    const answer = askHandmade('hidden');
    await panelTitled('hidden');
    const { viewColumn } = panelTab()?.group ?? {};
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(), { viewColumn });
    await untilInEditor('the panel is hidden', () => panelTab()?.isActive === false);
    // A reply that was sent before would have arrived by the end of this call.
    await pidOf('hidden');
    assert.deepEqual(answersTo('hidden'), []);
    await closePanel();
    assert.deepEqual(await answer, { result: { action: 'cancel' } });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('cancels only the shown request when it is closed', async () => {
    const first = askHandmade('first');
    await panelTitled('first');
    const second = askHandmade('second');
    // The request of `second` arrives before this result.
    await pidOf('second');
    await closePanel();
    assert.deepEqual(await first, { result: { action: 'cancel' } });
    await pidOf('second');
    assert.deepEqual(answersTo('second'), []);

    await executeOurCommand('showPending');
    await panelTitled('second');
    await closePanel();
    assert.deepEqual(await second, { result: { action: 'cancel' } });
  });

  it('does not cancel a request that arrived while it was being closed', async () => {
    await executeOurCommand('startServer', 'late');
    await executeOurCommand('showPending');
    await untilInEditor('the panel is open', panelTab);
    const closing = closePanel();
    const answer = askHandmade('late');
    await closing;
    await pidOf('late');
    assert.deepEqual(answersTo('late'), []);

    await executeOurCommand('showPending');
    await panelTitled('late');
    await closePanel();
    assert.deepEqual(await answer, { result: { action: 'cancel' } });
  });

  it('cancels the request of a server that the user stops, which still receives `cancel`', async () => {
    const answer = assert.rejects(askHandmade('stopped'), failure('ServerStopped'));
    await panelTitled('stopped');
    await executeOurCommand('stopServer', 'stopped');
    await answer;
    await untilInEditor('the panel shows something else', () => panelTab()?.label !== 'stopped');
    assert.deepEqual(answersTo('stopped'), [{ action: 'cancel' }]);
  });

  it('closes the request of a server that crashes', async () => {
    const params = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
    const call = executeOurCommand('callTool', {
      server: 'crashing',
      tool: 'askAndCrash',
      arguments: { params, code: 9 },
    });
    await assert.rejects(call, failure('ServerCrashed', 'exit code 9'));
    await untilInEditor('the panel shows something else', () => panelTab()?.label !== 'crashing');
  });

  it('cancels a request of a modern server', async () => {
    const call = executeOurCommand('callTool', { server: 'modern', tool: 'book', arguments: { city: 'Bern' } });
    await panelTitled('modern');
    await closePanel();
    const { content } = (await call) as { content: [{ text: string }] };
    const { answer, state } = JSON.parse(content[0].text);
    assert.equal(answer.action, 'cancel');
    assert.equal(state, 'state of Bern');
  });

  it('cancels a request of the bundled demo', async () => {
    const call = executeOurCommand('callTool', { server: 'demo', tool: 'book_table', arguments: {} });
    await panelTitled('demo');
    await closePanel();
    const { structuredContent } = (await call) as { structuredContent: unknown };
    assert.deepEqual(structuredContent, { outcome: 'cancelled', restaurant: 'Casa Limón' });
  });
});
