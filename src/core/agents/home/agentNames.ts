/** The names of the agents that can be connected, by the id of the client. */
const names: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  cline: 'Cline',
  copilot: 'Copilot CLI',
  vscode: 'VS Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  zed: 'Zed',
  roo: 'Roo Code',
  kilo: 'Kilo Code',
  kilo5: 'Kilo Code 5',
  continue: 'Continue',
  goose: 'Goose',
  'claude-desktop': 'Claude Desktop',
};

/** The ids of the clients that can be connected, in the order in which they are shown. */
export const connectableClients: readonly string[] = Object.keys(names);

/** The agent's name for the user. Not what the agent calls itself. */
export function agentName(client: string): string {
  return Object.hasOwn(names, client) ? (names[client] ?? client) : client;
}
