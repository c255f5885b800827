/**
 * The command that Connect writes in the place of a server's own: it starts the proxy, which starts the server's command. The
 * entry needs nothing of this extension to work: without the proxy the POSIX form starts the server directly.
 */

/**
 * Starts the proxy if it is there, and otherwise the command after `--`. Its `$0` is `sh`, its arguments are the proxy's. It uses
 * no variable of its own: Gemini CLI replaces variables in every text by those of its environment, and stores them so.
 */
const posixScript =
  'if [ -x "$HOME/.mcp-elicitation/bin/proxy" ]; then exec "$HOME/.mcp-elicitation/bin/proxy" "$@"; fi; while [ "$1" != -- ]; do shift; done; shift; exec "$@"';
/**
 * Starts the proxy if it is there. There is no other way to start such a server. As in `posixScript`, `$0` is `sh`, and there is no
 * variable but `HOME`.
 */
const posixLentScript =
  'if [ -x "$HOME/.mcp-elicitation/bin/proxy" ]; then exec "$HOME/.mcp-elicitation/bin/proxy" "$@"; fi; echo "This server is lent by an editor that is not set up here." >&2; exit 69';
const posixScriptPattern = withAnyHome(posixScript);
const posixLentPattern = withAnyHome(posixLentScript);

/** Matches a script with any home. */
function withAnyHome(script: string): RegExp {
  return new RegExp(
    `^${script
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('\\$HOME', () => '(?<home>\\$HOME|[^"$`\\\\]*)')
      .replace('\\$HOME/', () => '\\k<home>/')}$`,
  );
}

const windowsProxyPattern = /[\\/]\.mcp-elicitation[\\/]bin[\\/]proxy\.cjs$/i;

/** Makes the editor's executable run as Node. */
export const editorRuntimeVariable = 'ELECTRON_RUN_AS_NODE';

/** What starts the proxy. */
export type ProxyRuntime =
  | { readonly kind: 'posix' }
  /**
   * `program`: the path of node.exe, or of the editor's executable if `isEditor`, which needs `editorRuntimeVariable` in the
   * entry's environment. `script`: the path of proxy.cjs.
   */
  | { readonly kind: 'windows'; readonly program: string; readonly isEditor: boolean; readonly script: string };

/** A server's command, and what the arguments of the proxy say about it. */
export interface WrappedCommand {
  readonly client: string;
  /** The server's name in the agent's configuration when it was wrapped. */
  readonly server: string;
  /** The limit that holds at the agent, in milliseconds. */
  readonly limitMs?: number | undefined;
  /** The limit that held before, which the proxy keeps for calls that do not wait for the user. Absent: none is kept. */
  readonly ownLimitMs?: number | undefined;
  /** True if progress notifications extend the agent's limit. */
  readonly progressExtends: boolean;
  /** True if the client may also ask in folders that no window has open. */
  readonly allFolders?: boolean | undefined;
  /** True if `editorRuntimeVariable` was written for the proxy, which then keeps it from the server. */
  readonly ownsVariable?: boolean | undefined;
  /** The server's own command and arguments. */
  readonly command: string;
  readonly args: readonly string[];
}

/** A command and its arguments. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command line that starts a server through the proxy. `wrapped.server` must not be `--`. */
export function wrapCommand(wrapped: WrappedCommand, runtime: ProxyRuntime): CommandLine {
  const args = ['run', ...proxyOptions(wrapped), '--', wrapped.command, ...wrapped.args];
  return runtime.kind === 'posix'
    ? { command: 'sh', args: ['-c', posixScript, 'sh', ...args] }
    : { command: runtime.program, args: [runtime.script, ...args] };
}

function proxyOptions(wrapped: Omit<WrappedCommand, 'command' | 'args'>): string[] {
  const { client, server, limitMs, ownLimitMs, progressExtends, allFolders, ownsVariable } = wrapped;
  return [
    '--client',
    client,
    '--server',
    server,
    ...(limitMs === undefined ? [] : ['--limit', String(limitMs)]),
    ...(ownLimitMs === undefined ? [] : ['--own-limit', String(ownLimitMs)]),
    ...(progressExtends ? ['--progress-extends'] : []),
    ...(allFolders ? ['--all-folders'] : []),
    ...(ownsVariable ? ['--editor-runtime'] : []),
  ];
}

/** What is inside a wrapped command line, whatever its home folder or runtime; `undefined` if it is not a wrapped one. */
export function unwrapCommand({ command, args }: CommandLine): WrappedCommand | undefined {
  const rest = proxyArguments(command, args);
  if (rest?.[0] !== 'run') {
    return undefined;
  }
  const values = new Map<string, string>();
  let index = 1;
  for (; index < rest.length && rest[index] !== '--'; index++) {
    const option = rest[index] ?? '';
    if (['--client', '--server', '--limit', '--own-limit'].includes(option)) {
      index++;
      values.set(option, rest[index] ?? '');
    } else {
      values.set(option, '');
    }
  }
  const [inner, ...innerArgs] = rest.slice(index + 1);
  const client = values.get('--client');
  const server = values.get('--server');
  if (inner === undefined || client === undefined || server === undefined) {
    return undefined;
  }
  return {
    client,
    server,
    ...milliseconds('limitMs', values.get('--limit')),
    ...milliseconds('ownLimitMs', values.get('--own-limit')),
    progressExtends: values.has('--progress-extends'),
    ...(values.has('--all-folders') && { allFolders: true }),
    ...(values.has('--editor-runtime') && { ownsVariable: true }),
    command: inner,
    args: innerArgs,
  };
}

/** What starts the proxy for a server that the editor lends. */
interface LentCommand extends Omit<WrappedCommand, 'command' | 'args' | 'ownsVariable'> {
  /** The server's name in the settings of the editor's host. */
  readonly server: string;
}

/** The command line that starts the proxy for a server that the editor lends. `lent.server` must not be `--`. */
export function lentCommand(lent: LentCommand, runtime: ProxyRuntime): CommandLine {
  const args = ['serve', ...proxyOptions(lent)];
  return runtime.kind === 'posix'
    ? { command: 'sh', args: ['-c', posixLentScript, 'sh', ...args] }
    : { command: runtime.program, args: [runtime.script, ...args] };
}

/** The name of the lent server that a command line starts; `undefined` if it starts none. */
export function lentServerIn({ command, args }: CommandLine): string | undefined {
  const rest = proxyArguments(command, args);
  const at = rest?.[0] === 'serve' ? rest.indexOf('--server') : -1;
  return at < 0 ? undefined : rest?.[at + 1];
}

function proxyArguments(command: string, args: readonly string[]): readonly string[] | undefined {
  if (windowsProxyPattern.test(args[0] ?? '')) {
    return args.slice(1);
  }
  const isShell = /(^|\/)sh$/.test(command) && args[0] === '-c' && args[2] === 'sh';
  const isOurs = posixScriptPattern.test(args[1] ?? '') || posixLentPattern.test(args[1] ?? '');
  return isShell && isOurs ? args.slice(3) : undefined;
}

function milliseconds(key: 'limitMs' | 'ownLimitMs', text: string | undefined): Partial<WrappedCommand> {
  return text !== undefined && /^\d{1,15}$/.test(text) ? { [key]: Number(text) } : {};
}
