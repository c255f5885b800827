import type { Bench, Comparison, Goal, Readings } from '#test/bench/lib/findings.ts';
import { growth, inTurns } from '#test/bench/lib/sideBySide.ts';
import { UsableFormEditor } from '#test/bench/usableForm/usableFormEditor.ts';

const rounds = 21;
const ways = { of: 'fields', rounds: 5, sizes: [10, 20, 40], maxExponent: 1.2 } as const;
const goals = {
  /** Of an extension that opens a panel with one input and does nothing else. */
  cold: { of: 'ratio', share: 0.5, most: 1.15 },
  warm: { of: 'value', share: 0.5, most: 60 },
  builtIn: { of: 'ratio', share: 0.5, most: 1 },
} as const;

/**
 * In a real editor, with the packaged extension. Each time is from right before the server writes its request, which is a
 * little before the host has it, until the first frame is painted in which the first field is in sight and enabled; then
 * it takes the keyboard, or the bench fails. Both ends are read from the machine's one clock, in milliseconds. The floor
 * begins where its panel is opened, or told to show its field. The server asks by itself, so the panel comes up without the
 * keyboard, and so does the floor's.
 *
 * The editor's own MCP host shows a notification first, whose button is pressed here as soon as it is there; a person is slower.
 */
export const bench: Bench = {
  title: 'Request to usable form, in a real editor',
  async run() {
    const rig = await UsableFormEditor.open();
    try {
      await rig.startServers();
      const [reference, openReference, cold, warm, builtIn] = await inTurns(
        { rounds },
        () => referenceRound(rig),
        () => openReferenceRound(rig),
        () => coldRound(rig, 1),
        () => warmRound(rig, 1),
        () => builtInRound(rig),
      );
      const readings = {
        reference: { name: 'a panel with one input', values: reference },
        openReference: { name: 'an open panel shows one input', values: openReference },
        cold: { name: 'no panel yet', values: cold },
        warm: { name: 'the panel is open', values: warm },
        builtIn: { name: "VS Code's own MCP host", values: builtIn },
      };
      return [
        compared('a form in a new panel; the extension has long run', readings.reference, readings.cold, goals.cold),
        compared('a form in a panel that is open', readings.cold, readings.warm, goals.warm),
        compared('a form in a panel that is open, beside one input', readings.openReference, readings.warm),
        compared('the same server, new panel', readings.builtIn, readings.cold, goals.builtIn),
        compared('the same server, open panel', readings.builtIn, readings.warm, goals.builtIn),
        await growth({ what: 'a form in a new panel', ...ways, round: (size) => coldRound(rig, size) }),
        await growth({
          what: 'a form in a panel that is open, with the wait for the screen (about 16 ms)',
          ...ways,
          round: (size) => warmRound(rig, size),
        }),
      ];
    } finally {
      await rig.workbench.dispose();
    }
  },
};

function compared(what: string, floor: Readings, measured: Readings, goal?: Goal): Comparison {
  return { kind: 'comparison', what, unit: 'ms', floor, measured, ...(goal && { goal }) };
}

async function referenceRound(rig: UsableFormEditor): Promise<number> {
  await rig.clear();
  return rig.reference();
}

async function openReferenceRound(rig: UsableFormEditor): Promise<number> {
  await rig.clear();
  return rig.openReference();
}

async function coldRound(rig: UsableFormEditor, fields: number): Promise<number> {
  await rig.clear();
  const usable = await rig.asked('ours', fields);
  await rig.clear();
  return usable;
}

async function warmRound(rig: UsableFormEditor, fields: number): Promise<number> {
  await rig.openPanel();
  const usable = await rig.asked('ours', fields);
  await rig.host.enabledButton('Cancel').waitFor();
  // Else it lies over the button.
  await rig.driver.command('notifications.clearAll');
  await rig.host.answer('Cancel');
  return usable;
}

async function builtInRound(rig: UsableFormEditor): Promise<number> {
  await rig.clear();
  const usable = await rig.asked('builtIn');
  await rig.workbench.quickInput.locator('input').first().press('Escape');
  await rig.workbench.quickInput.waitFor({ state: 'hidden' });
  return usable;
}
