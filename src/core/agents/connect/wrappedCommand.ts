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
/** The same script with any home. */
const posixScriptPattern = new RegExp(
  `^${posixScript
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace('\\$HOME', () => '(?<home>\\$HOME|[^"$`\\\\]*)')
    .replace('\\$HOME/', () => '\\k<home>/')}$`,
);
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

/** A server's command, and what the proxy is told about it. */
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

function proxyOptions({ client, server, limitMs, ownLimitMs, progressExtends }: WrappedCommand): string[] {
  return [
    '--client',
    client,
    '--server',
    server,
    ...(limitMs === undefined ? [] : ['--limit', String(limitMs)]),
    ...(ownLimitMs === undefined ? [] : ['--own-limit', String(ownLimitMs)]),
    ...(progressExtends ? ['--progress-extends'] : []),
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
    command: inner,
    args: innerArgs,
  };
}

/** True if the wrapped command line needs `editorRuntimeVariable` or had it: the Windows form. */
export function isWindowsForm({ args }: CommandLine): boolean {
  return windowsProxyPattern.test(args[0] ?? '');
}

function proxyArguments(command: string, args: readonly string[]): readonly string[] | undefined {
  if (windowsProxyPattern.test(args[0] ?? '')) {
    return args.slice(1);
  }
  const isShell = /(^|\/)sh$/.test(command) && args[0] === '-c' && args[2] === 'sh';
  return isShell && posixScriptPattern.test(args[1] ?? '') ? args.slice(3) : undefined;
}

function milliseconds(key: 'limitMs' | 'ownLimitMs', text: string | undefined): Partial<WrappedCommand> {
  return text !== undefined && /^\d{1,15}$/.test(text) ? { [key]: Number(text) } : {};
}
