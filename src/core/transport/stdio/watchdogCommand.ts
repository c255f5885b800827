import process from 'node:process';
import { systemPath } from '#core/common/systemPath.ts';

/** How to start the watchdog. `env` is its whole environment. */
export interface WatchdogCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface WatchdogContext {
  readonly platform: NodeJS.Platform;
  /** The path of the bundled program that is the watchdog on Windows (`windowsWatchdog.ts`). */
  readonly windowsProgram: string;
  /** How long a process may take to end, before SIGTERM and again before SIGKILL. In milliseconds. */
  readonly graceMs: number;
}

const stepMs = 50;

/**
 * The watchdog on POSIX. It reads lines from file descriptor 3: `+ GROUP STARTED` adds a process group, `- GROUP` removes one.
 * The end of the input means that the host is gone. Then every group gets a grace period, because its input is closed as well,
 * then SIGTERM, another grace period, and SIGKILL. The argument is the number of steps of a grace period. The input is not
 * standard input, because bash runs `.bashrc` if its standard input is a socket, and Node's pipes are sockets.
 *
 * `send` sends a signal to every group, and forgets the groups without processes; signal 0 only checks. `kill` has neither `-s`
 * nor `--`, which dash and busybox understand differently. `pause` waits for a grace period, or until there is no group;
 * some systems sleep only for whole seconds.
 *
 * A shell and not a Node program: it needs 0.2 MB in place of 10 MB and starts in a few milliseconds. It is passed as an
 * argument and not as a file: a shell reads a file while it runs it, and an update of the extension replaces its files.
 */
const script = `
trap '' HUP INT TERM
groups=' '
while read -r sign group _; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done <&3

send() {
  remaining=' '
  for group in $groups; do
    kill "-$1" "-$group" && remaining="$remaining$group "
  done
  groups=$remaining
}

pause() {
  step=0
  while send 0; [ "$groups" != ' ' ] && [ "$step" -lt "$steps" ]; do
    sleep ${stepMs / 1000} || sleep 1
    step=$((step + 1))
  done
}

steps=$1
pause
send TERM
pause
send KILL
`;

/**
 * The command of the watchdog. On Windows it is this Node, or Electron as Node. `ps` shows the name of the extension.
 */
export function watchdogCommand({ platform, windowsProgram, graceMs }: WatchdogContext): WatchdogCommand {
  if (platform === 'win32') {
    return { command: process.execPath, args: [windowsProgram, `${graceMs}`], env: { ELECTRON_RUN_AS_NODE: '1' } };
  }
  return {
    command: '/bin/sh',
    args: ['-c', script, 'mcp-elicitation-watchdog', `${Math.ceil(graceMs / stepMs)}`],
    // For `sleep`.
    env: { PATH: systemPath },
  };
}
