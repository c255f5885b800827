import assert from 'node:assert/strict';
import { maxJsonLength } from '#bridge/messages.ts';
import { maxTextLength } from '#form/formLimits.ts';
import type { FieldInput } from '#form/model.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { jsonArgumentsScreen } from '#test/pages/states/callStates.ts';
import { cityChoiceSchema, cityMultiChoiceSchema } from '#test/pages/states/fieldStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

let page: WebviewPage<'panel'>;

before(async () => {
  page = await openPage('panel');
});
after(() => page?.close());
afterEach(() => assert.deepEqual(page.errors, []));

async function ask(schema: object, content: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await page.load();
  await page.send(showScreen(formScreen({ schema, content })));
  await page.clearPosted();
}

/** What the extension has of the first field, once everything has arrived there. */
async function firstInput(): Promise<FieldInput | undefined> {
  await page.advanceTime();
  const edits = await page.postedOf('edit');
  return edits.flatMap(({ changes }) => changes.filter(({ field }) => field === 0).map(({ input }) => input)).at(-1);
}

const types = async () => (await page.posted()).map(({ type }) => type);
const options = () => page.page.getByRole('option');
const active = () =>
  page.page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? document.getElementById(id)?.querySelector('.option-label')?.textContent : undefined;
  });
/** What stands in the places that are read out when they change. */
const said = () =>
  page.page.evaluate(() =>
    [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent).filter((text) => text !== ''),
  );
