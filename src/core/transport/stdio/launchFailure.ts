const prefix = 'The launcher could not start';

/** The launcher's last words when a command cannot be started. `code` is the system's error code, such as ENOENT. */
export function notStarted(command: string, code: string | undefined): string {
  return `${prefix} ${command} (${code ?? 'unknown error'})`;
}

/** The system's error code when `line` are the launcher's last words. */
export function readNotStarted(line: string | undefined): string | undefined {
  return line?.startsWith(prefix) ? /\(([A-Z0-9]+|unknown error)\)$/.exec(line)?.[1] : undefined;
}
