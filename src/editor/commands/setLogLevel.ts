import * as vscode from 'vscode';
import { type LoggingLevel, loggingLevels } from '#core/model/loggingLevel.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import { keepOpen } from '#editor/window/lists.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';

interface LevelItem extends vscode.QuickPickItem {
  /** Absent: the server goes by its own. */
  readonly level?: LoggingLevel;
}

/** Lets the person choose from which level on a server logs. Rejects where the server refuses the level. */
export async function chooseLogLevel(server: Server): Promise<void> {
  const name = plainName(server.definition.name);
  if (!mayLog(server)) {
    void plainWindow.showInformationMessage(vscode.l10n.t('{0} sends no log messages.', name));
    return;
  }
  const current = server.logLevel;
  const own: LevelItem = { label: vscode.l10n.t('Leave it to the server'), description: ownDescription(server) };
  const items = [own, ...loggingLevels.map((level): LevelItem => ({ label: level, level, description: about(level) }))];
  const picked = await plainWindow.showQuickPick(items, {
    title: vscode.l10n.t('Log Level of {0}', name),
    placeHolder: vscode.l10n.t('Now: {0}', current ?? own.label),
    ...keepOpen,
  });
  if (picked && picked.level !== current) {
    await server.setLogLevel(picked.level);
  }
}

/** False for a server that runs and does not declare that it logs. What another one declares is not known yet. */
export function mayLog({ state }: Server): boolean {
  return state.kind !== 'running' || state.self.declares.logging;
}

/** A level can be set on a running server of the legacy era, and not be taken back. */
function ownDescription({ state, logLevel }: Server): string | undefined {
  const later = state.kind === 'running' && state.self.era === 'legacy' && logLevel !== undefined;
  return later ? vscode.l10n.t('from its next start on') : undefined;
}

function about(level: LoggingLevel): string | undefined {
  switch (level) {
    case 'debug':
      return vscode.l10n.t('everything');
    case 'emergency':
      return vscode.l10n.t('only the worst');
    default:
      return undefined;
  }
}
