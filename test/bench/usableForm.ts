import type { Bench, Comparison, Readings } from '#test/bench/lib/findings.ts';
import { measureGrowth, measureInTurns } from '#test/bench/lib/sideBySide.ts';
import { UsableFormEditor } from '#test/bench/usableForm/usableFormEditor.ts';

const rounds = 21;
const growthOptions = { of: 'fields', rounds: 5, sizes: [10, 20, 40], maxExponent: 1.2 } as const;
const goals = {
  cold: { of: 'ratio', share: 0.5, most: 1.15 },
  warm: { of: 'value', share: 0.5, most: 60 },
  builtIn: { of: 'ratio', share: 0.5, most: 1 },
} as const;
const words = {
  cold: 'A server asks, and no panel is open: until you can type into the first field',
  warm: 'A server asks while the panel is open: until you can type into the first field',
} as const;

/**
 * Measures in a real editor, with the packaged extension. A time begins right before the server writes its request, a little
 * before the host receives it, and ends when the first frame is painted in which the first field is visible and enabled; the
 * bench fails if the field then does not take the focus. Both times are from the machine's clock, in milliseconds. The floor
 * begins when its panel is opened, or gets the message to show its field. The request belongs to no call, so the panel opens without
 * the focus, like the floor's panel.
 *
 * The editor's own MCP host first shows a notification, whose button is pressed immediately; a user is slower.
 */
export const bench: Bench = {
  title: 'Request to usable form, in a real editor',
  async run() {
    const editor = await UsableFormEditor.open();
    try {
      await editor.startServers();
      const [reference, openReference, cold, warm, builtIn] = await measureInTurns(
        { rounds },
        () => referenceRound(editor),
        () => openReferenceRound(editor),
        () => coldRound(editor, 1),
        () => warmRound(editor, 1),
        () => builtInRound(editor),
      );
      const readings = {
        reference: { name: 'a panel with one input', values: reference },
        openReference: { name: 'an open panel shows one input', values: openReference },
        cold: { name: 'no panel yet', values: cold },
        warm: { name: 'the panel is open', values: warm },
        builtIn: { name: "VS Code's own MCP host", values: builtIn },
      };
      return [
        comparison('a form in a new panel; the extension has long run', readings.reference, readings.cold, {
          goal: goals.cold,
          overview: words.cold,
        }),
        comparison('a form in a panel that is open', readings.cold, readings.warm, { goal: goals.warm }),
        comparison('a form in a panel that is open, beside one input', readings.openReference, readings.warm, {
          overview: words.warm,
        }),
        comparison('the same server, new panel', readings.builtIn, readings.cold, {
          goal: goals.builtIn,
          overview: words.cold,
        }),
        comparison('the same server, open panel', readings.builtIn, readings.warm, {
          goal: goals.builtIn,
          overview: words.warm,
        }),
        await measureGrowth({
          what: 'a form in a new panel',
          ...growthOptions,
          round: (size) => coldRound(editor, size),
        }),
        await measureGrowth({
          what: 'a form in a panel that is open, with the wait for the screen (about 16 ms)',
          ...growthOptions,
          round: (size) => warmRound(editor, size),
        }),
      ];
    } finally {
      await editor.workbench.dispose();
    }
  },
};

function comparison(
  what: string,
  floor: Readings,
  measured: Readings,
  more: Pick<Comparison, 'goal' | 'overview'>,
): Comparison {
  return { kind: 'comparison', what, unit: 'ms', floor, measured, ...more };
}

async function referenceRound(editor: UsableFormEditor): Promise<number> {
  await editor.clear();
  return editor.timeReference();
}

async function openReferenceRound(editor: UsableFormEditor): Promise<number> {
  await editor.clear();
  return editor.timeOpenReference();
}

async function coldRound(editor: UsableFormEditor, fields: number): Promise<number> {
  await editor.clear();
  const usable = await editor.timeRequest('ours', fields);
  await editor.clear();
  return usable;
}

async function warmRound(editor: UsableFormEditor, fields: number): Promise<number> {
  await editor.openPanel();
  const usable = await editor.timeRequest('ours', fields);
  await editor.host.enabledButton('Cancel').waitFor();
  // A notification could cover the button.
  await editor.driver.command('notifications.clearAll');
  await editor.host.answer('Cancel');
  return usable;
}

async function builtInRound(editor: UsableFormEditor): Promise<number> {
  await editor.clear();
  const usable = await editor.timeRequest('builtIn');
  await editor.workbench.quickInput.locator('input').first().press('Escape');
  await editor.workbench.quickInput.waitFor({ state: 'hidden' });
  return usable;
}
