import * as vscode from 'vscode';
import type { SecretsRule } from '../core/servers/elicitationParams.ts';

/** Only the user's own value counts: a folder must not have forms admitted that the user has refused. */
export function secretsRule(): SecretsRule {
  const value = vscode.workspace.getConfiguration('mcpElicitation').inspect('sensitiveFields')?.globalValue;
  return value === 'refuse' ? 'refuse' : 'warn';
}
