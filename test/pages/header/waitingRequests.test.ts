import assert from 'node:assert/strict';
import type { View, WaitingEntry } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { waitingEntry } from '#test/pages/states/aboveScreenStates.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';

describe('the waiting requests in the header', () => {
  const panel = usePanel();
  const queue = () => panel().page.getByRole('group', { name: 'Waiting for you' });
  const tab = (name: string | RegExp) => queue().getByRole('button', { name });
  const menu = () => panel().page.getByRole('menu');
  const items = () => menu().locator('[role^=menuitem]');
  const of = (server: string, id: string, words = `About ${id}`): WaitingEntry =>
    waitingEntry({ id, serverId: server, server, target: 'tool', words });
  const show = (waiting: readonly WaitingEntry[], screen: View['screen'] = formScreen({ id: 'a1' })) =>
    panel().send(showScreen(screen, { waiting: [...waiting], waitingBehind: waiting.length - 1 }));
  const chosen = async () => (await panel().postedOf('showWaiting')).map(({ waitingId }) => waitingId);
  const drawn = { kind: 'drawn', id: 'a1' } as const;

  afterEach(() => panel().resize(usualSize));

  it('are not there while only the shown request waits', async () => {
    await show([of('a', 'a1')]);
    assert.equal(await queue().count(), 0);
  });

  it('are there if a request waits behind a screen that is none', async () => {
    await show([of('a', 'a2')]);
    await tab(/About a2/).click();
    assert.deepEqual(await chosen(), ['a2']);
  });

  it('have one tab for each server with its tool and first words, in the order of arrival', async () => {
    await show([of('a', 'a1'), of('b', 'b1')]);
    assert.deepEqual(
      (await queue().getByRole('button').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      ['a tool About a1', 'b tool About b1'],
    );
    assert.equal(await tab(/About a1/).getAttribute('aria-current'), 'true');
    await tab(/About b1/).click();
    assert.deepEqual(await chosen(), ['b1']);
  });

  it('do not repeat the tool that the header names', async () => {
    await show([of('a', 'a1'), of('b', 'b1')], formScreen({ id: 'a1', call: { kind: 'tool', name: 'tool' } }));
    assert.deepEqual(
      (await queue().getByRole('button').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      ['a About a1', 'b tool About b1'],
    );
  });

  it('take the room in the line that the names leave', async () => {
    const long = 'words '.repeat(20);
    for (const more of [{}, { call: { kind: 'tool', name: 'book_table' } as const }]) {
      await show([of('bookings', 'a1', long), of('cloud', 'b1', long)], formScreen({ id: 'a1', ...more }));
      const free = await panel()
        .page.locator('.header-line')
        .evaluate((line) => {
          const [name, parts, tabs] = ['.header-name', '.header-parts', '.queue'].map((one) => line.querySelector(one));
          const names = parts?.childElementCount ? parts : name;
          const first = tabs?.firstElementChild?.getBoundingClientRect();
          return (first?.left ?? 0) - (names?.getBoundingClientRect().right ?? 0);
        });
      const widths = await queue()
        .locator('button:visible')
        .evaluateAll((all) => all.map((one) => one.clientWidth));
      assert.ok(free < 20 || widths.every((width) => width > 240), `${free} pixels are free beside tabs of ${widths}`);
      assert.ok(
        widths.every((width) => width > 190),
        `${widths}`,
      );
    }
  });

  it('move nothing when a second request arrives', async () => {
    await show([of('a', 'a1')]);
    const places = () =>
      panel().page.evaluate(() =>
        [...document.querySelectorAll('.header-name, .column > *, .field, footer button')].map((element) =>
          JSON.stringify(element.getBoundingClientRect()),
        ),
      );
    const before = await places();
    await show([of('a', 'a1'), of('b', 'b1')], drawn);
    await tab(/About b1/).waitFor();
    assert.deepEqual(await places(), before);
  });

  it('are one tab with a menu for a server with 40 requests, which takes no room from others', async () => {
    const flood = Array.from({ length: 40 }, (_, at) => of('a', `a${at + 1}`));
    await show([...flood, of('b', 'b1')]);
    assert.equal(await queue().getByRole('button').count(), 2);
    await tab(/40 waiting/).click();
    assert.equal(await items().count(), 40);
    await items().nth(6).click();
    assert.deepEqual(await chosen(), ['a7']);
  });

  it('that do not fit are in a menu at the end, in which each server is one item', async () => {
    await show([of('a', 'a1'), of('b', 'b1'), of('c', 'c1'), of('d', 'd1'), of('d', 'd2')]);
    const more = tab(/^\d more$/);
    const isCut = await more.locator('.full-text').evaluate((text) => text.scrollWidth > text.clientWidth);
    assert.equal(isCut, false);
    await more.click();
    const d = items().filter({ hasText: '2 waiting' });
    assert.equal(await d.getAttribute('aria-expanded'), 'false');
    await d.click();
    await items().filter({ hasText: 'About d2' }).click();
    assert.deepEqual(await chosen(), ['d2']);
  });

  it('are only a menu in a narrow panel', async () => {
    await panel().resize({ width: 420, height: 650 });
    await show([of('a', 'a1'), of('b', 'b1')]);
    assert.deepEqual(await queue().getByRole('button').allInnerTexts(), ['2 waiting']);
    await tab('2 waiting').click();
    await items().filter({ hasText: 'About b1' }).click();
    assert.deepEqual(await chosen(), ['b1']);
  });

  it('can be chosen with the arrow keys', async () => {
    await show([of('a', 'a1'), of('b', 'b1'), of('b', 'b2')]);
    await tab(/About a1/).focus();
    await panel().press('ArrowRight');
    await panel().press('ArrowDown');
    await panel().press('ArrowDown');
    await panel().press('Enter');
    assert.deepEqual(await chosen(), ['b2']);
  });

  it('have a menu that Escape closes, without cancelling the request', async () => {
    await show([of('a', 'a1'), of('b', 'b1'), of('b', 'b2')]);
    await tab(/2 waiting/).press('Enter');
    await panel().press('Escape');
    assert.equal(await menu().count(), 0);
    assert.equal(await tab(/2 waiting/).evaluate((one) => one === document.activeElement), true);
    assert.deepEqual(await panel().postedOf('cancel'), []);
  });

  it('have a menu that keeps the focus when the only request of a server becomes one of two', async () => {
    const others = [of('a', 'a1'), of('b', 'b1'), of('c', 'c1')];
    await show([...others, of('d', 'd1')]);
    await tab(/^\d more$/).click();
    await items().filter({ hasText: 'About d1' }).focus();
    await show([...others, of('d', 'd1'), of('d', 'd2')], drawn);
    await panel().page.locator('[role=menuitem]:focus', { hasText: '2 waiting' }).waitFor();
    await panel().page.keyboard.press('Escape');
    assert.equal(await menu().count(), 0);
    assert.deepEqual(await panel().postedOf('cancel'), []);
  });

  describe('in an open menu, while a call reports its progress', () => {
    const flood = Array.from({ length: 40 }, (_, at) => of('a', `a${at + 1}`));
    const focused = () => items().and(panel().page.locator(':focus'));
    /** The changes of the menu and the moves of the focus since `observe`. */
    const changes = () => panel().page.evaluate(() => Reflect.get(window, 'changes') as readonly string[]);
    const observe = () =>
      menu().evaluate((element) => {
        const changes: string[] = [];
        Reflect.set(window, 'changes', changes);
        const note = (records: readonly MutationRecord[]) => changes.push(...records.map(({ type }) => type));
        new MutationObserver(note).observe(element, { subtree: true, childList: true, attributes: true });
        document.addEventListener('focusin', () => changes.push('focus'));
      });
    const scrolledTo = () => menu().evaluate((element) => element.scrollTop);

    beforeEach(async () => {
      await show(flood);
      await tab(/40 waiting/).press('Enter');
      await items().nth(20).focus();
      await menu().evaluate((element) => {
        element.scrollTop = 300;
      });
      await observe();
    });

    it('do not change with views in which nothing else waits', async () => {
      for (let at = 0; at < 5; at += 1) {
        await show(flood, drawn);
      }
      assert.deepEqual(await changes(), []);
      assert.equal(await scrolledTo(), 300);
      assert.match(await focused().innerText(), /About a21$/);
    });

    it('keep the focus and the scroll position when one more arrives, and one changes', async () => {
      await focused().evaluate((item) => Reflect.set(window, 'item', item));
      await show([...flood.slice(0, -1), of('a', 'a40', 'Changed'), of('a', 'a41')], drawn);
      assert.equal(await items().count(), 41);
      assert.match(await items().nth(39).innerText(), /Changed$/);
      assert.ok(!(await changes()).includes('focus'));
      assert.equal(await scrolledTo(), 300);
      assert.ok(await focused().evaluate((item) => item === Reflect.get(window, 'item')));
    });

    it('mark another screen that is shown', async () => {
      await show(flood, formScreen({ id: 'a2' }));
      assert.equal(await menu().locator('[aria-checked=true]').innerText(), await items().nth(1).innerText());
      await items().nth(6).click();
      assert.deepEqual(await chosen(), ['a7']);
    });
  });

  it('have a menu that closes when its button goes because the panel becomes wider or narrower, with the focus at the queue', async () => {
    const narrow = { width: 420, height: 650 };
    await panel().resize(narrow);
    await show([of('a', 'a1'), of('b', 'b1'), of('b', 'b2')]);
    for (const [name, size] of [
      ['3 waiting', usualSize],
      [/2 waiting/, narrow],
    ] as const) {
      await tab(name).press('Enter');
      assert.equal(await menu().count(), 1);
      await panel().resize(size);
      await menu().waitFor({ state: 'detached' });
      assert.equal(await queue().locator('button:focus').count(), 1);
    }
    await panel().press('Escape');
    assert.equal((await panel().postedOf('cancel')).length, 1);
  });

  it('are readable in the highlighted item of the menu, whatever its color', async () => {
    await panel().page.evaluate(() =>
      document.documentElement.style.setProperty('--vscode-editorSuggestWidget-selectedForeground', 'rgb(1, 2, 3)'),
    );
    await show([of('a', 'a1'), of('a', 'a2')]);
    await tab(/2 waiting/).press('Enter');
    await items().first().focus();
    const colors = await items()
      .first()
      .locator('*')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
    assert.ok(colors.length >= 2);
    assert.deepEqual(new Set(colors), new Set(['rgb(1, 2, 3)']));
  });

  it('have a menu that Escape closes also after a click on its edge', async () => {
    await show([of('a', 'a1'), of('a', 'a2')]);
    await tab(/2 waiting/).click();
    await menu().click({ position: { x: 2, y: 2 } });
    await panel().page.keyboard.press('Escape');
    assert.equal(await menu().count(), 0);
    assert.deepEqual(await panel().postedOf('cancel'), []);
  });

  it('keep the second click of a double click in the menu from what is behind it', async () => {
    await panel().stopClock();
    await show([of('a', 'a1'), of('b', 'b1'), of('b', 'b2')]);
    await panel().advanceTime();
    await tab(/2 waiting/).click();
    const box = await items().last().boundingBox();
    assert.ok(box);
    const at = [box.x + 20, box.y + 10] as const;
    await panel().page.mouse.click(...at);
    const behind = () =>
      panel().page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('main') !== null, at);
    assert.equal(await behind(), false);
    await panel().page.mouse.click(...at);
    assert.deepEqual(await chosen(), ['b2']);
    await panel().advanceTime();
    assert.equal(await behind(), true);
  });

  it('do not move under a resting pointer: what does not wait any more keeps its place until the pointer has left', async () => {
    await show([of('a', 'a1'), of('b', 'b1'), of('c', 'c1')]);
    await tab(/About b1/).hover();
    const before = await tab(/About b1/).boundingBox();
    await show([of('b', 'b1'), of('c', 'c1')], formScreen({ id: 'b1' }));
    assert.deepEqual(await tab(/About b1/).boundingBox(), before);
    assert.equal(await tab(/About a1/).getAttribute('aria-disabled'), 'true');
    await tab(/About a1/).click({ force: true });
    assert.deepEqual(await chosen(), []);
    await panel().page.mouse.move(400, 400);
    await tab(/About a1/).waitFor({ state: 'detached' });
  });

  it('do not move under a pressed pointer', async () => {
    await show([of('a', 'a1'), of('b', 'b1'), of('c', 'c1')]);
    await tab(/About b1/).hover();
    await panel().page.mouse.down();
    await show([of('b', 'b1'), of('c', 'c1')], formScreen({ id: 'c1' }));
    await panel().page.mouse.up();
    assert.deepEqual(await chosen(), ['b1']);
  });

  it('are announced by their number', async () => {
    await show([of('a', 'a1'), of('b', 'b1')]);
    await panel().page.getByText('1 more waiting').waitFor();
  });
});
