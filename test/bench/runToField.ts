import type { Bench, Comparison, Readings } from '#test/bench/lib/findings.ts';
import { measureInTurns } from '#test/bench/lib/sideBySide.ts';
import { UsableFormEditor } from '#test/bench/usableForm/usableFormEditor.ts';

const rounds = 21;
const faster = { of: 'ratio', share: 0.5, most: 1 } as const;
const words = {
  cold: 'You run a tool from the list while no panel is open, and it asks at once: until you can type into the first field',
  warm: 'You run a tool in the panel, and it asks at once: until you can type into the first field',
} as const;

/**
 * Measures in a real editor, with the packaged extension, what a user waits for who runs a tool that asks immediately: from the
 * user's own key press or click until the first frame is painted in which the field is visible and enabled. In the editor's own
 * MCP host the click is the one that confirms the call, and the button of its notification is pressed immediately. All times are from the machine's clock, in milliseconds.
 */
export const bench: Bench = {
  title: 'Run to usable form, in a real editor',
  async run() {
    const editor = await UsableFormEditor.open();
    try {
      await editor.startServers();
      const [reference, builtIn, cold, warm] = await measureInTurns(
        { rounds },
        async () => {
          await editor.clear();
          return editor.timeReference();
        },
        () => builtInRound(editor),
        () => coldRound(editor),
        () => warmRound(editor),
      );
      const ofReference = { name: 'a panel with one input', values: reference };
      const ofBuiltIn = { name: "VS Code's own MCP host", values: builtIn };
      return [
        comparison('from Run to the field, new panel', ofBuiltIn, cold, words.cold, faster),
        comparison('from Run to the field, new panel, beside an empty panel', ofReference, cold, words.cold),
        comparison('from Run to the field, open panel', ofBuiltIn, warm, words.warm, faster),
      ];
    } finally {
      await editor.workbench.dispose();
    }
  },
};

function comparison(
  what: string,
  floor: Readings,
  values: readonly number[],
  overview: string,
  goal?: Comparison['goal'],
): Comparison {
  const measured = { name: 'ours', values };
  return { kind: 'comparison', what, unit: 'ms', floor, measured, overview, ...(goal && { goal }) };
}

async function coldRound(editor: UsableFormEditor): Promise<number> {
  await editor.clear();
  const usable = await editor.timeRunFromList();
  await cancel(editor);
  await editor.clear();
  return usable;
}

async function warmRound(editor: UsableFormEditor): Promise<number> {
  await editor.openPanel();
  const usable = await editor.timeRunInPanel();
  await cancel(editor);
  return usable;
}

async function builtInRound(editor: UsableFormEditor): Promise<number> {
  await editor.clear();
  const usable = await editor.timeBuiltInCall();
  await editor.workbench.quickInput.locator('input').first().press('Escape');
  await editor.workbench.quickInput.waitFor({ state: 'hidden' });
  return usable;
}

/** Cancels the request, and waits until its call has ended. */
async function cancel(editor: UsableFormEditor): Promise<void> {
  await editor.driver.command('notifications.clearAll');
  await editor.host.answer('Cancel');
  await editor.host.button('Run Again').waitFor();
}
