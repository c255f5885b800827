/**
 * The identifiers that are the same in package.json and in the code, with their types. A test compares this file with
 * package.json.
 */
import type * as vscode from 'vscode';

export const commandIds = {
  callTool: 'mcpElicitation.callTool',
  getPrompt: 'mcpElicitation.getPrompt',
  readResource: 'mcpElicitation.readResource',
  showPending: 'mcpElicitation.showPending',
  addServer: 'mcpElicitation.addServer',
  importServers: 'mcpElicitation.importServers',
  connectAgent: 'mcpElicitation.connectAgent',
  disconnectAgent: 'mcpElicitation.disconnectAgent',
  muteAgent: 'mcpElicitation.muteAgent',
  muteAgentBriefly: 'mcpElicitation.muteAgentBriefly',
  unmuteAgent: 'mcpElicitation.unmuteAgent',
  stopAgent: 'mcpElicitation.stopAgent',
  stopLending: 'mcpElicitation.stopLending',
  switchAgentsOff: 'mcpElicitation.switchAgentsOff',
  changeAgentFile: 'mcpElicitation.changeAgentFile',
  copyAgentChange: 'mcpElicitation.copyAgentChange',
  forgetAgentConnection: 'mcpElicitation.forgetAgentConnection',
  leaveAgentFile: 'mcpElicitation.leaveAgentFile',
  startServer: 'mcpElicitation.startServer',
  stopServer: 'mcpElicitation.stopServer',
  restartServer: 'mcpElicitation.restartServer',
  showServerLog: 'mcpElicitation.showServerLog',
  signOut: 'mcpElicitation.signOut',
  setLogLevel: 'mcpElicitation.setLogLevel',
  allowServer: 'mcpElicitation.allowServer',
  muteServer: 'mcpElicitation.muteServer',
  muteServerBriefly: 'mcpElicitation.muteServerBriefly',
  unmuteServer: 'mcpElicitation.unmuteServer',
  cancelAllQuestions: 'mcpElicitation.cancelAllQuestions',
  forgetInputs: 'mcpElicitation.forgetInputs',
  tryDemo: 'mcpElicitation.tryDemo',
  hideDemo: 'mcpElicitation.hideDemo',
  openServerSettings: 'mcpElicitation.openServerSettings',
  showWire: 'mcpElicitation.showWire',
  showWireOfPanel: 'mcpElicitation.showWireOfPanel',
  showHistory: 'mcpElicitation.showHistory',
  exportHistory: 'mcpElicitation.exportHistory',
  clearHistory: 'mcpElicitation.clearHistory',
  clearDrafts: 'mcpElicitation.clearDrafts',
  showResults: 'mcpElicitation.showResults',
  clearResults: 'mcpElicitation.clearResults',
  showRemembered: 'mcpElicitation.showRemembered',
  openWalkthrough: 'mcpElicitation.openWalkthrough',
} as const satisfies Readonly<Record<keyof Commands, string>>;

export type CommandName = keyof Commands;

/** Commands of an item of the view or of the panel's tab. The palette does not list them. */
export const menuOnlyCommands: readonly CommandName[] = [
  'hideDemo',
  'openServerSettings',
  'showWireOfPanel',
  'switchAgentsOff',
];

/** Commands that answer the question about a change that is shown. */
export type ReviewAnswer = 'changeAgentFile' | 'copyAgentChange' | 'forgetAgentConnection' | 'leaveAgentFile';

