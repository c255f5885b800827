import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PanelState } from '#test/pages/states/pageState.ts';

describe('notices and cards that take more room than a request leaves them', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));
  const state = allStates.find((each): each is PanelState => each.page === 'panel' && each.name === 'everything-above');

  for (const width of [900, 420]) {
    it(`scroll, and each of their buttons is in sight when the keyboard reaches it, ${width} pixels wide`, async () => {
      assert.ok(state);
      await panel().resize({ width, height: 650 });
      await openState(panel(), state);
      const area = panel().page.locator('.card-area');
      assert.ok(await area.evaluate((element) => element.scrollHeight > element.clientHeight));
      const buttons = await area.locator('button:visible').count();
      await area.locator('button:visible').first().focus();
      let reached = 0;
      const outOfSight: string[] = [];
      for (;;) {
        const focused = area.locator(':focus');
        if ((await focused.count()) === 0) break;
        reached += (await focused.evaluate((one) => one.matches('button'))) ? 1 : 0;
        const [box, areaBox] = await Promise.all([focused.boundingBox(), area.boundingBox()]);
        assert.ok(box && areaBox);
        if (box.y < areaBox.y || box.y + box.height > areaBox.y + areaBox.height) {
          outOfSight.push(`${await focused.innerText()}: ${JSON.stringify({ box, areaBox })}`);
        }
        await panel().press('Tab');
      }
      assert.equal(reached, buttons);
      assert.deepEqual(outOfSight, []);
    });
  }
});