const composing = (key: string) =>
  page.page.evaluate((pressed) => {
    const how = { key: pressed, keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', how));
  }, key);

describe('one of many options', () => {
  const box = () => page.field(untranslated('city'));

  beforeEach(() => ask(cityChoiceSchema));

  it('has no more of them in the page than are in sight', async () => {
    assert.equal(await options().count(), 0);
    await box().click();
    const count = await options().count();
    assert.ok(count > 5 && count < 50, `${count} options are in the page`);
    assert.equal(await options().first().getAttribute('aria-setsize'), '5000');
    assert.equal(await options().first().getAttribute('aria-posinset'), '1');
  });

  it('is found by label, value and description, and how many are is said', async () => {
    for (const [typed, first, count] of [
      ['city 4999', '‹City 4999›', '1 of 5,000 options'],
      ['c4998', '‹City 4998›', '1 of 5,000 options'],
      ['RIVER 4998 widest', '‹City 4999›', '1 of 5,000 options'],
      ['nowhere', undefined, 'No option matches.'],
    ] as const) {
      await box().fill(typed);
      assert.equal(await active(), first);
      assert.ok((await said()).includes(count), `${await said()}`);
    }
  });

  it('marks what was found', async () => {
    await box().fill('4999');
    assert.deepEqual(await page.page.locator('mark').allTextContents(), ['4999']);
  });

  it('is chosen with the keyboard: first, last, and in steps of one and of a page', async () => {
    await box().focus();
    await page.press('ArrowDown');
    assert.equal(await box().getAttribute('aria-expanded'), 'true');
    await page.press('ArrowDown');
    assert.equal(await active(), '‹City 1›');
    await page.press('End');
    assert.equal(await active(), '‹City 5000›');
    await page.press('ArrowUp');
    assert.equal(await active(), '‹City 4999›');
    await page.press('PageUp');
    const before = await active();
    await page.press('PageDown');
    assert.notEqual(before, '‹City 4999›');
    assert.equal(await active(), '‹City 4999›');
    await page.press('Home');
    assert.equal(await active(), '‹City 1›');
    await page.press('Enter');
    assert.equal(await box().inputValue(), '‹City 1›');
    assert.equal(await box().getAttribute('aria-expanded'), 'false');
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: 0 });
    assert.ok(!(await types()).includes('submit'));
  });

  it('is chosen with the mouse, and the keyboard stays', async () => {
    await box().click();
    await options().nth(2).click();
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: 2 });
    assert.equal(await box().evaluate((element) => element === document.activeElement), true);
  });

  it('closes its list with Escape, and only the next Escape cancels the question', async () => {
    await box().fill('city 7');
    await page.press('Escape');
    assert.equal(await options().count(), 0);
    assert.equal(await box().inputValue(), '');
    assert.ok(!(await types()).includes('cancel'));
    await page.press('Escape');
    assert.ok((await types()).includes('cancel'));
  });

  it('is found in its own list, where a server suggests values for other fields', async () => {
    await page.load();
    await page.send(showScreen(argumentsScreen({ schema: cityChoiceSchema, offersCompletions: true })));
    await page.clearPosted();
    await box().pressSequentially('city 49');
    await page.advanceTime();
    assert.ok((await options().count()) > 1);
    assert.ok(!(await types()).includes('complete'));
  });

  it('can be unset', async () => {
    await ask(cityChoiceSchema, { city: 'c7' });
    assert.equal(await box().inputValue(), '‹City 7›');
    await page.button('Clear ‹city›').click();
    assert.equal(await box().inputValue(), '');
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: null });
    assert.equal(await page.button('Clear ‹city›').count(), 0);
  });

  it('is the only one that is found by what is typed, once the keyboard leaves', async () => {
    await box().fill('city 4999');
    await page.press('Tab');
    assert.equal(await box().inputValue(), '‹City 4999›');
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: 4998 });
  });

  it('is none where what is typed names none: the words stay, and what is wrong with them is said', async () => {
    const problem = page.page.locator('.problem');
    for (const content of [{}, { city: 'c7' }]) {
      await ask(cityChoiceSchema, content);
      for (const typed of ['elsewhere', 'city']) {
        await box().fill(typed);
        await page.press('Tab');
        assert.equal(await box().inputValue(), typed);
        assert.equal(await problem.textContent(), 'Choose one of the options, or leave the field empty.');
        assert.equal(await box().getAttribute('aria-invalid'), 'true');
      }
      assert.deepEqual((await firstInput()) ?? { kind: 'choice', selected: null }, { kind: 'choice', selected: null });
      await page.press('Control+Enter');
      assert.ok(!(await types()).includes('submit'));
      await box().fill('');
      await page.press('Tab');
      assert.equal(await problem.textContent(), '');
      await page.press('Control+Enter');
      assert.ok((await types()).includes('submit'));
    }
  });

  it('is none of words that were taken back with Escape or with Clear', async () => {
    for (const takeBack of [
      async () => {
        await box().click();
        await page.press('Escape');
      },
      () => page.button('Clear ‹city›').click(),
    ]) {
      await box().fill('elsewhere');
      await page.press('Tab');
      await takeBack();
      assert.equal(await box().inputValue(), '');
      assert.equal(await page.page.locator('.problem').textContent(), '');
    }
  });

  it('is what is typed in full, also when the form is submitted at once', async () => {
    await box().fill('‹city 12›');
    await page.press('Control+Enter');
    const [submit] = await page.postedOf('submit');
    assert.deepEqual(submit?.inputs, [{ kind: 'choice', selected: 11 }]);
  });

  it('leaves keys to an input method that composes', async () => {
    await box().fill('city 7');
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await composing(key);
    assert.equal(await active(), '‹City 7›');
    assert.equal(await box().inputValue(), 'city 7');
    assert.deepEqual(await types(), []);
  });
});

