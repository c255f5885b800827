import * as vscode from 'vscode';
import type { Values } from '../../core/record/elicitationEntry.ts';

export interface RecordSettings {
  readonly enabled: boolean;
  readonly values: Values;
  readonly retentionDays: number;
}

const defaultDays = 90;

/** Only the user's own values count: a folder must not have more kept, or less, by being opened. */
export function recordSettings(): RecordSettings {
  const settings = vscode.workspace.getConfiguration('mcpElicitation.record');
  const days: unknown = settings.inspect('retentionDays')?.globalValue;
  return {
    enabled: settings.inspect('enabled')?.globalValue !== false,
    values: settings.inspect('values')?.globalValue === 'full' ? 'full' : 'redacted',
    retentionDays: typeof days === 'number' && days >= 1 ? Math.floor(days) : defaultDays,
  };
}
