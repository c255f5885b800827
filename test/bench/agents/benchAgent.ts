import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { endWithThisProcess } from '#scripts/lib/process.mjs';
import { processKb } from '#test/bench/scale/processMemory.ts';

/** The least that an agent does: writes requests to a process and reads the responses. */
export class BenchAgent {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #lastId = 0;
  #rest = '';

  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    this.child = endWithThisProcess(spawn(command, args, { stdio, env, cwd }));
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  /** Resolves with the result when the response has come; with `undefined` if it is an error. */
  request(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  initialize(): Promise<unknown> {
    const clientInfo = { name: 'bench', version: '1' };
    return this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  }

  call(name: string, args: object): Promise<unknown> {
    return this.request('tools/call', { name, arguments: args });
  }

  /** The memory of the process, in kB. What it shares with others is divided among them. */
  get proportionalKb(): number {
    return processKb(this.#pid, 'smaps_rollup', 'Pss');
  }

  /** The memory of the process with all that it shares with others, in kB. */
  get residentKb(): number {
    return processKb(this.#pid, 'smaps_rollup', 'Rss');
  }

  /** The most memory that the process has had, in kB. */
  get peakKb(): number {
    return processKb(this.#pid, 'status', 'VmHWM');
  }

  async end(): Promise<void> {
    const ended = once(this.child, 'close');
    this.child.stdin.end();
    await ended;
  }

  #read(text: string): void {
    if (!text.includes('\n')) {
      this.#rest += text;
      return;
    }
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: unknown };
      if (id === undefined) continue;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    }
  }

  get #pid(): number {
    return this.child.pid ?? 0;
  }
}
