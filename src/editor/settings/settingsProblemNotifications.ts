import * as vscode from 'vscode';
import { settingIds } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { paragraph } from '#form/language.ts';
import type { ConfiguredServers } from './configuredServers.ts';
import { type FaultyEntry, faultyEntries } from './faultyEntries.ts';
import { scopeLabel } from './scopeLabels.ts';
import { openSettings } from './serverSettings.ts';

/** Notifies once of each invalid entry. The servers view lists the entries that are invalid. */
export class SettingsProblemNotifications implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #reported: ReadonlySet<string> = new Set();

  constructor(configured: ConfiguredServers) {
    this.#subscription = configured.onDidChange(() => this.#notifyNew(configured));
    this.#notifyNew(configured);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #notifyNew(configured: ConfiguredServers): void {
    const faulty = faultyEntries(configured.settings.problems);
    const added = faulty.filter(({ key }) => !this.#reported.has(key));
    // Keeps only problems that still exist: a problem that comes back after a correction is shown again.
    this.#reported = new Set(faulty.map(({ key }) => key));
    for (const entry of added) {
      void showProblem(entry);
    }
  }
}

async function showProblem(entry: FaultyEntry): Promise<void> {
  const scope = scopeLabel(entry.scope);
  const name = plainName(entry.name);
  const nameAndScope = scope ? `${name} (${scope})` : name;
  const problemText = paragraph(entry.lines);
  const isWholeSetting = entry.name === settingIds[entry.setting];
  const message = isWholeSetting
    ? vscode.l10n.t('Setting {0}: {1}', nameAndScope, problemText)
    : vscode.l10n.t('MCP server {0}: {1}', nameAndScope, problemText);
  const open = vscode.l10n.t('Open Settings');
  if ((await plainWindow.showErrorMessage(message, open)) === open) {
    await openSettings(entry.scope, settingIds[entry.setting]);
  }
}