/** The argument of `callTool`. The user is asked for missing properties. */
interface CallToolArguments {
  /** The configured name, or the id (`workspace:name`) if several scopes use the same name. */
  readonly server?: string;
  readonly tool?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** The argument of `getPrompt`. The user is asked for missing properties. */
interface GetPromptArguments {
  /** The configured name, or the id (`workspace:name`) if several scopes use the same name. */
  readonly server?: string;
  readonly prompt?: string;
  /** The arguments of a prompt, which are texts. */
  readonly arguments?: Readonly<Record<string, string>>;
}

/** The argument of `readResource`. The user is asked for missing properties. */
interface ReadResourceArguments {
  /** The configured name, or the id (`workspace:name`) if several scopes use the same name. */
  readonly server?: string;
  readonly uri?: string;
}

/**
 * The commands for other extensions and keybindings. The servers view passes its items in place of these arguments. `callTool`,
 * `getPrompt` and `readResource` return the MCP result as received, or `undefined` if the user dismissed the command before the
 * call. They throw an error whose `name` is a `FailureName`.
 */
export interface Commands {
  callTool(request?: CallToolArguments): Promise<unknown>;
  getPrompt(request?: GetPromptArguments): Promise<unknown>;
  readResource(request?: ReadResourceArguments): Promise<unknown>;
  /** Shows the waiting screen with this id in place of the oldest one, for the links of this extension's notifications. */
  showPending(screen?: string): void;
  addServer(): Promise<void>;
  importServers(): Promise<void>;
  connectAgent(): Promise<void>;
  /** Asks the user which agent. The view passes an item. */
  disconnectAgent(item?: unknown): Promise<void>;
  /** Asks the user which agent, or all other extensions. The view passes an item. The same is true for the next three. */
  muteAgent(item?: unknown): Promise<void>;
  /** Mutes the agent for ten minutes. */
  muteAgentBriefly(item?: unknown): Promise<void>;
  unmuteAgent(item?: unknown): Promise<void>;
  /** Ends the calls of the agent that ask, for the agent too. */
  stopAgent(item?: unknown): Promise<void>;
  stopLending(item?: unknown): Promise<void>;
  /** Connected agents may not ask any more, in any window. What is connected stays so. */
  switchAgentsOff(): Promise<void>;
  /** Answers the question about the change of an agent's file that is shown. Without one, it does nothing. So do the next three. */
  changeAgentFile(): void;
  copyAgentChange(): void;
  forgetAgentConnection(): void;
  leaveAgentFile(): void;
  startServer(server?: string): Promise<void>;
  stopServer(server?: string): Promise<void>;
  restartServer(server?: string): Promise<void>;
  showServerLog(server?: string): Promise<void>;
  signOut(server?: string): Promise<void>;
  setLogLevel(server?: string): Promise<void>;
  /** Asks the user for confirmation if a name is passed. `unmuteServer` does the same. */
  allowServer(server?: string): Promise<void>;
  muteServer(server?: string): Promise<void>;
  /** Mutes the server for ten minutes. */
  muteServerBriefly(server?: string): Promise<void>;
  unmuteServer(server?: string): Promise<void>;
  cancelAllQuestions(server?: string): Promise<void>;
  forgetInputs(): Promise<void>;
  tryDemo(): Promise<void>;
  hideDemo(): Promise<void>;
  openServerSettings(item: unknown): Promise<void>;
  /** Lets the user pick a request. */
  showWire(): Promise<void>;
  /** The request that the panel shows; picked by the user if it shows none. */
  showWireOfPanel(): Promise<void>;
  showHistory(): void;
  exportHistory(): Promise<void>;
  clearHistory(): Promise<void>;
  clearDrafts(): Promise<void>;
  showResults(): void;
  clearResults(): Promise<void>;
  showRemembered(): void;
  openWalkthrough(): Promise<void>;
}

export const settingIds = {
  servers: 'mcpElicitation.servers',
  inputs: 'mcpElicitation.inputs',
  autoStart: 'mcpElicitation.autoStart',
  attention: 'mcpElicitation.attention',
  attentionContent: 'mcpElicitation.attentionContent',
  review: 'mcpElicitation.review',
  sensitiveFields: 'mcpElicitation.sensitiveFields',
  requestsPerMinute: 'mcpElicitation.rateLimit.requestsPerMinute',
  maxPending: 'mcpElicitation.rateLimit.maxPending',
  recordEnabled: 'mcpElicitation.record.enabled',
  recordValues: 'mcpElicitation.record.values',
  recordCalls: 'mcpElicitation.record.calls',
  recordRetentionDays: 'mcpElicitation.record.retentionDays',
  resultsKeep: 'mcpElicitation.results.keep',
  agentsEnabled: 'mcpElicitation.agents.enabled',
  agentsKeepMinutes: 'mcpElicitation.agents.keepMinutes',
  agentsSystemNotification: 'mcpElicitation.agents.systemNotification',
} as const;

/** A value of the setting `autoStart`. */
export type AutoStart = 'onDemand' | 'onStartup';

/**
 * A value of the setting `attention`: how a request draws attention if the panel is not active. `panel`: the panel opens, without
 * the keyboard focus. `notification`: a notification with a link to the panel. `badge`: only the badge and the status bar.
 */
export type Attention = 'panel' | 'notification' | 'badge';

/** A value of the setting `review`: which forms the user reviews before the answers are sent. */
export type ReviewRule = 'multipleFields' | 'always' | 'never';

/** The context keys of the conditions in package.json. */
export const contextKeys = {
  /** True once a request has arrived. */
  asked: 'mcpElicitation.asked',
  /** True once the user has answered, declined or cancelled a request. */
  answered: 'mcpElicitation.answered',
  /** True once the walkthrough was opened by its command in this window. */
  walkthroughOpened: 'mcpElicitation.walkthroughOpened',
  /** True while a server or the hook of an agent is connected. */
  agentConnected: 'mcpElicitation.agentConnected',
  /** True once an agent has connected to this window, or another extension has asked. */
  agentsAsk: 'mcpElicitation.agentsAsk',
  /** The command that does what the user is asked about, while a change of an agent's file is shown. */
  shownChange: 'mcpElicitation.shownChange',
  /** Written to find out whether the workbench answers. Read by nothing. */
  agentsPresence: 'mcpElicitation.agentsPresence',
} as const;

/** The provider of the MCP servers that are lent to the editor's own agent. */
export const definitionProviderId = 'mcpElicitation.lentServers';

export const walkthroughId = 'mcpElicitation.start';

export const viewContainerId = 'mcpElicitation';
export const viewIds = { servers: 'mcpElicitation.servers' } as const;

/**
 * Words of a view item's `contextValue`, joined by spaces. The comment of a word is the condition for it. Conditions in package.json
 * match single words, as in `viewItem =~ /\brunning\b/`.
 */
export const itemWords = {
  server: 'server',
  stopped: 'stopped',
  starting: 'starting',
  running: 'running',
  failed: 'failed',
  /** The server has failed, and is started again automatically after a pause. */
  restarting: 'restarting',
  disabled: 'disabled',
  /** The entry changed while the server ran. */
  changed: 'changed',
  /** The server runs, and declares that it sends log messages. */
  logging: 'logging',
  /** The user has muted the requests of the server, or of a server of the agent. */
  muted: 'muted',
  /** The server, or the agent as a whole, is not muted. */
  audible: 'audible',
  /** Requests of the server were withheld, and the user has not reacted to that yet. */
  limited: 'limited',
  /** The host has a grant for the server. */
  signedIn: 'signedIn',
  /** The server has an entry in the settings. */
  configured: 'configured',
  demo: 'demo',
  invalid: 'invalid',
  tool: 'tool',
  prompt: 'prompt',
  resource: 'resource',
  /** The group of all agents. */
  agents: 'agents',
  agent: 'agent',
  /** A connected server of an agent, or its hook. */
  agentServer: 'agentServer',
  /** A server of this host that an agent may use. */
  lent: 'lent',
  /** All other extensions that ask. */
  extensions: 'extensions',
} as const;

export type ItemWord = keyof typeof itemWords;

/** Registers a command of the table. The handler's argument is `unknown`, because any extension may pass anything. */
export function registerCommand(
  api: typeof vscode.commands,
  name: CommandName,
  handler: (argument: unknown) => unknown,
): vscode.Disposable {
  return api.registerCommand(commandIds[name], handler);
}

/** Executes a command of the table, with arguments of the right types. */
export function executeOwnCommand<Name extends CommandName>(
  api: typeof vscode.commands,
  name: Name,
  ...args: Parameters<Commands[Name]>
): Thenable<Awaited<ReturnType<Commands[Name]>>> {
  return api.executeCommand(commandIds[name], ...args);
}
