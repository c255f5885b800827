import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeOurCommand, untilInEditor } from './support.ts';

/** The tab of the panel, where it is open. */
export function panelTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('mcpElicitation.panel'));
}

/** Waits until the panel's title is `title`: the name of the server that it is about, or ours when it is about none. */
export async function panelTitled(title: string): Promise<void> {
  await untilInEditor(`the panel is titled ${title}`, () => panelTab()?.label === title);
}

/** Closes the tab, as the user can at any time. */
export async function closePanel(): Promise<void> {
  const tab = panelTab();
  assert.ok(tab, 'the panel is not open');
  await vscode.window.tabGroups.close(tab);
}

/** What the tool `ask` of a handmade server asks. */
const question = {
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

/** Has a handmade server ask. The promise is for the answer as the server got it, for the text of its tool. */
export async function askHandmade(server: string): Promise<unknown> {
  const result = (await executeOurCommand('callTool', { server, tool: 'ask', arguments: { params: question } })) as {
    content: [{ text: string }];
  };
  return JSON.parse(result.content[0].text);
}
