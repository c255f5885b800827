import type { Bench, Comparison, Goal, Readings } from './lib/findings.ts';
import { growth, inTurns } from './lib/sideBySide.ts';
import { Rig, type Usable } from './usableForm/rig.ts';

const rounds = 15;
const growing = 5;
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
 * begins where its panel is opened, or told to show its field. The server asks by itself, so the panel comes up without the keyboard, and so
 * does the floor's. The buttons come to life after the field does, and are measured beside it.
 *
 * The editor's own MCP host shows a notification first, whose button is pressed here as soon as it is there; a person is slower.
 */
export const bench: Bench = {
  title: 'Request to usable form, in a real editor',
  async run() {
    const rig = await Rig.open();
    try {
      await rig.startServers();
      const [reference, openReference, cold, warm, builtIn] = await inTurns(
        { rounds },
        () => referenceRound(rig),
        () => openReferenceRound(rig),
        () => coldRound(rig),
        () => warmRound(rig, 1),
        () => builtInRound(rig),
      );
      const fields = {
        reference: fieldOf('a panel with one input', reference),
        openReference: fieldOf('an open panel shows one input', openReference),
        cold: fieldOf('no panel yet', cold),
        warm: fieldOf('the panel is open', warm),
        builtIn: fieldOf("VS Code's own MCP host", builtIn),
      };
      return [
        compared('a form in a new panel; the extension has long run', fields.reference, fields.cold, goals.cold),
        compared('a form in a panel that is open', fields.cold, fields.warm, goals.warm),
        compared('a form in a panel that is open, beside one input', fields.openReference, fields.warm),
        compared('the same server, new panel', fields.builtIn, fields.cold, goals.builtIn),
        compared('the same server, open panel', fields.builtIn, fields.warm, goals.builtIn),
        compared('new panel, until its buttons are there too', fields.cold, buttonsOf(cold)),
        compared('open panel, until its buttons are there too', fields.warm, buttonsOf(warm)),
        await growth({
          what: 'a form in a panel that is open, with the wait for the screen (about 16 ms)',
          of: 'fields',
          rounds: growing,
          sizes: [10, 20, 40],
          mostExponent: 1.2,
          round: async (size) => (await warmRound(rig, size)).field,
        }),
      ];
    } finally {
      await rig.workbench.dispose();
    }
  },
};

function fieldOf(name: string, all: readonly Usable[]): Readings {
  return { name, values: all.map(({ field }) => field) };
}

function buttonsOf(all: readonly Usable[]): Readings {
  return { name: 'with its buttons', values: all.map(({ buttons }) => buttons) };
}

function compared(what: string, floor: Readings, measured: Readings, goal?: Goal): Comparison {
  return { kind: 'comparison', what, unit: 'ms', floor, measured, ...(goal && { goal }) };
}

async function referenceRound(rig: Rig): Promise<Usable> {
  await rig.clear();
  return rig.reference();
}

async function openReferenceRound(rig: Rig): Promise<Usable> {
  await rig.clear();
  return rig.openReference();
}

async function coldRound(rig: Rig): Promise<Usable> {
  await rig.clear();
  const usable = await rig.asked('ours');
  await rig.clear();
  return usable;
}

async function warmRound(rig: Rig, fields: number): Promise<Usable> {
  await rig.openPanel();
  const usable = await rig.asked('ours', fields);
  await rig.host.listening('Cancel').waitFor();
  // Else it lies over the button.
  await rig.hands.command('notifications.clearAll');
  await rig.host.answer('Cancel');
  return usable;
}

async function builtInRound(rig: Rig): Promise<Usable> {
  await rig.clear();
  const usable = await rig.asked('builtIn');
  await rig.workbench.quickInput.locator('input').first().press('Escape');
  await rig.workbench.quickInput.waitFor({ state: 'hidden' });
  return usable;
}
