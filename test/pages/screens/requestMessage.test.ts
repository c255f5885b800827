import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';

describe('the message of a request', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));
  /** So low that little is in the upper fifth. */
  const lowSize = { ...usualSize, height: 400 };
  const message = () => panel().page.locator('.message');
  const messageOf = (lines: readonly string[]) =>
    lines.map((line) => (line.trim() ? untranslated(line) : line)).join('\n');
  /** Shows the message above a form that needs scrolling. */
  const show = (...lines: readonly string[]) =>
    panel().send(showScreen(formScreen({ message: messageOf(lines), schema: longSchema })));
  const longSchema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field ${field}`, { type: 'string' }])),
  } as const;
  const canUnfold = () => panel().button('Show All').isVisible();
  /** The space between two lines of the message, as a share of a line. */
  const gap = (upper: string, lower: string) =>
    message().evaluate(
      (element, texts) => {
        const [above, below] = texts.map((text) => {
          const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (nodes.nextNode()) {
            const at = nodes.currentNode.textContent?.indexOf(text) ?? -1;
            if (at >= 0) {
              const range = document.createRange();
              range.setStart(nodes.currentNode, at);
              range.setEnd(nodes.currentNode, at + text.length);
              return range.getBoundingClientRect();
            }
          }
          return undefined;
        });
        const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
        return ((below?.top ?? Number.NaN) - (above?.bottom ?? Number.NaN)) / lineHeight;
      },
      [untranslated(upper), untranslated(lower)],
    );

  it('is not folded if only one more line would be seen', async () => {
    for (const lines of [['a'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a', '', 'b', 'c']]) {
      await panel().load();
      await show(...lines);
      await panel().advanceTime();
      assert.equal(await canUnfold(), false, `${lines.length} lines`);
      const { scrollHeight, clientHeight } = await message().evaluate((element) => ({
        scrollHeight: element.scrollHeight,
        clientHeight: element.clientHeight,
      }));
      assert.ok(scrollHeight <= clientHeight + 1, `${lines.length} lines: ${scrollHeight} in ${clientHeight}`);
    }
  });

  it('is not folded in the upper fifth of the panel', async () => {
    await show('a', 'b', 'c', 'd', 'e');
    await panel().advanceTime();
    assert.equal(await canUnfold(), false);
    await panel().load();
    await show('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
    await panel().advanceTime();
    assert.equal(await canUnfold(), true);
  });

  it('is folded to whole lines if two more lines would be seen, and when it gets longer in a narrow panel', async () => {
    await panel().resize(lowSize);
    await show('a', 'b', 'c', 'd', 'e');
    await panel().advanceTime();
    assert.equal(await canUnfold(), true);
    await panel().load();
    await show('word '.repeat(30), 'b');
    await panel().advanceTime();
    assert.equal(await canUnfold(), false);
    await panel().resize({ ...lowSize, width: 300 });
    assert.equal(await canUnfold(), true);
    await panel().resize(lowSize);
    assert.equal(await canUnfold(), false);
  });

  it('is not folded in the upper half of a panel that needs no scrolling', async () => {
    const lines = Array.from({ length: 10 }, (_, line) => `line ${line}`);
    await panel().send(showScreen(formScreen({ message: messageOf(lines) })));
    await panel().advanceTime();
    assert.equal(await canUnfold(), false);
    assert.ok((await message().innerText()).includes('line 9'));
    await panel().load();
    await panel().send(showScreen(formScreen({ message: messageOf([...lines, ...lines, ...lines]) })));
    await panel().advanceTime();
    assert.equal(await canUnfold(), true);
  });

  it('is shown up to 15 lines if there are no fields', async () => {
    const showWithoutFields = (lines: number) =>
      panel().send(
        showScreen(
          formScreen({
            schema: { type: 'object', properties: {} },
            message: Array.from({ length: lines }, (_, line) => untranslated(`line ${line}`)).join('\n'),
          }),
        ),
      );
    await showWithoutFields(15);
    await panel().advanceTime();
    assert.equal(await canUnfold(), false);
    await panel().load();
    await showWithoutFields(30);
    await panel().advanceTime();
    assert.equal(await canUnfold(), true);
    assert.ok((await message().innerText()).includes('line 14'));
  });

  it('keeps its blank lines, folded and unfolded', async () => {
    await panel().resize(lowSize);
    await show('a', '', 'b', '', 'c', 'd', 'e', 'f');
    await panel().advanceTime();
    assert.equal(await canUnfold(), true);
    for (const label of ['Show All', 'Show Less']) {
      const found = await gap('a', 'b');
      assert.ok(found > 0.3 && found < 1.5, `before ${label}: ${found}`);
      await panel().button(label).click();
    }
    await panel().button('Show All').click();
    assert.ok((await gap('b', 'c')) > 0.3);
    assert.ok((await gap('c', 'd')) < 0.3);
  });

  it('cannot push the form away with blank lines', async () => {
    await panel().resize(lowSize);
    await show('a', ...Array.from({ length: 200 }, () => ''), 'b', ' ', '\t', '', 'c', '', '', '');
    await panel().advanceTime();
    assert.equal(await canUnfold(), true);
    await panel().button('Show All').click();
    assert.ok((await gap('a', 'b')) < 1.5);
    assert.ok(((await message().boundingBox())?.height ?? 999) < 130);
  });
});
