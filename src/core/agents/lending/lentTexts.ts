import { notLentText, notOpenText } from '#agentProtocol/lentServerTexts.ts';
import type { Scope, ServerDefinition } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';

const maxNameLength = 100;
const again = 'In VS Code, run "MCP Elicitation: Connect an Agent..." and choose it again.';

/** Sentences for an agent about a server that is lent, in English: models read them. `agent`: its name. */
export const lentTexts = {
  notGranted: (server: string, agent: string) => notLentText(quoted(server), agent),
  changed: (server: string, agent: string) =>
    `The entry of ${quoted(server)} in VS Code has changed since it was lent to ${agent}. ${again}`,
  ambiguous: (server: string, definitions: readonly ServerDefinition[]) =>
    `Several servers named ${quoted(server)} are lent: ${definitions.map(({ scope }) => scopeText(scope)).join(', ')}. None was chosen. In VS Code, run "MCP Elicitation: Stop Lending a Server..." for all but one of them.`,
  notOpen: (server: string) => notOpenText(quoted(server)),
  disabled: (server: string) => `${quoted(server)} is disabled in VS Code.`,
  needsUser: (server: string) =>
    `${quoted(server)} has to ask the user first, for a sign-in, an input or an agreement. In VS Code, run "MCP Elicitation: Start Server" for it, then start it again here.`,
  anotherVersion: (server: string) =>
    `${quoted(server)} now speaks another version of the protocol than at the start of this session. Start it again in the agent.`,
  replaced: (server: string) =>
    `The entry of ${quoted(server)} in VS Code has changed, so its connection was ended. Call again to use the new one.`,
  signedOut: (server: string) =>
    `The user has signed out of ${quoted(server)}, so its connection was ended. Call again to ask for a sign-in.`,
  lostSession: (server: string) => `${quoted(server)} has ended the session.`,
  tooDeep: (server: string) => `A message to or from ${quoted(server)} is nested more than 500 levels deep.`,
  tooManyValues: (server: string) => `A message to or from ${quoted(server)} has more than 500,000 values.`,
  tooManyConnections: (server: string, agent: string) =>
    `${agent} has too many connections to servers of VS Code, so none to ${quoted(server)} was opened. End other sessions of the agent, then call again.`,
  tooMany: (server: string) => `Too many requests for ${quoted(server)} wait already.`,
} as const;

function scopeText(scope: Scope): string {
  switch (scope.kind) {
    case 'folder':
      return `that of the folder ${quoted(scope.name)}`;
    case 'workspace':
      return 'that of the workspace';
    case 'user':
    case 'builtIn':
      return 'that of the user settings';
  }
}

function quoted(name: string): string {
  return `"${inOneLine(name, maxNameLength)}"`;
}
