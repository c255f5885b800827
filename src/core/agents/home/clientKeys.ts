import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clientIdPattern, type HomeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { ensurePrivateFolder, writePrivateFile } from './privateFolder.ts';

/** Creates and revokes the keys by which clients are known. */
export class ClientKeys {
  readonly #home: HomeFolder;

  constructor(home: HomeFolder) {
    this.#home = home;
  }

  /** True if the client has a usable key. */
  async has(client: string): Promise<boolean> {
    return (await readClientKey(this.#home, client)) !== undefined;
  }

  /** Creates the client's key, unless it has one. @throws Error if a folder is not the user's alone, or cannot be written */
  async create(client: string): Promise<void> {
    assertClientId(client);
    if (!(await this.has(client))) {
      await ensurePrivateFolder(this.#home.root);
      await writePrivateFile(this.#home.keys, keyName(client), `${randomBytes(32).toString('base64url')}\n`);
    }
  }

  /** Deletes the client's key: it can open no connection from then on. Each window closes those that are open, this one by `Endpoint.disconnect`. */
  async revoke(client: string): Promise<void> {
    assertClientId(client);
    await rm(join(this.#home.keys, keyName(client)), { force: true });
  }
}

/** True if there is certainly no key of the client. A folder that is missing or cannot be reached now ends no connection. */
export async function isKeyDeleted({ keys }: HomeFolder, client: string): Promise<boolean> {
  // Of a file alone it is not known whether it or its folder is missing.
  const names = await readdir(keys).catch(() => undefined);
  return names !== undefined && !names.includes(keyName(client));
}

function keyName(client: string): string {
  return `${client}.key`;
}

/** @throws Error for an id that is not a safe part of a file name */
export function assertClientId(client: string): void {
  if (!clientIdPattern.test(client)) {
    throw new Error('This is no id of a client.');
  }
}
