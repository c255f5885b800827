import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RunningCall, ServerLabel, WaitingEntry } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';
import { stepsOfCall } from '#test/pages/states/stepBuilders.ts';

describe('the header in a narrow panel', () => {
  const panel = usePanel();
  beforeEach(() => panel().resize({ width: 300, height: 650 }));
  const header = () => panel().page.getByRole('banner');
  const serverName = () => header().locator('.header-name .server-name');
  const tool = () => header().locator('.header-target');
  const step = () => header().locator('.header-step');

  const show = async (server: ServerLabel, name: string, waiting: readonly WaitingEntry[] = []) => {
    const target = { kind: 'tool', name } as const;
    const call: RunningCall = { id: 'call', server, target, elapsed: 0, waiting: 1 };
    const screen = formScreen({ server, call: target, steps: stepsOfCall({ current: 1, total: 4 }) });
    const waitingBehind = waiting.length;
    await panel().send(showScreen(screen, { calls: [call], shownCall: 'call', waiting: [...waiting], waitingBehind }));
    await panel().advanceTime();
  };
  const twoOthers: readonly WaitingEntry[] = ['one', 'two'].map((id) => ({
    id,
    serverId: id,
    server: id,
    target: 'tool',
    waitsFor: 'answer',
  }));
  const isCut = (locator: Locator) => locator.evaluate((element) => element.scrollWidth > element.clientWidth);
  /** The width of an element that is within the line, not clipped by its parents. */
  const visibleWidth = (locator: Locator) =>
    locator.evaluate((element) => {
      const own = element.getBoundingClientRect();
      let [left, right] = [own.left, own.right];
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX !== 'visible') {
          const box = parent.getBoundingClientRect();
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        }
      }
      return right - left;
    });

  it('has room for usual names and a short step', async () => {
    await show({ name: 'bookings' }, 'book_table');
    assert.deepEqual([await isCut(serverName()), await isCut(tool())], [false, false]);
    assert.equal(await step().locator('.short-text').innerText(), '2/4');
    assert.ok((await visibleWidth(step())) >= (await step().evaluate((element) => element.scrollWidth)));
    assert.match(await header().ariaSnapshot(), /Step 2 of 4/);
    assert.doesNotMatch(await header().ariaSnapshot(), /2\/4/);
  });

  it('leaves a part of long names, with the full names in tooltips and for screen readers', async () => {
    const server = { name: 'reservations-of-the-region', scope: 'workspace' };
    for (const others of [[], twoOthers]) {
      await panel().load();
      await show(server, 'book_a_table_for_many_people', others);
      for (const part of [serverName(), tool()]) {
        const width = await visibleWidth(part);
        assert.ok(width >= 38, `${Math.round(width)} pixels with ${others.length} others`);
      }
      assert.ok((await visibleWidth(step())) >= 20, `the step with ${others.length} others`);
      await panel().button('reservations-of-the-region: details of the server').waitFor();
      assert.match((await serverName().getAttribute('title')) ?? '', /reservations-of-the-region/);
      assert.match((await tool().getAttribute('title')) ?? '', /book_a_table_for_many_people/);
      assert.match(await header().ariaSnapshot(), /book_a_table_for_many_people/);
    }
  });

  it('shows the whole of a short name of a server beside the waiting requests: the name of the tool gives way', async () => {
    await panel().resize({ width: 420, height: 650 });
    for (const [name, toolName] of [
      ['asker', 'flood'],
      ['bookings', 'book_a_table_for_many_people'],
    ] as const) {
      await panel().load();
      await show({ name }, toolName, twoOthers);
      assert.equal(await isCut(serverName()), false, name);
      assert.ok((await visibleWidth(tool())) >= 18, `${await visibleWidth(tool())} pixels of ${toolName}`);
      assert.ok((await visibleWidth(step())) >= (await step().evaluate((element) => element.scrollWidth)), 'the step');
    }
  });
});
