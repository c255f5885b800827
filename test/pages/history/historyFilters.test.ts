import assert from 'node:assert/strict';
import type { FromHistory } from '#bridge/historyMessages.ts';
import { openPage, usualSize, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { choicesMessage, daysMessage, historyStates, pageMessage } from '#test/pages/states/historyStates.ts';
import { untranslated } from '#test/pages/states/pageState.ts';

type Query = Extract<FromHistory, { type: 'query' }>;

describe('the filters of the history', () => {
  let history: WebviewPage<'history'>;
  const unfold = () => history.page.getByRole('button', { name: /^Filters/ });
  const box = (name: string) => history.page.getByRole('combobox', { name });
  const calls = () => history.page.getByRole('checkbox', { name: 'Show tool calls' });
  const search = () => history.page.getByRole('searchbox', { name: 'Search' });
  const clear = () => history.button('Clear Filters');

  before(async () => {
    history = await openPage('history');
  });
  after(() => history.close());
  beforeEach(async () => {
    await history.load();
    await history.resize(usualSize);
    await history.send(...(historyStates.find(({ name }) => name === 'history-list')?.messages() ?? []));
  });
  afterEach(() => assert.deepEqual(history.errors, []));

  /** The last query after pending changes. */
  const lastQuery = async (): Promise<Query> => {
    await history.advanceTime();
    return (await history.postedOf('query')).at(-1) ?? assert.fail('there is a query');
  };
  /** The last query's filter without the conditions that are not set. */
  const lastFilter = async () => (await lastQuery()).filter;

  it('are all shown where there is room', async () => {
    await box('Kind').waitFor();
    assert.equal(await unfold().count(), 0);
  });

  for (const [size, viewport] of Object.entries({
    narrow: { width: 210, height: 650 },
    'rather narrow': { width: 420, height: 650 },
    low: { width: 450, height: 325 },
  })) {
    it(`are folded in a ${size} tab, except the search and the switch, with the number of those that are set`, async () => {
      await history.resize(viewport);
      await search().waitFor();
      assert.equal(await box('Kind').isVisible(), false);
      assert.equal(await calls().isVisible(), true);
      assert.equal(await unfold().innerText(), 'Filters');
      await unfold().click();
      await box('Kind').selectOption('Form');
      await box('Caller').selectOption('This editor');
      await unfold().click();
      assert.equal(await box('Kind').isVisible(), false);
      assert.equal(await unfold().innerText(), 'Filters: 2');
      await clear().click();
      assert.equal(await unfold().innerText(), 'Filters');
      await history.page.locator('.entry').first().waitFor();
    });
  }

  it('combine', async () => {
    assert.deepEqual(await lastFilter(), { only: 'requests' });
    await box('Caller').selectOption({ label: untranslated('Codex') });
    await box('Server').selectOption({ label: untranslated('bookings (the workspace)') });
    await box('Tool').selectOption({ label: untranslated('book_table') });
    await box('Outcome').selectOption('Declined');
    await box('Kind').selectOption('Form');
    await box('Day').selectOption('Yesterday');
    await search().fill(' seat ');
    assert.deepEqual(await lastFilter(), {
      only: 'requests',
      caller: 'agent:Codex',
      server: 'workspace:bookings',
      tool: 'book_table',
      decision: 'decline',
      mode: 'form',
      text: 'seat',
      from: Date.parse('2026-03-09T00:00:00Z'),
      to: Date.parse('2026-03-10T00:00:00Z'),
    });
  });

  it('let the user choose a range of days', async () => {
    const from = history.page.getByLabel('From', { exact: true });
    assert.equal(await from.isVisible(), false);
    await box('Day').selectOption('Other days…');
    await from.fill('2026-03-02');
    await history.page.getByLabel('To', { exact: true }).fill('2026-03-03');
    assert.deepEqual(await lastFilter(), {
      only: 'requests',
      from: Date.parse('2026-03-02T00:00:00Z'),
      to: Date.parse('2026-03-04T00:00:00Z'),
    });
  });

  it('are cleared by one button, which leads back to the search', async () => {
    assert.equal(await clear().isVisible(), false);
    await box('Outcome').selectOption('Held back');
    await search().fill('seat');
    await clear().click();
    assert.deepEqual(await lastFilter(), { only: 'requests' });
    assert.equal(await search().evaluate((one) => one === document.activeElement), true);
    assert.equal(await clear().isVisible(), false);
  });

  it('stay while entries arrive, while nothing is found, and if what is chosen is not offered any more', async () => {
    await box('Server').selectOption({ label: untranslated('Codex · tickets') });
    const { query } = await lastQuery();
    await history.send(pageMessage({ query, rows: [] }), choicesMessage({ servers: [] }), { type: 'newer' });
    await history.advanceTime();
    assert.equal(await box('Server').inputValue(), 'agent:codex:tickets');
    assert.equal((await lastQuery()).query, query, 'a search that found nothing is not repeated by itself');
    await history.button('Refresh').click();
    assert.deepEqual(await lastFilter(), { only: 'requests', server: 'agent:codex:tickets' });
  });

  it('are restored after a reload, before what can be chosen is known', async () => {
    await box('Caller').selectOption({ label: untranslated('Codex') });
    await box('Day').selectOption('Today');
    await search().fill('seat');
    await calls().check();
    const before = await lastFilter();
    await history.reloadWindow();
    assert.deepEqual(await lastFilter(), before);
    assert.equal(
      await box('Caller').evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label),
      untranslated('Codex'),
    );
    await history.send(choicesMessage());
    assert.equal(await box('Caller').inputValue(), 'agent:Codex');
    assert.equal(
      await box('Caller')
        .getByRole('option', { name: untranslated('Codex') })
        .count(),
      1,
    );
  });

  it('say which of them exclude everything, and can be removed one by one', async () => {
    await box('Caller').selectOption('Other extensions');
    await search().fill('<b>nobody</b>');
    const { query } = await lastQuery();
    await history.send(pageMessage({ query, rows: [] }));
    const items = history.page.getByRole('main').getByRole('listitem');
    assert.deepEqual(await items.allInnerTexts(), ['Search: <b>nobody</b> Remove', 'Caller: Other extensions Remove']);
    await history.page.getByRole('button', { name: 'Remove the filter Search' }).press('Enter');
    const next = await lastQuery();
    assert.deepEqual(next.filter, { only: 'requests', caller: 'extension' });
    await history.send(pageMessage({ query: next.query }));
    await history.page.locator('.entry[aria-selected=true]').first().waitFor();
    assert.equal(await history.page.getByRole('listbox').evaluate((one) => one === document.activeElement), true);
  });

  it('show tool calls by one switch, which filters that only calls fulfil turn on', async () => {
    await calls().check();
    assert.deepEqual(await lastFilter(), {});
    await calls().uncheck();
    await box('Kind').selectOption('Tool call');
    assert.deepEqual(await lastFilter(), { only: 'calls' });
    assert.equal(await calls().isChecked(), true);
    await calls().uncheck();
    assert.deepEqual(await lastFilter(), { only: 'requests' });
    assert.equal(await box('Kind').inputValue(), '');
    await box('Outcome').selectOption('The tool failed');
    assert.deepEqual(await lastFilter(), { callOutcome: 'toolError' });
  });

  it('count the calls that are not listed, and lead to them', async () => {
    const hidden = history.page.getByText('46 tool calls that asked nothing are not listed.');
    await hidden.waitFor();
    await history.button('Show Tool Calls').click();
    const { query, filter } = await lastQuery();
    assert.deepEqual(filter, {});
    await history.send(pageMessage({ query }), daysMessage({ query }));
    assert.equal(await hidden.isVisible(), false);
    assert.equal(await calls().isChecked(), true);
  });
});

