import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';

/** A server that an agent is to reach through the proxy. */
export interface ConnectedEntry {
  readonly agent: AgentAdapter;
  /** The server's name in the agent's configuration. */
  readonly server: string;
  /** The server's own command. */
  readonly command: readonly string[];
  /** The limit that holds at the agent, in milliseconds. */
  readonly limitMs: number;
  /** True: the proxy is not told that progress extends the limit. */
  readonly keepsLimit: boolean;
  /** The path of the agent's configuration file, and its text with the server's own command. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * An editor window whose user is asked, and what that user does there. A request is named by a text in its message. Every method waits
 * until the request is shown.
 */
export interface AskedWindow {
  /** Connects a server of an agent. @returns what stands before the server's own command */
  connect(entry: ConnectedEntry): Promise<readonly string[]>;
  /** Waits until the request is shown. */
  waitForRequest(text: string): Promise<void>;
  /** Fills in the only field and submits. */
  answer(text: string, value: string): Promise<void>;
  decline(text: string): Promise<void>;
  /** Agrees to open the page, and says that it is done. */
  consent(text: string): Promise<void>;
  /** Waits until the request is no longer asked. */
  waitForWithdrawal(text: string): Promise<void>;
  /** Reloads the window. Resolves when it listens again. */
  reload(): Promise<void>;
  /** Closes the window for good. */
  close(): Promise<void>;
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
  /** The command of the hook, for an agent that has one. */
  hook(client: string, home: string): readonly string[];
}

/** The arguments of the proxy before the server's own command. */
export function proxyRunArguments({ agent, server, limitMs, keepsLimit }: ConnectedEntry): readonly string[] {
  const limit = ['--limit', String(limitMs), ...(agent.progressExtends && !keepsLimit ? ['--progress-extends'] : [])];
  return ['run', '--client', agent.id, '--server', server, ...limit, '--'];
}
