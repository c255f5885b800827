import * as vscode from 'vscode';
import { LogThrottle } from '#core/common/logThrottle.ts';

/** A client can cause a line with each of its messages. */
const linesPerSecond = 20;

/** The log about agents and other programs that ask: the first lines in each second. Its channel is created for its first line. */
export class AgentLog implements vscode.Disposable {
  readonly #throttle = new LogThrottle(linesPerSecond, (count) =>
    this.#write(`${count} more lines came within a second and are not shown.`),
  );
  #channel: vscode.LogOutputChannel | undefined;
  #isDisposed = false;

  warn(line: string): void {
    if (this.#throttle.admit()) {
      this.#write(line);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#channel?.dispose();
  }

  #write(line: string): void {
    if (!this.#isDisposed) {
      this.#channel ??= vscode.window.createOutputChannel('MCP: Agents', { log: true });
      this.#channel.warn(line);
    }
  }
}
