import * as vscode from 'vscode';
import { historyViewType as history } from './history/panel.ts';
import { closeLeftOver } from './leftOver.ts';
import { panelViewType as panel } from './panel/panelWebview.ts';
import * as plainWindow from './plainWindow.ts';

/**
 * Closes the tabs of ours that are there before this activation has opened any: their extension host ended without
 * warning. They look alive, but nothing that is pressed in them arrives. Says so where questions may have waited. Never
 * rejects.
 */
export async function closeLeftOverTabs(): Promise<void> {
  const left = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => isOf(tab, panel, history));
  await closeLeftOver(left, {
    close: (tab) => vscode.window.tabGroups.close(tab),
    asks: (tab) => isOf(tab, panel),
    say: () =>
      plainWindow.showWarningMessage(
        vscode.l10n.t(
          'The extension host ended without warning, and with it the MCP servers and their questions. None of those was answered. Run the tool again to be asked again.',
        ),
      ),
  });
}

/** The editor puts a word of its own before the view type. */
function isOf({ input }: vscode.Tab, ...viewTypes: readonly string[]): boolean {
  return input instanceof vscode.TabInputWebview && viewTypes.some((viewType) => input.viewType.endsWith(viewType));
}
