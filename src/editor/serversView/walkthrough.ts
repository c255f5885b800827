import * as vscode from 'vscode';
import { contextKeys, walkthroughId } from '#editor/common/contributions.ts';

/**
 * Opens the walkthrough of this extension. The editor ticks no step whose condition is true when it reads the walkthrough, which it may do
 * only now. Therefore the steps that were done before have another condition, which is true from here on.
 */
export async function openWalkthrough({ extensionId }: { readonly extensionId: string }): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthroughId}`);
  await vscode.commands.executeCommand('setContext', contextKeys.walkthroughOpened, true);
}
