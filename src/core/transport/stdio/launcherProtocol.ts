/*
 * The protocol between the host and the launcher: how the environment of a server is passed through the launcher, and how
 * the launcher reports that it could not start the command.
 */

/**
 * The prefix that a variable for the server gets while it passes through the launcher, if it would affect the launcher. The
 * launcher is a Node program: variables that configure Node or Electron would configure the launcher first
 * (`NODE_OPTIONS=--inspect` of an entry would open the launcher's debugger). Variables for the launcher must not reach the
 * server.
 */
const renamedPrefix = 'MCP_ELICITATION_LAUNCH_';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment to start the launcher with. `server` and `launcher`: the variables for each. */
export function packEnvironment(server: Environment, launcher: Environment): Record<string, string | undefined> {
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(server)) {
    environment[configuresNode(name) || Object.hasOwn(launcher, name) ? renamedPrefix + name : name] = value;
  }
  return { ...environment, ...launcher, [`${renamedPrefix}OWN`]: Object.keys(launcher).join('\n') };
}

/** Returns, inside the launcher, the environment that `packEnvironment` got for the server. */
export function unpackEnvironment(launcher: Environment): Record<string, string | undefined> {
  const launcherNames = new Set((launcher[`${renamedPrefix}OWN`] ?? '').split('\n'));
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(launcher)) {
    if (!name.startsWith(renamedPrefix) && !configuresNode(name) && !launcherNames.has(name)) {
      environment[name] = value;
    }
  }
  for (const [name, value] of Object.entries(launcher)) {
    if (name.startsWith(renamedPrefix) && name !== `${renamedPrefix}OWN`) {
      environment[name.slice(renamedPrefix.length)] = value;
    }
  }
  return environment;
}

function configuresNode(name: string): boolean {
  return /^(NODE|ELECTRON)_/i.test(name);
}

const startFailurePrefix = 'The launcher could not start';

/** The last line that the launcher writes if it cannot start the command. `code`: the system's error code, such as ENOENT. */
export function formatStartFailure(command: string, code: string | undefined): string {
  return `${startFailurePrefix} ${command} (${code ?? 'unknown error'})`;
}

/** The error code in a line of `formatStartFailure`; `undefined` for any other line. */
export function readStartFailure(line: string | undefined): string | undefined {
  return line?.startsWith(startFailurePrefix) ? /\(([A-Z0-9]+|unknown error)\)$/.exec(line)?.[1] : undefined;
}
