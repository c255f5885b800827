/** What stands in an agent's configuration. */
export interface ServeOptions {
  readonly client: string;
  readonly server: string;
  readonly limitMs: number | undefined;
  readonly ownLimitMs: number | undefined;
  readonly progressExtends: boolean;
  readonly allFolders: boolean;
}

/** `run`: what stands before the server's own command. */
export interface RunOptions extends ServeOptions {
  /** True if `ELECTRON_RUN_AS_NODE` was set for this process only. */
  readonly hasEditorRuntime: boolean;
  /** The server's own command and its arguments. */
  readonly command: readonly [string, ...string[]];
}

type ProxyCommand =
  | { readonly type: 'run'; readonly options: RunOptions }
  /** Uses a server of the editor's, named by `--server`. */
  | { readonly type: 'serve'; readonly options: ServeOptions }
  | { readonly type: 'hook'; readonly client: string }
  | { readonly type: 'invalid' };

export const usage = `usage: proxy run --client ID --server NAME [--limit MS] [--own-limit MS] [--progress-extends] [--all-folders] [--editor-runtime] -- COMMAND [ARGUMENT...]
       proxy serve --client ID --server NAME [--limit MS] [--own-limit MS] [--progress-extends] [--all-folders]
       proxy hook --client ID`;

/** The options with a value, which can be any text: also one that is an option elsewhere. */
const valueOptions: readonly string[] = ['--client', '--server', '--limit', '--own-limit'];

/**
 * Reads the arguments behind the program's name. Unknown options are ignored, because a configuration may be newer than this
 * program and its server must start all the same.
 */
export function readCommandLine([type, ...args]: readonly string[]): ProxyCommand {
  const options = new Map<string, string>();
  let at = 0;
  for (; at < args.length && args[at] !== '--'; at += 1) {
    const option = args[at] ?? '';
    if (valueOptions.includes(option)) at += 1;
    options.set(option, args[at] ?? '');
  }
  const [command, ...commandArgs] = args.slice(at + 1);
  const client = options.get('--client') ?? '';
  if (type === 'hook') return { type, client };
  const common: ServeOptions = {
    client,
    server: options.get('--server') ?? '',
    limitMs: readMs(options.get('--limit')),
    ownLimitMs: readMs(options.get('--own-limit')),
    progressExtends: options.has('--progress-extends'),
    allFolders: options.has('--all-folders'),
  };
  if (type === 'serve') return { type, options: common };
  if (type !== 'run' || command === undefined) return { type: 'invalid' };
  const hasEditorRuntime = options.has('--editor-runtime');
  return { type, options: { ...common, hasEditorRuntime, command: [command, ...commandArgs] } };
}

/** Zero means no limit, as in the configuration of some agents. */
function readMs(text: string | undefined): number | undefined {
  const ms = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return ms > 0 ? ms : undefined;
}
