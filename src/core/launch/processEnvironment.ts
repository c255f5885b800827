import { parseEnv } from 'node:util';

interface EnvironmentSources {
  /** The environment that a process inherits. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** The text of `envFile`. */
  readonly file?: string;
  /** The entry's `env`, with variables replaced. */
  readonly env: Readonly<Record<string, string | number | null>>;
  /** On `win32` names are compared without case. */
  readonly platform: NodeJS.Platform;
}

/**
 * The environment of a server's process, as VS Code builds it: the inherited variables, then those of `envFile`, then those
 * of `env`. `null` removes a variable. A `PATH` in `env` is appended to the existing `PATH`: an entry for VS Code that names
 * one folder in `PATH` would otherwise lose the other folders.
 * Source: microsoft/vscode, src/vs/workbench/api/node/extHostMcpNode.ts, `startNodeMpc`.
 */
export function buildEnvironment({ inherited, file, env, platform }: EnvironmentSources): Record<string, string> {
  const isWindows = platform === 'win32';
  /** The variables by name, in upper case on Windows. The first spelling of a name stays, so that `Path` stays `Path`. */
  const variables = new Map<string, { readonly name: string; readonly value: string }>();
  const keyOf = (name: string) => (isWindows ? name.toUpperCase() : name);
  const set = (name: string, value: string) => {
    const key = keyOf(name);
    variables.set(key, { name: variables.get(key)?.name ?? name, value });
  };

  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined) {
      set(name, value);
    }
  }
  for (const [name, value] of readEnvFile(file ?? '')) {
    set(name, value);
  }
  for (const [name, value] of Object.entries(env)) {
    if (value === null) {
      variables.delete(keyOf(name));
      continue;
    }
    const existingPath = name.toUpperCase() === 'PATH' ? variables.get(keyOf(name))?.value : undefined;
    set(name, existingPath ? `${existingPath}${isWindows ? ';' : ':'}${value}` : String(value));
  }
  return Object.fromEntries([...variables.values()].map(({ name, value }) => [name, value]));
}

/** The names and values in the text of an `.env` file, in the syntax of Node's `--env-file`. */
export function readEnvFile(text: string): [string, string][] {
  const values = parseEnv(text.replace(/^\ufeff/, ''));
  return Object.entries(values).map(([name, value]) => [name, value ?? '']);
}
