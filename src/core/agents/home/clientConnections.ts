import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HomeFolder, readPrivateFile } from '#agentProtocol/homeFolder.ts';
import { maxTextLengths } from '#agentProtocol/readMessages.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { assertClientId } from './clientKeys.ts';
import { ensurePrivateFolder, writePrivateFile } from './privateFolder.ts';

/** A server of a client that the user has connected. */
export interface ClientConnection {
  /** The server's name in the client's configuration; empty for the hook, which asks for all servers. */
  readonly server: string;
  /** `commandFingerprint` of the command that the client starts; empty for the hook. */
  readonly fingerprint: string;
  /** What is needed to disconnect it. Read and written by others. */
  readonly undo?: unknown;
}

const fileVersion = 1;
const maxBytes = 1024 * 1024;
const maxConnections = 500;

/**
 * What the user has connected, in one file for each client. All windows and versions share these files, so each change reads the file
 * again and replaces it. A file that cannot be read counts as empty, and is replaced at the next change.
 */
export class ClientConnections {
  readonly #home: HomeFolder;
  #changes: Promise<unknown> = Promise.resolve();

  constructor(home: HomeFolder) {
    this.#home = home;
  }

  async list(client: string): Promise<readonly ClientConnection[]> {
    assertClientId(client);
    const text = await readPrivateFile(join(this.#home.clients, fileName(client)), maxBytes);
    const value = tryParseJson(text);
    const list = isRecord(value) && value['version'] === fileVersion ? value['connections'] : undefined;
    return Array.isArray(list) ? list.filter(isConnection).slice(0, maxConnections) : [];
  }

  /**
   * Records a server, in place of an earlier one of the same name. Without `undo` that of the earlier one is kept.
   * @throws Error if there would be too many, or if a folder is not the user's alone, or cannot be written
   */
  connect(client: string, connection: ClientConnection): Promise<void> {
    return this.#change(client, (known) => {
      const earlier = known.find(({ server }) => server === connection.server);
      return [...known.filter((other) => other !== earlier), { ...earlier, ...connection }];
    });
  }

  /** Forgets a server. The file is deleted with its last one. */
  disconnect(client: string, server: string): Promise<void> {
    return this.#change(client, (known) => known.filter((other) => other.server !== server));
  }

  #change(client: string, change: (known: readonly ClientConnection[]) => readonly ClientConnection[]): Promise<void> {
    assertClientId(client);
    const changed = this.#changes.then(async () => this.#write(client, change(await this.list(client))));
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  async #write(client: string, connections: readonly ClientConnection[]): Promise<void> {
    const name = fileName(client);
    if (connections.length === 0) {
      await rm(join(this.#home.clients, name), { force: true });
      return;
    }
    const text = JSON.stringify({ version: fileVersion, connections });
    if (connections.length > maxConnections || Buffer.byteLength(text) > maxBytes) {
      throw new Error('There are too many connected servers.');
    }
    await ensurePrivateFolder(this.#home.root);
    await writePrivateFile(this.#home.clients, name, text);
  }
}

function fileName(client: string): string {
  return `${client}.json`;
}

function isConnection(value: unknown): value is ClientConnection {
  return (
    isRecord(value) &&
    typeof value['server'] === 'string' &&
    value['server'].length <= maxTextLengths.name &&
    typeof value['fingerprint'] === 'string' &&
    value['fingerprint'].length <= maxTextLengths.name
  );
}
