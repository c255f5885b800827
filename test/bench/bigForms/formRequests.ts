import type { Page } from 'playwright-core';
import type { ToWebview } from '#bridge/messages.ts';
import { timeKeyPress, timeLongestFrame, timeUntilPainted } from '#test/bench/lib/paintTiming.ts';
import type { Measurement } from '#test/bench/lib/sideBySide.ts';
import { sharedBrowser } from '#test/pages/harness/sharedBrowser.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

export type Panel = WebviewPage<'panel'>;

/** The schema of a form with `count` required texts. */
export function requiredTexts(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `field${index}`);
  return objectSchema(Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 2 }])), names);
}

function titles(count: number): { const: string; title: string }[] {
  return Array.from({ length: count }, (_, index) => ({ const: `c${index}`, title: `Town no. ${index}` }));
}

/** The schema of a form for choosing one of `count` towns. */
export function oneOf(count: number): object {
  return objectSchema({ town: { type: 'string', oneOf: titles(count) } });
}

/** The schema of a form for choosing any of `count` towns. */
export function anyOf(count: number): object {
  return objectSchema({ towns: { type: 'array', items: { anyOf: titles(count) } } });
}

/** Opens the panel's webview, without fake timers. */
export function panel(): Promise<Panel> {
  return openPage('panel', { realTime: true });
}

/** A page with a text field and nothing else. */
export async function bareInput(): Promise<Page> {
  const page = await (await sharedBrowser()).newPage();
  await page.setContent('<input aria-label="bare">');
  await page.getByRole('textbox').focus();
  return page;
}

/** Shows a form request after reloading the page. */
export async function showForm(page: Panel, schema: object): Promise<void> {
  await page.load();
  await page.send(showScreen(formScreen({ schema })));
}

/** Shows a form with a list of options, as `showForm`, and focuses the list. */
export async function showOptionsForm(page: Panel, schema: object): Promise<void> {
  await showForm(page, schema);
  await page.page.getByRole('combobox').focus();
}

/** Focuses the middle one of `count` text fields. */
export async function focusMiddle(page: Panel, count: number): Promise<void> {
  await page.page
    .getByRole('textbox')
    .nth(Math.floor(count / 2))
    .focus();
}

/** Measures drawing a form request in a page that was reloaded. */
export function timeDrawing(page: Panel, name: string, schema: object): Measurement {
  const screen = formScreen({ schema });
  let count = 0;
  return {
    name,
    round: async () => {
      await page.load();
      count += 1;
      return page.page.evaluate(timeUntilPainted, showScreen({ ...screen, id: `question-${count}` }));
    },
  };
}

/** Measures the message `checked` while the summary lists `count` problems. */
export async function timeVerdict(page: Panel, count: number, name: string): Promise<Measurement> {
  await showForm(page, requiredTexts(count));
  await page.page.getByRole('button', { name: 'Submit' }).click();
  const checked: ToWebview = { type: 'checked', screen: 'question', revision: 0, problems: [], secrets: [] };
  return { name, round: () => page.page.evaluate(timeUntilPainted, checked) };
}

/** Measures starting over a form in which every field was changed. */
export function timeStartOver(page: Panel, count: number, name: string): Measurement {
  const filled = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 'typed']));
  const draft = { minutes: 0, isMessageDifferent: false, missing: [], startedOver: true };
  const fill = (content: Readonly<Record<string, string>>): ToWebview => {
    const { inputs } = formScreen({ schema: requiredTexts(count), content });
    return { type: 'fill', screen: 'question', inputs, secrets: [], draft };
  };
  return {
    name,
    round: async () => {
      await page.page.evaluate(timeUntilPainted, fill(filled));
      return page.page.evaluate(timeUntilPainted, fill({}));
    },
  };
}

/** The milliseconds until the list of the focused combobox is open. */
export async function timeOpeningList(page: Page): Promise<number> {
  const ms = await timeKeyPress(page, 'ArrowDown');
  await page.keyboard.press('Escape');
  return ms;
}

/** The milliseconds until an option of the focused list is chosen. */
export async function timeChoosing(page: Page): Promise<number> {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  return timeKeyPress(page, 'Enter');
}

/**
 * The longest frame while an option is searched with two characters in the combobox and chosen. All options match the first
 * character.
 */
export async function timeSearching(page: Page): Promise<number> {
  await page.getByRole('combobox').fill('');
  return timeLongestFrame(page, async () => {
    for (const key of ['o', '7', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  });
}

/** The longest frame while a word is typed into the focused text field. */
export function timeTyping(page: Page): Promise<number> {
  return timeLongestFrame(page, () => page.keyboard.type('word'));
}

/** The milliseconds until the second character of a search in the combobox has its effect. */
export async function timeFiltering(page: Page): Promise<number> {
  await page.getByRole('combobox').fill('');
  await timeKeyPress(page, 'o');
  return timeKeyPress(page, '7');
}
