import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeOurCommand, untilInEditor } from './support.ts';

/** Returns the tab of the panel, if it is open. */
export function panelTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('mcpElicitation.panel'));
}

/** Waits until the panel has this title: the name of the server whose request is shown, or otherwise that of the extension. */
export async function panelTitled(title: string): Promise<void> {
  await untilInEditor(`the panel is titled ${title}`, () => panelTab()?.label === title);
}

/** Closes the tab, as the user can at any time. */
export async function closePanel(): Promise<void> {
  const tab = panelTab();
  assert.ok(tab, 'the panel is not open');
  await vscode.window.tabGroups.close(tab);
}

/** The form that the tool `ask` of a handmade server requests. */
const formParams = {
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

/** Lets a handmade server request a form. @returns the reply as the server received it, from the result of the tool */
export async function askHandmade(server: string): Promise<unknown> {
  const result = (await executeOurCommand('callTool', { server, tool: 'ask', arguments: { params: formParams } })) as {
    content: [{ text: string }];
  };
  return JSON.parse(result.content[0].text);
}
