import assert from 'node:assert/strict';
import type { RunningCall } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { bookingsServer, bookingTool } from '#test/pages/states/screenBuilders.ts';
import { acceptedStep, earlierStepsOf } from '#test/pages/states/stepBuilders.ts';

describe('the screen of running calls', () => {
  const panel = usePanel();
  const call = (id: string): RunningCall => ({
    id,
    server: bookingsServer,
    target: bookingTool,
    elapsed: 130_000,
    waiting: 0,
    progress: { progress: 3 },
  });
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
});