describe('the days of the history', () => {
  let history: WebviewPage<'history'>;
  before(async () => {
    history = await openPage('history');
  });
  after(() => history.close());
  beforeEach(() => history.load());
  afterEach(() => assert.deepEqual(history.errors, []));

  /** An entry of the day of which nothing is listed first. */
  const older = {
    key: 'older',
    at: '2026-03-08T10:00:00Z',
    about: 'a call of this day',
    outcome: { word: 'b', tone: 'done' },
  } as const;
  const counts = async () =>
    (await history.postedOf('count')).map(({ query, from, timeZone }) => [query, from, timeZone]);

  it('are counted as far back as entries are listed, each only once', async () => {
    await history.send(pageMessage({ hasMore: true }));
    const march9 = Date.parse('2026-03-09T00:00:00Z');
    assert.deepEqual(await counts(), [[1, march9, 'UTC']]);
    await history.send(pageMessage({ older: true, hasMore: true }));
    assert.equal((await counts()).length, 1);
    await history.send(pageMessage({ older: true, rows: [] }));
    assert.deepEqual((await counts()).at(-1), [1, undefined, 'UTC']);
  });

  it('have their counts at their head, also a day of which nothing is listed', async () => {
    await history.send(pageMessage(), daysMessage());
    const groups = history.page.locator('.day-group');
    assert.deepEqual(
      (await groups.allInnerTexts()).map((text) => text.split('\n').slice(0, 2)),
      [
        ['Tuesday, March 10, 2026', '‹Codex›: ‹41 calls, 3 questions, 1 declined›'],
        ['Monday, March 9, 2026', '‹This editor›: ‹1 question›'],
        ['Sunday, March 8, 2026', '‹Claude Code›: ‹7 calls›'],
      ],
    );
    await history.send(pageMessage({ older: true, rows: [older] }));
    assert.equal(await groups.count(), 3);
    await groups.nth(2).getByRole('option').waitFor();
  });

  it('are reached by the arrow keys, also a day of which nothing is listed', async () => {
    await history.send(pageMessage(), daysMessage());
    const list = history.page.getByRole('listbox', { name: 'Entries, newest first' });
    const chosen = list.getByRole('option', { selected: true });
    await list.focus();
    await history.page.keyboard.press('End');
    assert.match(await chosen.innerText(), /^Sunday, March 8, 2026/);
    await history.page.keyboard.press('Enter');
    await list.and(history.page.locator(':focus')).waitFor();
    await history.page.keyboard.press('ArrowUp');
    assert.doesNotMatch(await chosen.innerText(), /March/);
    await history.page.keyboard.press('ArrowDown');
    await history.send(pageMessage({ older: true, rows: [older] }));
    await chosen.filter({ hasText: 'a call of this day' }).waitFor();
  });

  it('show the progress of counting and of a search only if they take long', async () => {
    const counting = history.page.getByText('Counting the days: 120,000 entries so far');
    const progress = daysMessage({ days: [], isDone: false, read: 120_000 });
    await history.send(pageMessage({ hasMore: true, isSearching: true, read: 5000 }), progress);
    await history.page.getByText('Searching: 5 entries so far, 5,000 read').waitFor();
    assert.equal(await history.button('Load Older').count(), 0);
    assert.equal(await counting.isVisible(), false);
    await history.advanceTime(1500);
    await history.send(progress);
    await counting.waitFor();
    await history.send(daysMessage(), pageMessage({ older: true, rows: [], hasMore: false }));
    assert.equal(await counting.isVisible(), false);
    await history.page.getByText('5 entries', { exact: true }).first().waitFor();
  });

  it('ignore the counts of an earlier query', async () => {
    await history.send(pageMessage());
    await history.page.getByRole('combobox', { name: 'Kind' }).selectOption('Form');
    await history.advanceTime();
    await history.send(daysMessage());
    assert.equal(await history.page.locator('.day-summary:visible').count(), 0);
  });
});
