/*
 * What the host and the launcher agree on: how the environment of a server is passed through the launcher, and how the
 * launcher reports that it could not start the command.
 */

/**
 * The prefix of variables that are renamed on their way. The launcher is a Node program: variables that configure Node or
 * Electron would configure the launcher first (`NODE_OPTIONS=--inspect` of an entry would open its debugger), and variables
 * that the launcher itself needs must not reach the server.
 */
const renamed = 'MCP_ELICITATION_LAUNCH_';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment to start the launcher with. `own`: what the launcher itself needs. */
export function packEnvironment(server: Environment, own: Environment): Record<string, string | undefined> {
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(server)) {
    environment[configuresNode(name) || Object.hasOwn(own, name) ? renamed + name : name] = value;
  }
  return { ...environment, ...own, [`${renamed}OWN`]: Object.keys(own).join('\n') };
}

/** Inside the launcher: the environment of the server, exactly as it was packed. */
export function unpackEnvironment(launcher: Environment): Record<string, string | undefined> {
  const own = new Set((launcher[`${renamed}OWN`] ?? '').split('\n'));
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(launcher)) {
    if (!name.startsWith(renamed) && !configuresNode(name) && !own.has(name)) {
      environment[name] = value;
    }
  }
  for (const [name, value] of Object.entries(launcher)) {
    if (name.startsWith(renamed) && name !== `${renamed}OWN`) {
      environment[name.slice(renamed.length)] = value;
    }
  }
  return environment;
}

function configuresNode(name: string): boolean {
  return /^(NODE|ELECTRON)_/i.test(name);
}

const startFailurePrefix = 'The launcher could not start';

/** The last line of the launcher when it cannot start a command. `code`: the system's error code, such as ENOENT. */
export function formatStartFailure(command: string, code: string | undefined): string {
  return `${startFailurePrefix} ${command} (${code ?? 'unknown error'})`;
}

/** The error code in a line of `formatStartFailure`; `undefined` for any other line. */
export function readStartFailure(line: string | undefined): string | undefined {
  return line?.startsWith(startFailurePrefix) ? /\(([A-Z0-9]+|unknown error)\)$/.exec(line)?.[1] : undefined;
}
