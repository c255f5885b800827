import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import { formRequest, runningCall, weatherServer } from '#test/host/requestSamples.ts';
import { until } from '#test/host/until.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { addNamedResult, listedIds, shownName, showsName } from './namedResults.ts';

describe('a result that the user opened', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
    addNamedResult(panel, 'first');
    addNamedResult(panel, 'second');
  });

  it('leads back to the result before it', async () => {
    assert.equal(shownName(panel), 'first');
    panel.controller.receive({ type: 'openResult', result: 'second' });
    await showsName(panel, 'second');
    const { screen } = panel.view;
    assert.ok(screen.kind === 'result' && screen.canGoBack);
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await showsName(panel, 'first');
    assert.ok(panel.view.screen.kind === 'result' && !panel.view.screen.canGoBack);
  });

  it('is what the list of results leads back to, if it was opened from there', async () => {
    const canGoBack = () => 'canGoBack' in panel.lastDrawn.screen && panel.lastDrawn.screen.canGoBack === true;
    const back = () => panel.controller.receive({ type: 'back', screen: panel.shownId });
    panel.controller.results.openList();
    assert.ok(canGoBack());
    panel.controller.receive({ type: 'openResult', result: 'second' });
    await showsName(panel, 'second');
    back();
    await showsName(panel, 'results');
    assert.ok(canGoBack());
    back();
    await showsName(panel, 'first');
    assert.ok(!canGoBack());
  });

  it('is what no list leads back to that the user closed, or that was opened from elsewhere', async () => {
    panel.controller.results.openList();
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    assert.equal(shownName(panel), 'welcome');
    panel.controller.results.openList();
    const { screen } = panel.lastDrawn;
    assert.ok(screen.kind === 'results' && !screen.canGoBack);
  });

  it('is not shown again by Back of the list after the user has removed it there', async () => {
    panel.controller.results.openList();
    panel.draw();
    panel.controller.receive({ type: 'dismissResult', result: 'first' });
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await showsName(panel, 'welcome');
  });

  it('leads back to the result whose link was followed', async () => {
    panel.controller.receive({ type: 'readResource', screen: panel.shownId, uri: 'a://first' });
    panel.controller.results.leave();
    void panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'resource', name: 'a://first' },
      request: { kind: 'resource', uri: 'a://first' },
      origin: 'user',
      outcome: { kind: 'result', failed: false, parts: [] },
      result: { contents: [] },
    });
    assert.equal(shownName(panel), 'a://first');
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await showsName(panel, 'first');
  });

  it('can be called again with changed arguments, and its texts can be opened in an editor', () => {
    const screen = panel.shownId;
    panel.controller.receive({ type: 'changeArguments', screen });
    panel.controller.receive({ type: 'openPart', screen, part: 0 });
    panel.controller.receive({ type: 'openPart', screen, part: 1 });
    panel.controller.receive({ type: 'openPart', screen, part: 7 });
    panel.controller.receive({ type: 'openPart', screen, part: 'details' });
    panel.controller.receive({ type: 'openPart', screen, part: 'arguments' });
    assert.deepEqual(panel.actionsDone, [
      'change user:weather tool first {"name":"first"}',
      'open first as json: {"of": "first"}',
      'open first as json: {\n  "name": "first"\n}',
    ]);
  });

  it('has details of an error that can be opened in an editor, and arguments without secrets', () => {
    panel = new TestPanel({
      secretsOf: () => ({ mask: (text) => text, isSendable: true, shownArguments: { key: '[secret]' } }),
    });
    void panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'first' },
      request: { kind: 'tool', name: 'first', arguments: { key: 'hush' } },
      origin: 'user',
      outcome: { kind: 'error', summary: 'It ended.', detail: '{"code": 1}' },
      result: undefined,
    });
    const screen = panel.shownId;
    for (const part of ['details', 'arguments', 0] as const) {
      panel.controller.receive({ type: 'openPart', screen, part });
    }
    assert.deepEqual(panel.actionsDone, [
      'open first as text: {"code": 1}',
      'open first as json: {\n  "key": "[secret]"\n}',
    ]);
  });

  it('runs nothing twice at a double click, and can be run again once the call has ended', async () => {
    const screen = panel.shownId;
    const doubleClick = async (message: Pick<ToExtension, 'type'>) => {
      panel.controller.receive({ ...message, screen });
      panel.controller.receive({ ...message, screen });
      await panel.results.flush();
    };
    const read = { type: 'readResource' as const, uri: 'a://first' };
    const openPart = { type: 'openPart' as const, part: 0 };
    for (const message of [{ type: 'runAgain' as const }, { type: 'changeArguments' as const }, read, openPart]) {
      await doubleClick(message);
    }
    await doubleClick({ type: 'runAgain' });
    const run = 'run user:weather {"kind":"tool","name":"first","arguments":{"name":"first"}}';
    assert.deepEqual(panel.actionsDone, [
      run,
      'change user:weather tool first {"name":"first"}',
      'read user:weather a://first',
      'open first as json: {"of": "first"}',
      run,
    ]);
  });

  it('begins one call if two of its buttons are pressed, and takes presses again after that call', async () => {
    const screen = panel.shownId;
    for (const type of ['runAgain', 'changeArguments', 'runAgain'] as const) {
      panel.controller.receive({ type, screen });
    }
    panel.controller.receive({ type: 'readResource', screen, uri: 'a://first' });
    assert.equal(panel.actionsDone.length, 1);
    await panel.results.flush();
    assert.deepEqual(panel.posted.at(-1), { type: 'rejected', screen, summary: '', problems: [] });
    panel.controller.receive({ type: 'changeArguments', screen });
    assert.equal(panel.actionsDone.length, 2);
  });

  it('is shown by its id, also while a request waits', async () => {
    void panel.inbox.ask(formRequest('a'));
    panel.controller.bringForward('result-second');
    await showsName(panel, 'second');
    panel.controller.bringForward('result-gone');
    const says = (sentence: string) => until(async () => panel.view.notices.some(({ text }) => text === sentence));
    await says('This result is no longer kept.');
    panel.results.open = async () => undefined;
    panel.controller.bringForward('result-first');
    await says('This result cannot be read at the moment.');
  });
});

describe('the result of a call during which the user closed the panel', () => {
  it('is only listed, as new', () => {
    const panel = new TestPanel();
    panel.calls = [runningCall];
    addNamedResult(panel, 'mine', 'user', false);
    panel.calls = [];
    panel.controller.refresh();
    assert.equal(shownName(panel), 'welcome');
    assert.deepEqual(listedIds(panel), ['mine']);
    assert.equal(panel.controller.results.unseen, 1);
  });
});
