import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { endWithThisProcess } from '#scripts/lib/process.mjs';

/** The least that an agent does: writes requests to a process and reads the responses. */
export class BenchAgent {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;
  #rest = '';

  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    this.child = endWithThisProcess(spawn(command, args, { stdio, env, cwd }));
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  /** Resolves when the response has come. */
  request(method: string, params: object = {}): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1' };
    return this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  }

  call(name: string, args: object): Promise<void> {
    return this.request('tools/call', { name, arguments: args });
  }

  /** The memory of the process, in kB. What it shares with others is divided among them. */
  get proportionalKb(): number {
    return this.#kb('smaps_rollup', 'Pss');
  }

  /** The memory of the process with all that it shares with others, in kB. */
  get residentKb(): number {
    return this.#kb('smaps_rollup', 'Rss');
  }

  /** The most memory that the process has had, in kB. */
  get peakKb(): number {
    return this.#kb('status', 'VmHWM');
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
      const { id } = JSON.parse(line) as { id?: number };
      if (id === undefined) continue;
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    }
  }

  #kb(file: string, name: string): number {
    const text = readFileSync(`/proc/${this.child.pid}/${file}`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) * 1.024;
  }
}
