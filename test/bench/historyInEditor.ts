import type { Bench } from '#test/bench/lib/findings.ts';
import { compareInTurns } from '#test/bench/lib/sideBySide.ts';
import { generateRecord } from '#test/bench/record/generateRecord.ts';
import { ScaleEditor } from '#test/bench/scale/scaleEditor.ts';

const entries = 1_000_000;
const rounds = 11;

/**
 * Measures in a real editor, with the packaged extension, the time from the command until the newest entries are painted.
 * The floor is a panel with one input. The record was written by closed windows; each round opens a new panel, which reads
 * the record again.
 */
export const bench: Bench = {
  title: 'The history of 1,000,000 entries, in a real editor',
  async run() {
    const editor = await ScaleEditor.open({ 'mcpElicitation.record.retentionDays': 36_500 });
    const { workbench, driver } = editor;
    const clear = async () => {
      await driver.command('workbench.action.closeAllEditors');
      await driver.command('notifications.clearAll');
      await workbench.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    };
    try {
      await workbench.restart(async () => {
        await generateRecord(workbench.editor.recordFolder, entries);
      });
      await driver.ready();
      return [
        await compareInTurns({
          what: 'the history opens, until its newest entries are painted',
          rounds,
          floor: {
            name: 'a panel with one input',
            round: async () => {
              await clear();
              return editor.timeUntilPainted('body > input', () => driver.act('referenceOpen'));
            },
          },
          measured: {
            name: 'the history',
            round: async () => {
              await clear();
              return editor.timeUntilPainted('.entry', () => driver.command('mcpElicitation.showHistory'));
            },
          },
          goal: { of: 'value', share: 0.5, most: 1_000 },
          overview: 'The history opens on a record of 1,000,000 entries',
        }),
      ];
    } finally {
      await workbench.dispose();
    }
  },
};
