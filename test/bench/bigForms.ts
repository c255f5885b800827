import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  anyOf,
  bareInput,
  focusMiddle,
  oneOf,
  type Panel,
  panel,
  requiredTexts,
  showForm,
  showOptionsForm,
  timeChoosing,
  timeDrawing,
  timeFiltering,
  timeOpeningList,
  timeSearching,
  timeStartOver,
  timeTyping,
  timeVerdict,
} from '#test/bench/bigForms/formRequests.ts';
import type { Bench, Comparison, Goal, Growth } from '#test/bench/lib/findings.ts';
import { timeKeyPress } from '#test/bench/lib/paintTiming.ts';
import { compareInTurns, type Measurement, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { sharedBrowser } from '#test/pages/harness/sharedBrowser.ts';

const rounds = 21;
/** Rounds for each size of a growth, in which the form is drawn again every time. */
const growthRounds = 9;
/** The smallest number of options that are drawn as a searchable list. */
const fewOptions = 8;
const manyOptions = 5_000;
const manyFields = 200;
/** Two frames at 60 Hz. */
const aFrameOrTwo: Goal = { of: 'value', share: 0.5, most: 33 };
/** Typing feels immediate up to about 50 ms. At most one key in twenty may take longer. */
const typingIsImmediate: Goal = { of: 'value', share: 0.95, most: 50 };
/** No frame of any round takes longer. */
const noLongFrame: Goal = { of: 'value', share: 1, most: 50 };
/** The maximum delay after which a reaction to a click feels immediate. Source: Nielsen, Usability Engineering, 1993, section 5.5. */
const immediate: Goal = { of: 'value', share: 0.5, most: 100 };

/**
 * Measures the panel's webview as it is shipped, in a browser without an editor. A time begins with a key press or a message
 * to the webview, and ends when the frame with the effect is painted, so that it contains at least one wait for the screen,
 * like the floor. The longest frame is that of all frames after the key press until the page is idle.
 */
export const bench: Bench = {
  title: 'Big forms, until they are painted',
  async run() {
    try {
      const [bare, few, many] = [await bareInput(), await panel(), await panel()];
      return [
        ...(await measureDrawing(few, many)),
        ...(await measureSearching(bare, few, many)),
        ...(await measureTyping(bare, few, many)),
        ...(await measureChanges(few, many)),
        ...(await measureGrowths()),
      ];
    } finally {
      await (await sharedBrowser()).close();
    }
  },
};

async function measureDrawing(few: Panel, many: Panel): Promise<Comparison[]> {
  return [
    await compareInTurns({
      what: `a question with ${manyFields} fields is drawn`,
      rounds,
      floor: timeDrawing(few, 'one field', requiredTexts(1)),
      measured: timeDrawing(many, `${manyFields} fields`, requiredTexts(manyFields)),
      goal: immediate,
    }),
    await compareInTurns({
      what: `a question with a list of ${manyOptions.toLocaleString('en')} is drawn`,
      rounds,
      floor: timeDrawing(few, `${fewOptions} options`, oneOf(fewOptions)),
      measured: timeDrawing(many, `${manyOptions} options`, oneOf(manyOptions)),
      goal: immediate,
    }),
  ];
}

async function measureSearching(bare: Page, few: Panel, many: Panel): Promise<Comparison[]> {
  const plain: Measurement = { name: 'a bare text field', round: () => timeKeyPress(bare, 'o') };
  const beside = (what: string, floor: Measurement, round: (page: Page) => Promise<number>) =>
    compareInTurns({
      what,
      rounds,
      floor,
      measured: { name: `${manyOptions} options`, round: () => round(many.page) },
      goal: aFrameOrTwo,
    });
  const less = (round: (page: Page) => Promise<number>): Measurement => ({
    name: `${fewOptions} options`,
    round: () => round(few.page),
  });
  const results: Comparison[] = [];
  for (const [name, schema] of [['one', oneOf] as const, ['any', anyOf] as const]) {
    await showOptionsForm(few, schema(fewOptions));
    await showOptionsForm(many, schema(manyOptions));
    results.push(
      await beside(`${name} of many: the list opens`, less(timeOpeningList), timeOpeningList),
      await beside(`${name} of many: an option is chosen`, less(timeChoosing), timeChoosing),
      await beside(`${name} of many: a letter narrows the list`, plain, timeFiltering),
      await compareInTurns({
        what: `${name} of many: two letters are typed and an option is chosen; the longest frame`,
        rounds,
        floor: { name: 'a bare text field', round: () => timeTyping(bare) },
        measured: { name: `${manyOptions} options`, round: () => timeSearching(many.page) },
        goal: noLongFrame,
      }),
    );
  }
  return results;
}

async function measureTyping(bare: Page, few: Panel, many: Panel): Promise<Comparison[]> {
  await showForm(few, requiredTexts(1));
  await showForm(many, requiredTexts(manyFields));
  await focusMiddle(few, 1);
  await focusMiddle(many, manyFields);
  const key = (page: Page) => () => timeKeyPress(page, 'k');
  const floor: Measurement = { name: 'a bare text field', round: key(bare) };
  const goal = typingIsImmediate;
  return [
    await compareInTurns({
      what: 'a key in the only field',
      rounds,
      floor,
      measured: { name: 'one field', round: key(few.page) },
      goal,
    }),
    await compareInTurns({
      what: `a key in one of ${manyFields}`,
      rounds,
      floor,
      measured: { name: `${manyFields} fields`, round: key(many.page) },
      goal,
    }),
    await compareInTurns({
      what: `a word in one of ${manyFields}; the longest frame`,
      rounds,
      floor: { name: 'a bare text field', round: () => timeTyping(bare) },
      measured: { name: `${manyFields} fields`, round: () => timeTyping(many.page) },
      goal: noLongFrame,
    }),
  ];
}

/** Messages from the extension about all fields. */
async function measureChanges(few: Panel, many: Panel): Promise<Comparison[]> {
  const floor = [few, 1, 'one field'] as const;
  const measured = [many, manyFields, `${manyFields} fields`] as const;
  return [
    await compareInTurns({
      what: 'a verdict comes while all that is wrong is listed',
      rounds,
      floor: await timeVerdict(...floor),
      measured: await timeVerdict(...measured),
      goal: typingIsImmediate,
    }),
    await compareInTurns({
      what: `${manyFields} changed fields are started over`,
      rounds,
      floor: timeStartOver(...floor),
      measured: timeStartOver(...measured),
      goal: immediate,
    }),
  ];
}

async function measureGrowths(): Promise<Growth[]> {
  const options = [manyOptions / 4, manyOptions / 2, manyOptions];
  const sizes = [manyFields / 4, manyFields / 2, manyFields];
  const pages = new Map<number, Panel>();
  for (const size of [...options, ...sizes]) pages.set(size, await panel());
  const of = (size: number): Panel => pages.get(size) ?? assert.fail(`There is no page for ${size}.`);
  const results: Growth[] = [];
  const grow = async (
    what: string,
    counted: string,
    all: readonly number[],
    round: (size: number) => Promise<number>,
  ) => {
    const named = `${what}, with the wait for the screen (about 16 ms)`;
    results.push(
      await measureGrowth({ what: named, of: counted, rounds: growthRounds, sizes: all, round, maxExponent: 1.2 }),
    );
  };

  for (const size of options) await showOptionsForm(of(size), oneOf(size));
  await grow('a list opens', 'options', options, (size) => timeOpeningList(of(size).page));
  await grow('a letter narrows a list', 'options', options, (size) => timeFiltering(of(size).page));
  const drawingOf = new Map(sizes.map((size) => [size, timeDrawing(of(size), '', requiredTexts(size))]));
  await grow('a question is drawn', 'fields', sizes, (size) =>
    (drawingOf.get(size) ?? assert.fail('nothing to draw')).round(),
  );
  for (const size of sizes) await focusMiddle(of(size), size);
  await grow('a key in one of them', 'fields', sizes, (size) => timeKeyPress(of(size).page, 'k'));
  const startOverOf = new Map(sizes.map((size) => [size, timeStartOver(of(size), size, '')]));
  for (const size of sizes) await showForm(of(size), requiredTexts(size));
  await grow('changed fields are started over', 'fields', sizes, (size) =>
    (startOverOf.get(size) ?? assert.fail('nothing')).round(),
  );
  return results;
}