describe('any of many options', () => {
  const filter = () => page.page.getByRole('combobox', { name: 'Search the options of ‹stops›' });
  const list = () => page.page.getByRole('listbox', { name: 'Options of ‹stops›' });
  const chips = () => page.page.getByRole('list', { name: 'Chosen for ‹stops›' }).getByRole('button');

  beforeEach(() => ask(cityMultiChoiceSchema));

  it('are found and chosen without leaving the filter, and stand above as what can be removed', async () => {
    assert.ok((await options().count()) < 50);
    await filter().fill('city 4999');
    await page.press('Enter');
    await filter().fill('city 4998');
    await page.press('Enter');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4997, 4998], touched: true });
    assert.deepEqual(await chips().allTextContents(), ['‹City 4998›', '‹City 4999›']);
    assert.equal(await options().first().getAttribute('aria-selected'), 'true');
    await page.press('Enter');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4998], touched: true });
  });

  it('are chosen in the list itself with Space', async () => {
    await list().focus();
    await page.press('End');
    await page.press('Space');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4999], touched: true });
  });

  it('are chosen once by a key that is held', async () => {
    await filter().fill('city 4999');
    for (const [place, key] of [
      [filter(), 'Enter'],
      [list(), 'Space'],
      [list(), 'Enter'],
    ] as const) {
      await place.focus();
      const before = await chips().count();
      for (let down = 0; down < 4; down += 1) await page.page.keyboard.down(key);
      await page.page.keyboard.up(key);
      assert.equal(await chips().count(), 1 - before, `${key}`);
    }
  });

  it('are counted aloud, and it is said when they are too many', async () => {
    assert.ok((await said()).includes('0 of 1 to 3 chosen'));
    await list().focus();
    for (let count = 0; count < 4; count += 1) {
      await page.press('ArrowDown');
      await page.press('Space');
    }
    assert.ok((await said()).includes('4 of 1 to 3 chosen: 1 too many'), `${await said()}`);
  });

  it('hand the keyboard on when a chip is removed', async () => {
    await ask(cityMultiChoiceSchema, { stops: ['‹City 1›', '‹City 2›'] });
    await chips().first().focus();
    await page.press('Enter');
    assert.equal(await page.page.evaluate(() => document.activeElement?.ariaLabel), 'Remove ‹City 2›');
    await page.press('Enter');
    assert.equal(await filter().evaluate((element) => element === document.activeElement), true);
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [], touched: true });
  });

  it('forget the filter with Escape, and only the next Escape cancels the question', async () => {
    await filter().fill('city 7');
    await page.press('Escape');
    assert.equal(await filter().inputValue(), '');
    assert.ok(!(await types()).includes('cancel'));
    await page.press('Escape');
    assert.ok((await types()).includes('cancel'));
  });

  it('leave keys to an input method that composes', async () => {
    await filter().fill('city 7');
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await composing(key);
    assert.equal(await filter().inputValue(), 'city 7');
    assert.deepEqual(await types(), []);
  });
});

describe('text', () => {
  const paste = (text: string) =>
    page.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const how = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', how));
    }, text);

  it('of several lines that is pasted keeps them', async () => {
    await ask(objectSchema({ name: { type: 'string' } }), { name: 'AC' });
    const field = page.field(untranslated('name'));
    await field.focus();
    await page.press('Home');
    await page.press('ArrowRight');
    await paste('1\r\n2\r\n');
    assert.equal(await field.inputValue(), 'A1\n2C');
    await page.page.keyboard.type('B');
    assert.deepEqual(await firstInput(), { kind: 'text', text: 'A1\n2BC', touched: true });
    assert.equal(await field.evaluate((element) => element.localName), 'textarea');
  });

  it('of several lines that is pasted is taken back with undo', async () => {
    await ask(objectSchema({ name: { type: 'string' } }), { name: 'AC' });
    const field = page.field(untranslated('name'));
    await field.focus();
    await page.press('End');
    await paste('1\n2');
    assert.equal(await field.inputValue(), 'AC1\n2');
    await page.press('ControlOrMeta+z');
    assert.equal(await field.inputValue(), 'AC');
    assert.deepEqual(await firstInput(), { kind: 'text', text: 'AC', touched: true });
  });

  it('of several lines keeps them also where it is hidden, and stays hidden', async () => {
    await page.load();
    const secret = { field: 0, what: 'a private key', reason: untranslated('So it is called.') };
    await page.send(
      showScreen({ ...formScreen({ schema: objectSchema({ key: { type: 'string' } }) }), secrets: [secret] }),
    );
    const field = page.field(untranslated('key'));
    assert.equal(await field.getAttribute('type'), 'password');
    await field.focus();
    await paste('BEGIN\nabc\nEND\n');
    assert.equal(await field.inputValue(), 'BEGIN\nabc\nEND');
    assert.match((await field.getAttribute('class')) ?? '', /masked/);
    await page.button('Show what is typed in ‹key›').click();
    assert.doesNotMatch((await field.getAttribute('class')) ?? '', /masked/);
  });

  it('of several lines has no suggestions, also where one line had', async () => {
    await page.load();
    await page.send(
      showScreen(argumentsScreen({ schema: objectSchema({ name: { type: 'string' } }), offersCompletions: true })),
    );
    await page.field(untranslated('name')).pressSequentially('A');
    await page.advanceTime();
    const revision = (await page.postedOf('complete')).at(-1)?.revision ?? 0;
    await page.send({ type: 'completions', screen: 'arguments', field: 0, revision, values: ['Ada'] });
    assert.equal(await options().count(), 1);
    await page.clearPosted();
    await page.page.keyboard.type('d');
    await page.send({ type: 'completions', screen: 'arguments', field: 0, revision: revision + 1, values: ['Ada'] });
    await paste('1\n2');
    await page.advanceTime();
    assert.equal(await options().count(), 0);
    assert.deepEqual(await page.postedOf('complete'), []);
  });

  it('grows with what stands in it, and no further than its bound', async () => {
    await ask(objectSchema({ text: { type: 'string', maxLength: 5000 } }));
    const field = page.field(untranslated('text'));
    const height = () => field.evaluate((element) => element.getBoundingClientRect().height);
    const empty = await height();
    await field.fill('line\n'.repeat(10));
    assert.ok((await height()) > empty * 1.5);
    await field.fill('line\n'.repeat(400));
    assert.ok((await height()) <= 0.6 * 700 + 1);
  });

  it('never submits with Enter', async () => {
    await ask(objectSchema({ text: { type: 'string', maxLength: 5000 }, name: { type: 'string' } }));
    for (const label of ['text', 'name']) {
      await page.field(untranslated(label)).focus();
      await page.press('Enter');
    }
    assert.ok(!(await types()).includes('submit'));
  });

  it('that is a local time is sent with the zone, and says so', async () => {
    await ask(objectSchema({ when: { type: 'string', format: 'date-time' } }));
    await page.field(untranslated('when')).fill('2026-11-21 14:30');
    const input = await firstInput();
    assert.deepEqual(input, { kind: 'text', text: '2026-11-21 14:30', touched: true, offsets: [0] });
    assert.ok((await said()).includes('Sent as 2026-11-21T14:30:00+00:00, your local time (UTC).'), `${await said()}`);
  });
});

