import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';

/** A server in the configuration of an agent, which is to reach it through the proxy. */
export interface ServerToConnect {
  readonly agent: AgentAdapter;
  /** The server's name in the agent's configuration. */
  readonly server: string;
  /** The server's own command. */
  readonly command: readonly string[];
  /** How long the agent waits for a call, in milliseconds. */
  readonly limitMs: number;
  /** True: the limit is neither raised nor extended, so that it passes while the user thinks. */
  readonly keepsLimit: boolean;
}

/** What an agent starts for a connected server, and how long it then waits for a call, in milliseconds. */
export interface ConnectedCommand {
  readonly command: readonly string[];
  readonly limitMs: number;
}

/** A request as the user recognizes it. */
export interface ShownRequest {
  /** The agent and the server. */
  readonly asker: string;
  /** What the server says. No two open requests say the same. */
  readonly message: string;
}

/** An editor window whose user is asked, and what that user does there. Every method waits until the request is shown. */
export interface AskedWindow {
  connect(server: ServerToConnect): Promise<ConnectedCommand>;
  /** Connects all servers of an agent by its hook. @returns the files with the hook: their texts, by their paths in the home directory */
  connectHook(agent: AgentAdapter): Promise<Readonly<Record<string, string>>>;
  waitForRequest(request: ShownRequest): Promise<void>;
  /** Fills in the only field and submits. */
  answer(request: ShownRequest, value: string): Promise<void>;
  decline(request: ShownRequest): Promise<void>;
  /** Agrees to open the page. */
  consent(request: ShownRequest): Promise<void>;
  /** Waits until the request is no longer asked. */
  waitForWithdrawal(request: ShownRequest): Promise<void>;
  /** Reloads the window. */
  reload(): Promise<void>;
  /** Closes the window for good. */
  close(): Promise<void>;
  /** What explains a failure: what the window shows or received. `name`: of the scenario. */
  explain(name: string): Promise<string>;
}

/** One way to have windows. */
export interface WindowKind {
  readonly title: string;
  /**
   * Opens a window.
   * @param home the home directory that the window shares with agents
   * @param folder the folder that is open in the window
   */
  open(home: string, folder: string): Promise<AskedWindow>;
}
