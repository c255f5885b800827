// Another extension, which asks in the panel as the extension of an agent would, and shows what it gets in a notification.
import * as vscode from 'vscode';
import type { McpElicitationError, McpElicitationHost, McpElicitationRequest } from '#api/mcp-elicitation-host.d.ts';
import { extensionId } from '#test/extensionId.ts';

const requestedSchema = { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] };

/** The parameters of `elicitation/create` in MCP. */
const ofMcp = { mode: 'form', message: 'Which ticket of MCP?', requestedSchema } as const;
/** The parameters of `elicitation/create` in ACP, which also name the session. */
const { sessionId: _, ...ofAcp } = {
  sessionId: 'sess-1',
  mode: 'form',
  message: 'Which ticket of ACP?',
  requestedSchema,
} as const;

async function ask(request: McpElicitationRequest, token?: vscode.CancellationToken): Promise<void> {
  const extension = vscode.extensions.getExtension<McpElicitationHost>(extensionId);
  const host = await extension?.activate();
  if (!host) {
    throw new Error('The extension is not installed.');
  }
  try {
    const result = await host.elicit(request, token);
    void vscode.window.showInformationMessage(`Version ${host.version}: ${JSON.stringify(result)}`);
  } catch (error) {
    const { code, message } = error as McpElicitationError;
    void vscode.window.showInformationMessage(`Error ${code}: ${message}`);
  }
}

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const register = (name: string, run: () => unknown) =>
    subscriptions.push(vscode.commands.registerCommand(`asking.${name}`, () => void run()));
  register('mcp', () => ask({ ...ofMcp, server: 'tickets', tool: 'deploy' }));
  register('acp', () => ask({ ...ofAcp, server: 'tickets' }));
  register('withdrawn', () => {
    const source = new vscode.CancellationTokenSource();
    const asked = ask({ ...ofMcp, server: 'tickets' }, source.token);
    source.cancel();
    return asked;
  });
  register('invalid', () => ask({ server: 'tickets', message: 'What?', requestedSchema: { type: 'array' } }));
}
