import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import type { ModelFormat } from '#scripts/agents/model/turns.ts';

/** A server in an agent's configuration. */
export interface AgentServerEntry {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** How long the agent waits for a call, in milliseconds; absent: the agent's default. */
  readonly limitMs?: number | undefined;
}

/** What an agent is started with. All paths are absolute. */
export interface AgentSetup {
  /** The agent's home directory, in which its configuration lies. */
  readonly home: string;
  /** The folder in which the agent works. */
  readonly folder: string;
  /** The scripted model, without a path: `http://127.0.0.1:PORT`. */
  readonly modelUrl: string;
  readonly server: AgentServerEntry;
  /** A free port, for an agent that listens. */
  readonly port: number;
}

/** How an agent is started. */
export interface AgentLaunch {
  /** Texts of files by their paths in the home directory. */
  readonly files: Readonly<Record<string, string>>;
  /** The arguments of the agent's program. */
  readonly args: readonly string[];
  /** Added to a bare environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** One agent: where it comes from, how it is configured and started, what it is known to do. */
export interface AgentAdapter {
  /** The id of the client in the proxy's arguments. */
  readonly id: AgentId;
  readonly title: string;
  /** The package on npm, and its pinned version. */
  readonly packageName: string;
  readonly version: string;
  /** The program in the folder of the installation: its path, after the program that runs it, if one is needed. */
  program(modules: string): readonly string[];
  readonly format: ModelFormat;
  /** True if it runs a command for each elicitation. */
  readonly hasHook: boolean;
  /** What the agent does not let anybody see or do: sentences, each with the place in its package or program. */
  readonly remarks: readonly string[];
  /** What it is started with in this setup. */
  launch(setup: AgentSetup): AgentLaunch;
  /** The same for a terminal, in which the user types the prompt. Absent where no scenario needs one. */
  launchInTerminal?(setup: AgentSetup): AgentLaunch;
}

/** The prompt of every run. The scripted model does not read it. */
export const prompt = 'Do what the test wants.';

/** The platform as the packages of programs name it: `linux-x64`. */
export const platformName = `${process.platform}-${process.arch}`;
