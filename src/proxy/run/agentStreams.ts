import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** `process.stdout` would block this process while the agent does not read its pipe; a socket waits for it. */
export function openOutput(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // A file or a terminal.
    return process.stdout;
  }
}

/** Waits until the agent has read everything, or reads no more. */
export function flush(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.writableLength === 0 || output.destroyed) resolve();
    else output.once('close', resolve).write('', () => resolve());
  });
}

/** Writes a line to standard error, which the agent may show. */
export function log(text: string): void {
  process.stderr.write(`mcp-elicitation: ${text}\n`);
}
