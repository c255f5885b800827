import assert from 'node:assert/strict';
import { formRequest } from '#test/host/requestSamples.ts';
import { until } from '#test/host/until.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { addNamedResult, listedIds, shownName, showsName } from './namedResults.ts';

describe('the list of results', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
    for (const name of ['first', 'second', 'third']) {
      addNamedResult(panel, name);
    }
    panel.controller.results.leave();
  });

  it('can be opened while a request waits, which stays until the list is closed', async () => {
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    panel.controller.bringForward('b');
    panel.controller.results.openList();
    assert.equal(shownName(panel), 'results');
    assert.deepEqual(listedIds(panel), ['third', 'second', 'first']);
    void panel.inbox.ask(formRequest('c'));
    assert.equal(shownName(panel), 'results', 'a further request does not replace what the user reads');
    panel.controller.receive({ type: 'openResult', result: 'first' });
    await showsName(panel, 'first');
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await showsName(panel, 'results');
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
    assert.equal(shownName(panel), 'welcome');
  });

  it('makes way for the request that the user chooses in the header, and does not return', () => {
    for (const id of ['a', 'b', 'c']) {
      void panel.inbox.ask(formRequest(id));
    }
    panel.controller.bringForward('c');
    panel.controller.results.openList();
    panel.controller.receive({ type: 'showWaiting', waitingId: 'gone' });
    assert.equal(shownName(panel), 'results');
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
    await showsName(panel, 'first');
    await panel.results.flush();
    panel.controller.receive({ type: 'back', screen: panel.shownId });
    await showsName(panel, 'results');
  });

  it('does not return by Back if the user closes the result, or chooses a request, before Back is done', async () => {
    for (const leave of [
      () => panel.controller.receive({ type: 'cancel', screen: panel.shownId }),
      () => panel.controller.receive({ type: 'showWaiting', waitingId: 'a' }),
    ]) {
      void panel.inbox.ask(formRequest('a'));
      panel.controller.results.openList();
      panel.controller.receive({ type: 'openResult', result: 'first' });
      await showsName(panel, 'first');
      panel.controller.receive({ type: 'back', screen: panel.shownId });
      leave();
      await panel.results.flush();
      assert.equal(panel.shownId, 'a');
    }
  });

  it('gets a row for a result that arrives, and is not replaced by it', () => {
    panel.controller.results.openList();
    panel.draw();
    addNamedResult(panel, 'fourth');
    assert.deepEqual(listedIds(panel), ['fourth', 'third', 'second', 'first']);
  });

  it('keeps removed results in place until another screen is shown, so that they can be restored', async () => {
    panel.controller.results.openList();
    panel.draw();
    panel.controller.receive({ type: 'dismissResult', result: 'second' });
    panel.controller.receive({ type: 'dismissResult', result: 'second' });
    assert.deepEqual(listedIds(panel), ['third', 'second alone', 'first']);
    await panel.results.flush();
    assert.equal(panel.resultFiles.texts.size, 2);
    panel.controller.receive({ type: 'restoreResult', result: 'second' });
    await until(async () => listedIds(panel).includes('second'));
    await panel.results.flush();
    assert.equal(panel.resultFiles.texts.size, 3);
    panel.controller.receive({ type: 'dismissResult', result: 'first' });
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    assert.deepEqual(listedIds(panel), ['third', 'second']);
    panel.controller.receive({ type: 'restoreResult', result: 'first' });
    await panel.results.flush();
    assert.deepEqual(listedIds(panel), ['third', 'second']);
  });

  it('can be cleared, and restored as a whole', async () => {
    panel.controller.results.openList();
    panel.draw();
    panel.controller.receive({ type: 'dismissResult', result: 'second' });
    panel.controller.receive({ type: 'clearResults' });
    panel.controller.receive({ type: 'clearResults' });
    assert.deepEqual(listedIds(panel), ['third all', 'second alone', 'first all']);
    await panel.results.flush();
    assert.equal(panel.resultFiles.texts.size, 0);
    panel.controller.receive({ type: 'restoreResults' });
    await until(async () => listedIds(panel).join() === 'third,second alone,first');
    assert.deepEqual((await panel.results.open('third'))?.target.name, 'third');
  });
});
