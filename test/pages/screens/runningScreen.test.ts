import assert from 'node:assert/strict';
import type { RunningCall } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { callInProgress } from '#test/pages/states/aboveScreenStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { bookingsServer, bookingTool } from '#test/pages/states/screenBuilders.ts';
import { acceptedStep, earlierStepsOf } from '#test/pages/states/stepBuilders.ts';

describe('the screen of running calls', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));
  const call = (id: string) => callInProgress(id, { progress: 3 });
  const show = (...calls: readonly RunningCall[]) => {
    const answered = [{ id: 'one', target: bookingTool, earlierSteps: earlierStepsOf(acceptedStep(0)) }];
    return panel().send(showScreen({ kind: 'running', id: 'running', answered }, { calls: [...calls] }));
  };
  const times = async (text: string) => (await panel().page.locator('body').innerText()).split(text).length - 1;

  it('names the server and the tool of the only call once, in the header', async () => {
    await show(call('one'));
    const header = await panel().page.getByRole('banner').innerText();
    for (const name of [bookingsServer.name, bookingTool.name]) {
      assert.ok(header.includes(name));
      assert.equal(await times(name), 1, name);
    }
    await panel().button('Stop the Call').waitFor();
    await panel().page.getByRole('heading', { name: 'Steps so far', exact: true }).waitFor();
  });

  it('names each of several calls on its own line', async () => {
    await show(call('one'), { ...call('two'), target: { ...bookingTool, name: untranslated('cancel_table') } });
    const lines = panel().page.getByRole('list', { name: 'Running calls' }).getByRole('listitem');
    assert.match(await lines.nth(0).innerText(), /book_table/);
    assert.match(await lines.nth(1).innerText(), /cancel_table/);
    await panel()
      .page.getByRole('heading', { name: /Steps so far: .*book_table/ })
      .waitFor();
    // The other call has ended.
    await show(call('one'));
    assert.equal(await times(bookingTool.name), 1);
  });

  for (const width of [900, 420]) {
    it(`shows the names of a call whole beside long progress, ${width} pixels wide`, async () => {
      await panel().resize({ width, height: 650 });
      const message = untranslated('w'.repeat(400));
      await show({ ...call('one'), progress: { progress: 30, total: 100, message } }, call('two'));
      const line = panel().page.getByRole('list', { name: 'Running calls' }).getByRole('listitem').first();
      const isCut = (text: string) =>
        line
          .getByText(text)
          .evaluate(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth || scrollHeight > clientHeight,
          );
      assert.equal(await isCut(': running tool'), false);
      assert.equal(await isCut('Running for 2 min'), false);
      assert.equal(await isCut('30 of 100'), true);
    });
  }
});
