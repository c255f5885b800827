import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PanelState } from '#test/pages/states/pageState.ts';

describe('notices and cards that take more room than a request leaves them', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));
  const panelStateNamed = (name: string) => {
    const found = allStates.find((each): each is PanelState => each.page === 'panel' && each.name === name);
    assert.ok(found);
    return found;
  };
  const state = panelStateNamed('everything-above');

  for (const width of [900, 420]) {
    it(`scroll, and each of their buttons is in sight when the keyboard reaches it, ${width} pixels wide`, async () => {
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

  for (const size of [usualSize, { width: 420, height: 650 }]) {
    it(`say how many are out of sight, and a button shows them and then the first again, ${size.width} pixels wide`, async () => {
      await panel().resize(size);
      await openState(panel(), state);
      const area = panel().page.locator('.card-area');
      const below = panel().page.getByRole('button', { name: /more below$/i });
      const above = panel().page.getByRole('button', { name: /more above$/i });
      const inSight = () =>
        area.evaluate((element) => {
          const box = element.getBoundingClientRect();
          const end = element.parentElement?.querySelector('.more-cards')?.getBoundingClientRect().top ?? box.bottom;
          return [...element.querySelectorAll(':scope > ul > li')].map((card) => {
            const { top, bottom } = card.getBoundingClientRect();
            return top < end - 20 && bottom > box.top;
          });
        });
      assert.match(await below.innerText(), new RegExp(`^${(await inSight()).filter((is) => !is).length} `));
      assert.equal((await inSight()).at(-1), false);
      const place = await below.boundingBox();
      const scrolled = () => area.evaluate(({ scrollTop }) => scrollTop);
      // The text follows a frame after the area was scrolled.
      while (
        !(await area.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1))
      ) {
        const before = await scrolled();
        await panel().page.mouse.click((place?.x ?? 0) + 40, (place?.y ?? 0) + 12);
        await eventually('the next cards are in sight', async () => (await scrolled()) > before);
      }
      await above.waitFor();
      assert.equal((await inSight()).at(-1), true);
      await above.press('Enter');
      await below.waitFor();
      assert.equal((await inSight())[0], true);
    });
  }

  it('have no such button if all are in sight', async () => {
    await openState(panel(), panelStateNamed('running-progress'));
    assert.equal(await panel().page.getByRole('button', { name: /more/ }).count(), 0);
  });
});
