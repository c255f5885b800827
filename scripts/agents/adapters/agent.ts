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
  /** The command of the hook that the agent runs for each elicitation, where it has one. */
  readonly hook?: readonly string[] | undefined;
}

/** How an agent is started. */
interface AgentLaunch {
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
  readonly id: string;
  readonly title: string;
  /** The package on npm, and its pinned version. */
  readonly packageName: string;
  readonly version: string;
  /** The program in the folder of the installation: its path, after the program that runs it, if one is needed. */
  program(modules: string): readonly string[];
  readonly format: ModelFormat;
  /** True if progress notifications extend the time that the agent waits for a call. */
  readonly progressExtends: boolean;
  /** True if it runs a command for each elicitation. */
  readonly hasHook: boolean;
  /** What the agent makes impossible, by the id of a scenario: a sentence with the line of its source. */
  readonly impossible: Readonly<Record<string, string>>;
  /** What the agent does not let anybody see or do: sentences, each with the place in its package or program. */
  readonly remarks: readonly string[];
  /** The unit of the agent's limit, in milliseconds: a limit is a multiple of it. */
  readonly limitUnitMs: number;
  launch(setup: AgentSetup): AgentLaunch;
}

/** The prompt of every run. The scripted model does not read it. */
export const prompt = 'Do what the test wants.';

/** The platform as the packages of programs name it: `linux-x64`. */
export const platformName = `${process.platform}-${process.arch}`;
