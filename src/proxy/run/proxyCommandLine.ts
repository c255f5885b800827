/** `run`: what stands in an agent's configuration before the server's own command. */
export interface RunOptions {
  readonly client: string;
  readonly server: string;
  readonly limitMs: number | undefined;
  readonly ownLimitMs: number | undefined;
  readonly progressExtends: boolean;
  readonly allFolders: boolean;
  /** The server's own command and its arguments. */
  readonly command: readonly [string, ...string[]];
}

type ProxyCommand =
  | { readonly type: 'run'; readonly options: RunOptions }
  | { readonly type: 'hook'; readonly client: string }
  | { readonly type: 'invalid' };

export const usage = `usage: proxy run --client ID --server NAME [--limit MS] [--own-limit MS] [--progress-extends] [--all-folders] -- COMMAND [ARGUMENT...]
       proxy hook --client ID`;

/**
 * Reads the arguments behind the program's name. Unknown options are ignored, because a configuration may be newer than this
 * program and its server must start all the same.
 */
export function readCommandLine(args: readonly string[]): ProxyCommand {
  const separator = args.indexOf('--');
  const [type, ...options] = separator < 0 ? args : args.slice(0, separator);
  const [command, ...commandArgs] = separator < 0 ? [] : args.slice(separator + 1);
  const optionValue = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const client = optionValue('--client') ?? '';
  if (type === 'hook') return { type, client };
  if (type !== 'run' || command === undefined) return { type: 'invalid' };
  return {
    type,
    options: {
      ...{ client, server: optionValue('--server') ?? '', command: [command, ...commandArgs] },
      ...{ limitMs: readMs(optionValue('--limit')), ownLimitMs: readMs(optionValue('--own-limit')) },
      progressExtends: options.includes('--progress-extends'),
      allFolders: options.includes('--all-folders'),
    },
  };
}

/** Zero means no limit, as in the configuration of some agents. */
function readMs(text: string | undefined): number | undefined {
  const ms = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return ms > 0 ? ms : undefined;
}
