import { linesByChunk } from '#core/record/store/lineReaders.ts';
import type { RecordFile, RecordFiles } from '#core/record/store/recordFiles.ts';
import { parseRawText, rawTextAt } from './rawText.ts';

/** The numbers of names that are kept. Further ones are not. */
const maxAgents = 200;
const maxServers = 500;
const maxTools = 1000;

/**
 * The agents, servers and tools of the whole record, to choose from. Read without parsing the lines, and kept, so that `refresh` reads only
 * what was added.
 */
export class RecordNames {
  readonly #files: RecordFiles;
  /** The bytes of each file that were read. */
  readonly #read = new Map<string, number>();
  readonly #agents = new RawNames(maxAgents);
  readonly #tools = new RawNames(maxTools);
  readonly #serverIds = new RawNames(maxServers);
  /** The name of each server, by its id. */
  readonly #servers = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: RecordFiles) {
    this.#files = files;
  }

  get agents(): readonly string[] {
    return this.#agents.all;
  }

  get tools(): readonly string[] {
    return this.#tools.all;
  }

  /** The servers: id -> a name under which it was recorded. */
  get servers(): ReadonlyMap<string, string> {
    return this.#servers;
  }

  /** Reads what was added, the newest file first. Rejects if `signal` is aborted or a file cannot be read. */
  refresh(signal?: AbortSignal): Promise<void> {
    const result = this.#last.then(() => this.#refresh(signal));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #refresh(signal: AbortSignal | undefined): Promise<void> {
    const files = (await this.#files.list()).toSorted((one, other) => other.modified - one.modified);
    this.#forgetDeleted(files);
    for (const { name, bytes } of files) {
      const from = this.#read.get(name) ?? 0;
      if (bytes > from) {
        for await (const lines of linesByChunk(this.#files, name, from, signal)) {
          for (const { bytes: line, whole, end } of lines) {
            if (whole) {
              this.#add(line.toString('utf8'));
              this.#read.set(name, end);
            }
          }
        }
      }
    }
  }

  /** Starts again if a file is gone or shorter: its names may be in no other file. */
  #forgetDeleted(files: readonly RecordFile[]): void {
    const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
    if ([...this.#read].some(([name, read]) => (sizes.get(name) ?? 0) < read)) {
      this.#read.clear();
      this.#servers.clear();
      for (const names of [this.#agents, this.#tools, this.#serverIds]) {
        names.clear();
      }
    }
  }

  #add(line: string): void {
    const serverStart = line.indexOf(serverKey);
    if (serverStart < 0) {
      return;
    }
    const id = rawTextAt(line, serverStart + serverKey.length);
    const isNew = this.#serverIds.add(id);
    if (isNew !== undefined) {
      const afterId = serverStart + serverKey.length + id.length;
      const hasName = line.startsWith(nameKey, afterId);
      this.#servers.set(isNew, (hasName && parseRawText(rawTextAt(line, afterId + nameKey.length))) || isNew);
    }
    this.#agents.addAfter(line, agentKey);
    this.#tools.addAfter(line, toolKey);
  }
}

/** The texts before names in a line, as `JSON.stringify` writes an entry. A quotation mark in a recorded text has a backslash before it. */
const serverKey = '"server":{"id":"';
const nameKey = '","name":"';
const agentKey = '"by":"agent","agent":"';
const toolKey = '"kind":"tool","target":"';

/** Different names, as they are escaped in JSON and as they are. */
class RawNames {
  readonly #max: number;
  readonly #raw = new Set<string>();
  readonly #names = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  get all(): readonly string[] {
    return [...this.#names];
  }

  /** Adds a name as it is in JSON. Returns the name if it is new. */
  add(raw: string): string | undefined {
    if (this.#raw.has(raw) || this.#raw.size >= this.#max) {
      return undefined;
    }
    this.#raw.add(raw);
    const name = parseRawText(raw);
    if (name === undefined || this.#names.has(name)) {
      return undefined;
    }
    this.#names.add(name);
    return name;
  }

  /** Adds the name after this key, if the line has it. */
  addAfter(line: string, key: string): void {
    const start = line.indexOf(key);
    if (start >= 0) {
      this.add(rawTextAt(line, start + key.length));
    }
  }

  clear(): void {
    this.#raw.clear();
    this.#names.clear();
  }
}
