import type { Bench } from '#test/bench/lib/findings.ts';
import { sideBySide } from '#test/bench/lib/sideBySide.ts';
import { makeRecord } from '#test/bench/record/make.ts';
import { Rig } from '#test/bench/scale/rig.ts';

const entries = 1_000_000;
const rounds = 11;

/**
 * In a real editor, with the packaged extension: from the command until the newest entries are painted, beside a panel with
 * one input. The record was written by windows that are closed; each round opens a new panel, which reads it anew.
 */
export const bench: Bench = {
  title: 'The history of 1,000,000 entries, in a real editor',
  async run() {
    const rig = await Rig.open({ 'mcpElicitation.record.retentionDays': 36_500 });
    const { workbench, hands } = rig;
    const clear = async () => {
      await hands.command('workbench.action.closeAllEditors');
      await hands.command('notifications.clearAll');
      await workbench.page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    };
    try {
      await workbench.restart(async () => {
        await makeRecord(workbench.editor.recordFolder, entries);
      });
      await hands.ready();
      return [
        await sideBySide({
          what: 'the history opens, until its newest entries are painted',
          rounds,
          floor: {
            name: 'a panel with one input',
            round: async () => {
              await clear();
              return rig.untilPainted('body > input', () => hands.act('referenceOpen'));
            },
          },
          measured: {
            name: 'the history',
            round: async () => {
              await clear();
              return rig.untilPainted('.entry', () => hands.command('mcpElicitation.showHistory'));
            },
          },
          goal: { of: 'value', share: 0.5, most: 1_000 },
        }),
      ];
    } finally {
      await workbench.dispose();
    }
  },
};
