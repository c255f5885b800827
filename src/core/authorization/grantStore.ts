import { type Grant, isGrant } from '#core/authorization/oauth/grant.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { type OAuthSettings, type ServerDefinition, storedId } from '#core/model/definition.ts';
import type { SecretStore } from './authorizationServices.ts';

/** Of one server, which may go back to an authorization server that it named before. */
const maxGrants = 5;

/**
 * Stores the grants of one server, one for each URL and authorization server, under a key of the server and its settings.
 * Of a program's grant only the authorization server is stored, so that the program's credentials are not sent to another
 * one.
 */
export class GrantStore {
  readonly #secrets: SecretStore;
  readonly #key: string;
  /** The key of version 0.1.0 for a server of a workspace, without the workspace: such grants are deleted and never read. */
  readonly #untied: string | undefined;
  #ofProgram: Grant | undefined;

  constructor(secrets: SecretStore, definition: ServerDefinition) {
    this.#secrets = secrets;
    this.#key = grantKey(definition);
    const untied = keyOf(definition.id, definition);
    this.#untied = untied === this.#key ? undefined : untied;
  }

  /** All grants, the last one first. */
  async all(): Promise<readonly Grant[]> {
    return parse(await this.#secrets.get(this.#key)).map((kept) =>
      kept.program && this.#ofProgram && isSame(kept, this.#ofProgram) ? this.#ofProgram : kept,
    );
  }

  /** The last grant for a URL. @param issuer Only a grant of this authorization server. */
  async read(resource: string, issuer?: string): Promise<Grant | undefined> {
    const all = await this.all();
    return all.find((grant) => grant.resource === resource && (issuer === undefined || grant.issuer === issuer));
  }

  async write(grant: Grant): Promise<void> {
    this.#ofProgram = grant.program && grant;
    const { tokens, proofKey, client, ...rest } = grant;
    const kept: Grant = grant.program
      ? { ...rest, client: { client_id: client.client_id, issuer: grant.issuer } }
      : grant;
    const others = parse(await this.#secrets.get(this.#key)).filter((other) => !isSame(other, grant));
    await this.#secrets.set(this.#key, JSON.stringify([kept, ...others].slice(0, maxGrants)));
    await this.#forgetUntied();
  }

  async delete(): Promise<void> {
    this.#ofProgram = undefined;
    await this.#secrets.delete(this.#key);
    await this.#forgetUntied();
  }

  async #forgetUntied(): Promise<void> {
    if (this.#untied !== undefined) {
      await this.#secrets.delete(this.#untied);
    }
  }
}

/** The key that the grants of a server are stored under. */
export function grantKey(definition: ServerDefinition): string {
  return keyOf(storedId(definition), definition);
}

/** The grants that are stored under a key: see `grantKey`. */
export async function storedGrants(key: string, secrets: SecretStore): Promise<readonly Grant[]> {
  return parse(await secrets.get(key));
}

function isSame(one: Grant, other: Grant): boolean {
  return one.resource === other.resource && one.issuer === other.issuer;
}

/** Hashes all settings that a grant depends on. A client's secret is none of them: it may change for the same client. */
function keyOf(id: string, { entry }: ServerDefinition): string {
  const settings: OAuthSettings = (entry.type !== 'stdio' && entry.oauth) || {};
  const { grant, issuer, clientId, clientMetadataUrl, scopes } = settings;
  const url = entry.type === 'stdio' ? '' : entry.url;
  return `oauth:${fingerprintOf({ id, url, grant, issuer, clientId, clientMetadataUrl, scopes })}`;
}

/** The stored grants. Drops what another version wrote in another shape. */
function parse(text: string | undefined): Grant[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isGrant) : [];
  } catch {
    return [];
  }
}
