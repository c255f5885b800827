import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, tryParseJson } from '#form/json.ts';
import { fromRoot } from '#test/root.ts';

const tee = fromRoot('test/servers/recordingTee.ts');

/** A message of JSON-RPC as a server received it. */
type Message = Readonly<Record<string, unknown>>;

/** Stdio servers behind `recordingTee.ts`: what each of them received can be read. */
export class RecordedWires {
  readonly #folder = join(tmpdir(), `wires-${randomUUID()}`);

  /** Creates the folder of the files. */
  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  /** Returns the entry for the settings that starts this script of a server in Node. `name`: a file name for what it receives. */
  entryOf(name: string, script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    return { command: process.execPath, args: [tee, this.#file(name), script, ...args], env };
  }

  /** Reads the messages that the server of this name received, in all its runs. */
  async received(name: string): Promise<readonly Message[]> {
    const text = await readFile(this.#file(name), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      const message = tryParseJson(line);
      return isRecord(message) ? [message] : [];
    });
  }

  /** Reads the arguments of each call of this tool. */
  async argumentsOf(name: string, tool: string): Promise<readonly unknown[]> {
    return (await this.received(name)).flatMap(({ method, params }) =>
      method === 'tools/call' && isRecord(params) && params['name'] === tool ? [params['arguments']] : [],
    );
  }

  /** Reads the actions of the answers to elicitations: in replies, or in the requests that answer a round. */
  async answers(name: string): Promise<readonly unknown[]> {
    return (await this.received(name)).flatMap(({ result, params }) => {
      const responses = isRecord(params) ? params['inputResponses'] : undefined;
      return [result, ...(isRecord(responses) ? Object.values(responses) : [])].flatMap((answer) =>
        isRecord(answer) && 'action' in answer ? [answer['action']] : [],
      );
    });
  }

  /** Removes all files. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}
