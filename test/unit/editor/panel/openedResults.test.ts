import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import type { CallOrigin } from '#core/model/call.ts';
import { formRequest, runningCall, weatherServer } from '#test/host/requestSamples.ts';
import { until } from '#test/host/until.ts';
import { TestPanel } from './testPanel.ts';

/** Adds the result of a call of this tool, with the arguments `{"name": NAME}`. */
function addResult(panel: TestPanel, name: string, origin: CallOrigin = 'user', mayShow = true): void {
  void panel.controller.addResult(
    {
      definition: weatherServer,
      target: { kind: 'tool', name },
      request: { kind: 'tool', name, arguments: { name } },
      origin,
      outcome: {
        kind: 'result',
        failed: false,
        parts: [
          { kind: 'text', text: `{"of": "${name}"}` },
          { kind: 'link', uri: `a://${name}`, name },
        ],
      },
      result: { content: [] },
      callId: name,
    },
    mayShow,
  );
  panel.now += 1;
}

const shown = (panel: TestPanel) => {
  const { screen } = panel.lastDrawn;
  return screen.kind === 'result' ? screen.target.name : screen.kind;
};
const shows = (panel: TestPanel, kind: string) => until(async () => shown(panel) === kind);
const listed = (panel: TestPanel) => {
  const { screen } = panel.view;
  const rows = 'results' in screen ? (screen.results ?? []) : [];
  return rows.map(({ id, removed }) => (removed ? `${id} ${removed}` : id));
};