describe('the calendar of a date', () => {
  const day = () => page.field(untranslated('day'));
  const button = () => page.button('Choose a date for ‹day›');
  const dialog = () => page.page.getByRole('dialog', { name: 'Choose a date for ‹day›' });
  const focused = () => page.page.evaluate(() => document.activeElement?.ariaLabel ?? '');

  beforeEach(() => ask(objectSchema({ day: { type: 'string', format: 'date' } }), { day: '2026-03-31' }));

  it('opens at what is written, is moved in with the keyboard, and writes the day', async () => {
    await button().focus();
    await page.press('Enter');
    assert.equal(await focused(), 'Tuesday, March 31, 2026');
    for (const key of ['PageUp', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Home']) await page.press(key);
    assert.equal(await focused(), 'Sunday, March 8, 2026');
    assert.ok((await said()).includes('March 2026'));
    await page.press('Enter');
    assert.equal(await day().inputValue(), '2026-03-08');
    assert.equal(await focused(), 'Choose a date for ‹day›');
    assert.equal(await dialog().count(), 0);
    assert.deepEqual(await firstInput(), { kind: 'text', text: '2026-03-08', touched: true });
  });

  it('opens at today where no date is written, and leaves what is written alone', async () => {
    await day().fill('soon');
    await button().click();
    assert.equal(await focused(), 'Tuesday, March 10, 2026');
    await page.press('Escape');
    assert.equal(await day().inputValue(), 'soon');
  });

  it('turns its months, and takes a click', async () => {
    await button().click();
    await page.button('Next month').click();
    await dialog().getByRole('gridcell', { name: 'Wednesday, April 15, 2026' }).click();
    assert.equal(await day().inputValue(), '2026-04-15');
  });

  it('keeps the keyboard until it is closed: Escape closes it, and only the next cancels the question', async () => {
    await button().click();
    const stops: string[] = [];
    for (let stop = 0; stop < 3; stop += 1) {
      await page.press('Tab');
      stops.push(await focused());
    }
    assert.deepEqual(stops, ['Previous month', 'Next month', 'Tuesday, March 31, 2026']);
    await page.press('Shift+Tab');
    assert.equal(await focused(), 'Next month');
    await page.press('Escape');
    assert.equal(await dialog().count(), 0);
    assert.equal(await focused(), 'Choose a date for ‹day›');
    assert.ok(!(await types()).includes('cancel'));
    await page.press('Escape');
    assert.ok((await types()).includes('cancel'));
  });

  it('is closed by Escape too where nothing in it has the keyboard', async () => {
    await button().click();
    await dialog().getByText('March 2026').click();
    await page.press('Escape');
    assert.equal(await dialog().count(), 0);
    assert.equal(await focused(), 'Choose a date for ‹day›');
    assert.ok(!(await types()).includes('cancel'));
  });

  it('is closed by Ctrl+Enter, which sends what is written and no day that was not taken', async () => {
    await button().click();
    await page.press('ArrowLeft');
    await page.press('Control+Enter');
    assert.equal(await dialog().count(), 0);
    const [sent] = await page.postedOf('submit');
    assert.deepEqual(sent?.inputs, [{ kind: 'text', text: '2026-03-31', touched: true }]);
  });

  it('says nothing of being modal: the page around it can be pressed', async () => {
    await button().click();
    assert.equal(await dialog().getAttribute('aria-modal'), null);
  });
});

describe('the calendar from right to left', () => {
  let arabic: WebviewPage<'panel'>;
  before(async () => {
    arabic = await openPage('panel', { language: 'ar-EG' });
    const schema = objectSchema({ day: { type: 'string', format: 'date' } });
    await arabic.send(showScreen(formScreen({ schema, content: { day: '2026-03-11' } })));
    await arabic.button('Choose a date for ‹day›').click();
  });
  after(() => arabic?.close());

  const day = () => arabic.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['day']);

  it('begins its weeks where the language begins them', async () => {
    const first = arabic.page.getByRole('columnheader').first();
    assert.equal(await first.getAttribute('abbr'), 'السبت');
    await arabic.press('Home');
    assert.equal(await day(), '2026-03-07');
  });

  it('goes to the day that stands where the key points', async () => {
    await arabic.press('ArrowLeft');
    assert.equal(await day(), '2026-03-08');
    await arabic.press('ArrowRight');
    assert.equal(await day(), '2026-03-07');
  });

  it('has its signs for turning point outwards', async () => {
    const turned = (name: string) =>
      arabic
        .button(name)
        .locator('svg')
        .evaluate((element) => getComputedStyle(element).transform);
    assert.equal(await turned('Previous month'), 'matrix(-1, 0, 0, 1, 0, 0)');
    assert.equal(await turned('Next month'), 'matrix(-1, 0, 0, 1, 0, 0)');
  });
});

describe('a form that is drawn', () => {
  const schema = objectSchema({
    a: { type: 'string' },
    b: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
  });
  const drawn = showScreen({ kind: 'drawn', id: 'question' });

  it('sends the fields that were changed, and no others', async () => {
    await ask(schema);
    await page.field(untranslated('a')).fill('Os');
    await page.advanceTime();
    assert.deepEqual(await page.postedOf('edit'), [
      {
        type: 'edit',
        screen: 'question',
        revision: 1,
        changes: [{ field: 0, input: { kind: 'text', text: 'Os', touched: true } }],
      },
    ]);
  });

  it('sends what was typed last before it is submitted', async () => {
    await ask(schema);
    await page.field(untranslated('a')).fill('Oslo');
    await page.button('Submit').click();
    assert.deepEqual((await types()).slice(0, 2), ['edit', 'submit']);
  });

  it('loses nothing else to a text that is too long to be kept, and says so of that', async () => {
    await ask(objectSchema({ a: { type: 'string' }, b: { type: 'string' } }));
    const fill = (label: string, text: string) =>
      page.field(untranslated(label)).evaluate((element: HTMLInputElement, written) => {
        element.value = written;
        element.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
    await fill('a', 'x'.repeat(maxTextLength + 1));
    await fill('b', 'Os');
    await page.advanceTime();
    const changed = async () => (await page.postedOf('edit')).flatMap(({ changes }) => changes);
    assert.deepEqual(await changed(), [{ field: 1, input: { kind: 'text', text: 'Os', touched: true } }]);
    await page.field(untranslated('a')).blur();
    await page.page.getByText('This is too long, and is not kept: at most 1,000,000 characters can be sent.').waitFor();
    await fill('a', 'Oslo');
    await page.advanceTime();
    assert.deepEqual((await changed()).at(-1), { field: 0, input: { kind: 'text', text: 'Oslo', touched: true } });
  });

  it('keeps no JSON that is too long, and says so', async () => {
    await page.load();
    await page.send(showScreen(jsonArgumentsScreen('{}')));
    await page.clearPosted();
    await page.field('Arguments as JSON').evaluate((element: HTMLTextAreaElement, longest) => {
      element.value = `"${'x'.repeat(longest)}"`;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }, maxJsonLength);
    await page.advanceTime();
    await page.page.getByText('This is too long, and is not kept: at most 5,000,000 characters can be sent.').waitFor();
    assert.deepEqual(await page.page.evaluate(() => window.posted.length), 0);
  });

  it('stays as it is when the extension tells of it again', async () => {
    await ask(schema);
    await page.field(untranslated('a')).fill('Os');
    await page.send(drawn);
    assert.equal(await page.field(untranslated('a')).inputValue(), 'Os');
    assert.equal(await page.field(untranslated('a')).evaluate((element) => element === document.activeElement), true);
  });

  it('that is not there is asked for', async () => {
    await page.load();
    await page.clearPosted();
    await page.send(drawn);
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
  });

  it('says again only what is no longer so, when the extension has judged it', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await ask(objectSchema(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), names));
    await page.button('Submit').click();
    const changes = await page.page.evaluateHandle(() => {
      const records: MutationRecord[] = [];
      const observer = new MutationObserver((newer) => records.push(...newer));
      for (const list of document.querySelectorAll('.summary ul')) {
        observer.observe(list, { childList: true, subtree: true });
      }
      return { count: () => records.length };
    });
    await page.send({ type: 'checked', screen: 'question', revision: 0, problems: [], secrets: [] });
    assert.equal(await changes.evaluate((one) => one.count()), 0);
    await page.field(untranslated('b')).fill('Ada');
    assert.deepEqual(
      await page.page.locator('.summary li').allTextContents(),
      ['a', 'c', 'd'].map((name) => `${untranslated(name)}: Enter some text.`),
    );
  });
});

describe('fields with the same title', () => {
  const street = { type: 'string', title: 'Street' };
  const town = { type: 'string', title: 'Town' };

  it('keep their accessible names, and are told apart by the names of their properties', async () => {
    await ask({
      type: 'object',
      properties: { home_street: street, work_street: { ...street, title: 'STREET' }, town },
    });
    const described = async (name: string) =>
      page.page.getByRole('textbox', { name, exact: true }).evaluate((control) =>
        (control.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .filter(Boolean),
      );
    assert.deepEqual(await described('Street'), ['home_street', 'optional']);
    assert.deepEqual(await described('STREET'), ['work_street', 'optional']);
    assert.deepEqual(await described('Town'), ['optional']);
    await page.page.getByText('work_street', { exact: true }).waitFor();
    assert.equal(await page.page.getByText('town', { exact: true }).count(), 0);
  });

  it('are told apart as groups, in the list of problems and in the review', async () => {
    const near = { type: 'boolean', title: 'Near' };
    await page.load();
    const schema = { type: 'object', properties: { home: near, work: near }, required: ['home', 'work'] };
    await page.send(showScreen(formScreen({ schema, requiresReview: true })));
    const group = page.page.getByRole('radiogroup', { name: 'Near', exact: true }).nth(1);
    assert.match((await group.ariaSnapshot()) ?? '', /radiogroup "Near"/);
    await page.button('Review').click();
    await page.page.getByRole('button', { name: /^Near \(work\): / }).click();
    await group.getByRole('radio', { name: 'Yes' }).click();
    await page.page
      .getByRole('radiogroup', { name: 'Near', exact: true })
      .first()
      .getByRole('radio', { name: 'No', exact: true })
      .click();
    await page.button('Review').click();
    const [{ revision = 0 } = {}] = (await page.postedOf('review')).slice(-1);
    await page.send({
      type: 'reviewed',
      screen: 'question',
      revision,
      values: [
        { field: 0, value: false },
        { field: 1, value: true },
      ],
      secrets: [],
    });
    await page.page.getByRole('button', { name: 'Edit Near (work)', exact: true }).waitFor();
    assert.deepEqual(await page.page.locator('.review-label').allInnerTexts(), ['Near home', 'Near work']);
  });
});
