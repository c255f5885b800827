import { execFile } from 'node:child_process';
import type { Disposable } from '#core/common/events.ts';
import { systemPath } from '#core/common/systemPath.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { inOneLine } from '#form/text.ts';

interface SystemNotificationsContext {
  readonly inbox: Pick<Inbox, 'onDidArrive'>;
  readonly platform: NodeJS.Platform;
  /** True if the user wants them, and no window has the focus. */
  isWanted(): boolean;
  textOf(request: ElicitationRequest): string;
  /** Runs a program of a `PATH` and ends it after a while. Calls back when it has ended. */
  run?(program: string, args: readonly string[], path: string, ended: () => void): void;
}

const title = 'MCP Elicitation';
const maxTextLength = 200;
const maxRunMs = 5000;

/**
 * Notifies through the operating system when the server of an agent asks: its user may be in a terminal outside of the editor. Shows
 * one at a time. The text is passed as an argument, never as a part of a script.
 */
export function notifyThroughSystem(context: SystemNotificationsContext): Disposable {
  const { inbox, platform, run = runProgram } = context;
  let isRunning = false;
  return inbox.onDidArrive((request) => {
    if (request.server.asker?.kind !== 'agent' || isRunning || !context.isWanted()) {
      return;
    }
    const command = commandFor(platform, inOneLine(context.textOf(request), maxTextLength));
    if (command) {
      isRunning = true;
      run(command.program, command.args, systemPath, () => {
        isRunning = false;
      });
    }
  });
}

function commandFor(platform: NodeJS.Platform, text: string) {
  switch (platform) {
    case 'linux':
      // The body may have markup.
      return {
        program: 'notify-send',
        args: ['--', title, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
      };
    case 'darwin': {
      const script = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];
      return { program: 'osascript', args: [...script.flatMap((line) => ['-e', line]), title, text] };
    }
    default:
      return undefined;
  }
}

function runProgram(program: string, args: readonly string[], path: string, ended: () => void): void {
  // A system without the program shows nothing.
  execFile(program, [...args], { timeout: maxRunMs, env: { ...process.env, PATH: path } }, () => ended());
}
