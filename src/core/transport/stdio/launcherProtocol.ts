/**
 * How a server's environment travels through the launcher. The launcher is a Node program: variables that steer Node
 * or Electron would steer the launcher first (an entry's `NODE_OPTIONS=--inspect` would open its debugger), and those
 * that the launcher itself needs must not reach the server. Both travel under another name.
 */
const shadow = 'MCP_ELICITATION_LAUNCH_';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment to start the launcher with. `own` is what the launcher itself needs. */
export function packEnvironment(server: Environment, own: Environment): Record<string, string | undefined> {
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(server)) {
    environment[steersNode(name) || Object.hasOwn(own, name) ? shadow + name : name] = value;
  }
  return { ...environment, ...own, [`${shadow}OWN`]: Object.keys(own).join('\n') };
}

/** Inside the launcher: the server's environment, exactly as its entry built it. */
export function unpackEnvironment(launcher: Environment): Record<string, string | undefined> {
  const own = new Set((launcher[`${shadow}OWN`] ?? '').split('\n'));
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(launcher)) {
    if (!name.startsWith(shadow) && !steersNode(name) && !own.has(name)) {
      environment[name] = value;
    }
  }
  for (const [name, value] of Object.entries(launcher)) {
    if (name.startsWith(shadow) && name !== `${shadow}OWN`) {
      environment[name.slice(shadow.length)] = value;
    }
  }
  return environment;
}

function steersNode(name: string): boolean {
  return /^(NODE|ELECTRON)_/i.test(name);
}

const startFailurePrefix = 'The launcher could not start';

/** The launcher's last words when a command cannot be started. `code` is the system's error code, such as ENOENT. */
export function formatStartFailure(command: string, code: string | undefined): string {
  return `${startFailurePrefix} ${command} (${code ?? 'unknown error'})`;
}

/** The system's error code when `line` are the launcher's last words. */
export function readStartFailure(line: string | undefined): string | undefined {
  return line?.startsWith(startFailurePrefix) ? /\(([A-Z0-9]+|unknown error)\)$/.exec(line)?.[1] : undefined;
}
