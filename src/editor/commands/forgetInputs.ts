import * as vscode from 'vscode';
import { plainName } from '#editor/common/plainText.ts';
import { isPassword } from '#editor/servers/inputPrompts.ts';
import { scopeLabel } from '#editor/settings/scopes.ts';
import { keepOpen } from '#editor/window/lists.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';

/** Lets the person pick kept values of inputs to forget; the next start that needs one asks again. */
export async function forgetInputs({ configured, inputValues, storedEntries }: CommandContext): Promise<void> {
  const kept: { label: string; description: string; forget(): Promise<unknown> }[] = [];
  for (const scope of configured.settings.scopes) {
    for (const [id, input] of configured.settings.inputsOf(scope)) {
      const address = { scope, id, password: isPassword(input) };
      if ((await inputValues.get(address)) !== undefined) {
        const secret = address.password ? vscode.l10n.t('secret') : undefined;
        const description = [scopeLabel(scope), secret].filter(Boolean).join(' · ');
        kept.push({ label: plainName(id), description, forget: () => inputValues.forget(address) });
      }
    }
  }
  for (const { name, scope, isGone, delete: forget } of await storedEntries.unused('input')) {
    const description = [
      scopeLabel(scope),
      isGone ? vscode.l10n.t('no longer defined') : vscode.l10n.t('not readable in the settings'),
    ]
      .filter(Boolean)
      .join(' · ');
    kept.push({ label: plainName(name), description, forget });
  }
  if (kept.length === 0) {
    void plainWindow.showInformationMessage(vscode.l10n.t('No values are kept.'));
    return;
  }
  const picked = await plainWindow.showQuickPick(kept, {
    title: vscode.l10n.t('Forget Input Values'),
    placeHolder: vscode.l10n.t('Pick the values to forget'),
    canPickMany: true,
    ...keepOpen,
  });
  for (const { forget } of picked ?? []) {
    await forget();
  }
}
