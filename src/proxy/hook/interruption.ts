import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { LineReader } from '#proxy/wire/lineReader.ts';

const pollMs = 500;
const maxReadBytes = 1024 * 1024;
const interruptionText = '[Request interrupted by user';

/**
 * Notices that the user has pressed Escape in the terminal, of which Claude Code tells a hook nothing: it appends a message to
 * its transcript. Also notices that Claude Code has ended.
 */
export class InterruptionWatch {
  readonly #transcriptPath: string | undefined;
  readonly #processId: number | undefined;
  readonly #onEnd: (reason: 'interrupted' | 'agentEnded') => void;
  readonly #reader = new LineReader(
    { line: (line) => this.#read(line.toString()), piece: () => undefined },
    maxReadBytes,
  );
  #offset: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  /** @param processId that of Claude Code, if it is known */
  constructor(
    transcriptPath: string | undefined,
    processId: number | undefined,
    onEnd: (reason: 'interrupted' | 'agentEnded') => void,
  ) {
    this.#transcriptPath = transcriptPath;
    this.#processId = processId;
    this.#onEnd = onEnd;
  }

  /** Counts what is appended from now on. */
  start(): void {
    this.#timer = setInterval(() => void this.poll(), pollMs);
    void this.poll();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    if (this.#processId !== undefined && !isRunning(this.#processId)) this.#onEnd('agentEnded');
    if (this.#transcriptPath !== undefined) await this.#readAppended(this.#transcriptPath).catch(() => undefined);
    this.#isPolling = false;
  }

  async #readAppended(path: string): Promise<void> {
    if (!(await stat(path)).isFile()) return;
    // O_NONBLOCK: a pipe that has taken the file's place must not keep this process from ending.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = await file.stat();
      this.#offset = Math.min(this.#offset ?? size, size);
      for (let length = 1; length > 0 && this.#offset < size; this.#offset += length) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, this.#offset);
        this.#reader.push(buffer.subarray(0, bytesRead));
        length = bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  #read(line: string): void {
    if (line.includes(interruptionText) && isInterruption(line)) this.#onEnd('interrupted');
  }
}

/** True for a message in the user's name. The text may also stand in a tool's result, or in what the user quotes. */
function isInterruption(line: string): boolean {
  try {
    const { type, message } = JSON.parse(line) as { type?: unknown; message?: { content?: unknown } };
    const content = typeof message?.content === 'string' ? [{ text: message.content }] : message?.content;
    const texts = Array.isArray(content) ? content.map((block) => block?.text) : [];
    return type === 'user' && texts.some((text) => typeof text === 'string' && text.startsWith(interruptionText));
  } catch {
    return false;
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
