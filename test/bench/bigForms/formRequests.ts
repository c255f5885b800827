import type { Page } from 'playwright-core';
import type { ToWebview } from '#bridge/messages.ts';
import { keyed, longestFrame, sentUntilPainted } from '#test/bench/lib/paintTiming.ts';
import type { Measured } from '#test/bench/lib/sideBySide.ts';
import { sharedBrowser } from '#test/pages/harness/sharedBrowser.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

export type Panel = WebviewPage<'panel'>;

/** So many required texts. */
export function requiredTexts(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `field${index}`);
  return objectSchema(Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 2 }])), names);
}

function titles(count: number): { const: string; title: string }[] {
  return Array.from({ length: count }, (_, index) => ({ const: `c${index}`, title: `Town no. ${index}` }));
}

/** One of so many towns. */
export function oneOf(count: number): object {
  return objectSchema({ town: { type: 'string', oneOf: titles(count) } });
}

/** Any of so many towns. */
export function anyOf(count: number): object {
  return objectSchema({ towns: { type: 'array', items: { anyOf: titles(count) } } });
}

/** The panel's webview, in which time goes by as it does. */
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

/** Shows a question, and nothing of what was shown before. */
export async function showForm(page: Panel, schema: object): Promise<void> {
  await page.load();
  await page.send(showScreen(formScreen({ schema })));
}

/** The same for a list, which then has the keyboard. */
export async function showOptionsForm(page: Panel, schema: object): Promise<void> {
  await showForm(page, schema);
  await page.page.getByRole('combobox').focus();
}

/** The keyboard goes to the middle one of so many texts. */
export async function focusMiddle(page: Panel, count: number): Promise<void> {
  await page.page
    .getByRole('textbox')
    .nth(Math.floor(count / 2))
    .focus();
}

/** A question is drawn in a page that was loaded anew. */
export function timeDrawing(page: Panel, name: string, schema: object): Measured {
  const screen = formScreen({ schema });
  let count = 0;
  return {
    name,
    round: async () => {
      await page.load();
      count += 1;
      return page.page.evaluate(sentUntilPainted, showScreen({ ...screen, id: `question-${count}` }));
    },
  };
}

/** A verdict comes while the summary lists so many fields. */
export async function timeVerdict(page: Panel, count: number, name: string): Promise<Measured> {
  await showForm(page, requiredTexts(count));
  await page.page.getByRole('button', { name: 'Submit' }).click();
  const checked: ToWebview = { type: 'checked', screen: 'question', revision: 0, problems: [], secrets: [] };
  return { name, round: () => page.page.evaluate(sentUntilPainted, checked) };
}

/** Every field holds something else than what it began with, and the form is started over. */
export function timeStartOver(page: Panel, count: number, name: string): Measured {
  const filled = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 'typed']));
  const draft = { minutes: 0, isMessageDifferent: false, missing: [], startedOver: true };
  const fill = (content: Readonly<Record<string, string>>): ToWebview => {
    const { inputs } = formScreen({ schema: requiredTexts(count), content });
    return { type: 'fill', screen: 'question', inputs, draft };
  };
  return {
    name,
    round: async () => {
      await page.page.evaluate(sentUntilPainted, fill(filled));
      return page.page.evaluate(sentUntilPainted, fill({}));
    },
  };
}

/** The list of the combobox that has the keyboard opens. */
export async function timeOpeningList(page: Page): Promise<number> {
  const ms = await keyed(page, 'ArrowDown');
  await page.keyboard.press('Escape');
  return ms;
}

/** An option of it is chosen. */
export async function timeChoosing(page: Page): Promise<number> {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  return keyed(page, 'Enter');
}

/** Two letters are typed into it, the first of which all of many have, and one of the options that are left is chosen. */
export async function timeSearching(page: Page): Promise<number> {
  await page.getByRole('combobox').fill('');
  return longestFrame(page, async () => {
    for (const key of ['o', '7', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  });
}

/** A word is typed into the text that has the keyboard. */
export function timeTyping(page: Page): Promise<number> {
  return longestFrame(page, () => page.keyboard.type('word'));
}

/** The second letter is typed into it. */
export async function timeFiltering(page: Page): Promise<number> {
  await page.getByRole('combobox').fill('');
  await keyed(page, 'o');
  return keyed(page, '7');
}
