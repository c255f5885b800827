import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { windowVariable } from '#agentProtocol/ownVariables.ts';

/** A program that the editor starts as an MCP server. */
export interface StartedProgram {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Where the programs are, and how they find this window. */
export interface ProgramPlaces {
  readonly home: HomeFolder;
  /** The path of the proxy's file in this extension. */
  readonly program: string;
  /** The id of this window for the programs that ask in it; `undefined` while agents are off. */
  windowId(): Promise<string | undefined>;
}

/** The arguments of the proxy for a server that is lent to the editor's own agent. */
export function lentServerArguments(client: string, name: string): string[] {
  return ['serve', '--client', client, '--server', name];
}

/**
 * The proxy of this extension, run by this process's own executable: whatever is in the user's home folder, both fit this window.
 * @param program the path of the proxy's file
 * @param window the id of this window
 */
export function lentServerProgram(client: string, name: string, program: string, window: string): StartedProgram {
  return {
    command: process.execPath,
    args: [program, ...lentServerArguments(client, name)],
    env: { ELECTRON_RUN_AS_NODE: '1', [windowVariable]: window },
  };
}