describe('the list of results', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
    for (const name of ['first', 'second', 'third']) {
      addResult(panel, name);
    }
    panel.controller.results.leave();
  });

  it('can be opened while a request waits, which stays until the list is closed', async () => {
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    panel.controller.bringForward('b');
    panel.controller.results.openList();
    assert.equal(shown(panel), 'results');
    assert.deepEqual(listed(panel), ['third', 'second', 'first']);
    void panel.inbox.ask(formRequest('c'));
    assert.equal(shown(panel), 'results', 'a further request does not replace what the user reads');
    panel.controller.receive({ type: 'openResult', result: 'first' });
    await shows(panel, 'first');
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await shows(panel, 'results');
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    assert.equal(panel.shownId, 'b', 'the request that was shown before');
    assert.ok('ignoreInputMs' in panel.view.screen && panel.view.screen.ignoreInputMs === 500);
    assert.deepEqual(
      panel.inbox.pending.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

  it('settles no request if the tab is closed', () => {
    void panel.inbox.ask(formRequest('a'));
    panel.draw();
    panel.controller.results.openList();
    panel.draw();
    panel.controller.handleTabClosed();
    assert.equal(panel.inbox.pending.length, 1);
  });

  it('makes way for a request that the user brings to the front, and does not return', () => {
    void panel.inbox.ask(formRequest('a'));
    panel.controller.results.openList();
    panel.controller.receive({ type: 'showWaiting', waitingId: 'a' });
    assert.equal(panel.shownId, 'a');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    assert.equal(shown(panel), 'welcome');
  });

  it('makes way for the request that the user chooses in the header, and does not return', () => {
    for (const id of ['a', 'b', 'c']) {
      void panel.inbox.ask(formRequest(id));
    }
    panel.controller.bringForward('c');
    panel.controller.results.openList();
    panel.controller.receive({ type: 'showWaiting', waitingId: 'gone' });
    assert.equal(shown(panel), 'results');
    panel.controller.receive({ type: 'showWaiting', waitingId: 'b' });
    assert.equal(panel.shownId, 'b');
    assert.ok('ignoreInputMs' in panel.view.screen && panel.view.screen.ignoreInputMs === 500);
    panel.controller.receive({ type: 'cancel', screen: 'b' });
    assert.equal(panel.shownId, 'a', 'the oldest request, because the user has left the list by choosing another');
  });

  it('opens a result once at a double click', async () => {
    panel.controller.results.openList();
    await panel.results.flush();
    panel.controller.receive({ type: 'openResult', result: 'first' });
    panel.controller.receive({ type: 'openResult', result: 'first' });
    await shows(panel, 'first');
    await panel.results.flush();
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await shows(panel, 'results');
  });

  it('does not return by Back if the user closes the result, or chooses a request, before Back is done', async () => {
    for (const leave of [
      () => panel.controller.receive({ type: 'cancel', screen: panel.shownId }),
      () => panel.controller.receive({ type: 'showWaiting', waitingId: 'a' }),
    ]) {
      void panel.inbox.ask(formRequest('a'));
      panel.controller.results.openList();
      panel.controller.receive({ type: 'openResult', result: 'first' });
      await shows(panel, 'first');
      panel.controller.receive({ type: 'back', screen: panel.shownId });
      leave();
      await panel.results.flush();
      assert.equal(panel.shownId, 'a');
    }
  });

  it('gets a row for a result that arrives, and is not replaced by it', () => {
    panel.controller.results.openList();
    panel.draw();
    addResult(panel, 'fourth');
    assert.deepEqual(listed(panel), ['fourth', 'third', 'second', 'first']);
  });

  it('keeps removed results in place until another screen is shown, so that they can be restored', async () => {
    panel.controller.results.openList();
    panel.draw();
    panel.controller.receive({ type: 'dismissResult', result: 'second' });
    panel.controller.receive({ type: 'dismissResult', result: 'second' });
    assert.deepEqual(listed(panel), ['third', 'second alone', 'first']);
    await panel.results.flush();
    assert.equal(panel.resultFiles.texts.size, 2);
    panel.controller.receive({ type: 'restoreResult', result: 'second' });
    await until(async () => listed(panel).includes('second'));
    await panel.results.flush();
    assert.equal(panel.resultFiles.texts.size, 3);
    panel.controller.receive({ type: 'dismissResult', result: 'first' });
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    assert.deepEqual(listed(panel), ['third', 'second']);
    panel.controller.receive({ type: 'restoreResult', result: 'first' });
    await panel.results.flush();
    assert.deepEqual(listed(panel), ['third', 'second']);
  });

  it('can be cleared, and restored as a whole', async () => {
    panel.controller.results.openList();
    panel.draw();
    panel.controller.receive({ type: 'dismissResult', result: 'second' });
    panel.controller.receive({ type: 'clearResults' });
    panel.controller.receive({ type: 'clearResults' });
    assert.deepEqual(listed(panel), ['third all', 'second alone', 'first all']);
    await panel.results.flush();
    assert.equal(panel.resultFiles.texts.size, 0);
    panel.controller.receive({ type: 'restoreResults' });
    await until(async () => listed(panel).join() === 'third,second alone,first');
    assert.deepEqual((await panel.results.open('third'))?.target.name, 'third');
  });
});

describe('a result that the user opened', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
    addResult(panel, 'first');
    addResult(panel, 'second');
  });

  it('leads back to the result before it', async () => {
    assert.equal(shown(panel), 'first');
    panel.controller.receive({ type: 'openResult', result: 'second' });
    await shows(panel, 'second');
    const { screen } = panel.view;
    assert.ok(screen.kind === 'result' && screen.canGoBack);
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await shows(panel, 'first');
    assert.ok(panel.view.screen.kind === 'result' && !panel.view.screen.canGoBack);
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
    assert.equal(shown(panel), 'a://first');
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await shows(panel, 'first');
  });

  it('can be called again with changed arguments, and its texts can be opened in an editor', () => {
    const screen = panel.shownId;
    panel.controller.receive({ type: 'changeArguments', screen });
    panel.controller.receive({ type: 'openPart', screen, part: 0 });
    panel.controller.receive({ type: 'openPart', screen, part: 1 });
    panel.controller.receive({ type: 'openPart', screen, part: 7 });
    assert.deepEqual(panel.actionsDone, [
      'change user:weather tool first {"name":"first"}',
      'open first as json: {"of": "first"}',
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
    await shows(panel, 'second');
    panel.controller.bringForward('result-gone');
    await until(async () => panel.view.notices.some(({ text }) => text === 'This result is no longer kept.'));
  });
});

describe('the result of a call during which the user closed the panel', () => {
  it('is only listed, as new', () => {
    const panel = new TestPanel();
    panel.calls = [runningCall];
    addResult(panel, 'mine', 'user', false);
    panel.calls = [];
    panel.controller.refresh();
    assert.equal(shown(panel), 'welcome');
    assert.deepEqual(listed(panel), ['mine']);
    assert.equal(panel.controller.results.unseen, 1);
  });
});
