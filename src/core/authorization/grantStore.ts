import { authorizationIdOf, type Grant, isGrant } from '#core/authorization/oauth/grant.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { type OAuthSettings, type ServerDefinition, storedId } from '#core/model/definition.ts';
import type { SecretStore } from './authorizationServices.ts';

/** The number of stored grants of one server, which may return to an earlier authorization server. */
const maxGrants = 5;

/**
 * Stores the grants of one server, one for each URL and authorization server, under a key of the server and its settings.
 * Of a grant that needs no user (`program`), only the authorization server and the client's id are stored, so that the
 * credentials of the entry are not sent to another authorization server.
 */
export class GrantStore {
  readonly #secrets: SecretStore;
  readonly #key: string;
  /** The key of version 0.1.0 for a server of a workspace, without the workspace: its grants are deleted and never read. */
  readonly #keyWithoutWorkspace: string | undefined;
  #nonInteractiveGrant: Grant | undefined;

  constructor(secrets: SecretStore, definition: ServerDefinition) {
    this.#secrets = secrets;
    this.#key = grantKey(definition);
    const keyWithoutWorkspace = keyOf(definition.id, definition);
    this.#keyWithoutWorkspace = keyWithoutWorkspace === this.#key ? undefined : keyWithoutWorkspace;
  }

  /** See `grantKey`. */
  get key(): string {
    return this.#key;
  }

  /** All grants, the last one first. */
  async all(): Promise<readonly Grant[]> {
    return parse(await this.#secrets.get(this.#key)).map((stored) =>
      stored.program && this.#nonInteractiveGrant && isSame(stored, this.#nonInteractiveGrant)
        ? this.#nonInteractiveGrant
        : stored,
    );
  }

  /** Reads the last grant for a URL. With `issuer`: the last grant of this authorization server. */
  async read(resource: string, issuer?: string): Promise<Grant | undefined> {
    const all = await this.all();
    return all.find((grant) => grant.resource === resource && (issuer === undefined || grant.issuer === issuer));
  }

  /** True if a grant of the same sign-in is stored. */
  async has(grant: Grant): Promise<boolean> {
    return (await this.all()).some((stored) => isSame(stored, grant) && stored.signInId === grant.signInId);
  }

  async write(grant: Grant): Promise<void> {
    this.#nonInteractiveGrant = grant.program && grant;
    const { tokens, proofKey, client, ...rest } = grant;
    const stored: Grant = grant.program
      ? { ...rest, client: { client_id: client.client_id, issuer: grant.issuer } }
      : grant;
    const others = parse(await this.#secrets.get(this.#key)).filter((other) => !isSame(other, grant));
    await this.#secrets.set(this.#key, JSON.stringify([stored, ...others].slice(0, maxGrants)));
    await this.#deleteWithoutWorkspace();
  }

  /** Makes a stored grant the last one. Keeps its stored tokens, which another window may have refreshed. */
  async makeLast(grant: Grant): Promise<void> {
    const all = parse(await this.#secrets.get(this.#key));
    const stored = all.find((other) => isSame(other, grant));
    if (stored && stored !== all[0]) {
      await this.#secrets.set(this.#key, JSON.stringify([stored, ...all.filter((other) => other !== stored)]));
    }
  }

  async delete(): Promise<void> {
    this.#nonInteractiveGrant = undefined;
    await this.#secrets.delete(this.#key);
    await this.#deleteWithoutWorkspace();
  }

  async #deleteWithoutWorkspace(): Promise<void> {
    if (this.#keyWithoutWorkspace !== undefined) {
      await this.#secrets.delete(this.#keyWithoutWorkspace);
    }
  }
}

/** The id of the last authorization of a server, also if its tokens have expired; `undefined` if there is none, or the user has signed out. */
export async function lastAuthorizationId(
  definition: ServerDefinition,
  secrets: SecretStore,
): Promise<string | undefined> {
  const [last] = await new GrantStore(secrets, definition).all();
  return last && authorizationIdOf(last);
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

/** Hashes all settings on which a grant depends. The client's secret is left out: it may change for the same client. */
function keyOf(id: string, { entry }: ServerDefinition): string {
  const settings: OAuthSettings = (entry.type !== 'stdio' && entry.oauth) || {};
  const { grant, issuer, clientId, clientMetadataUrl, scopes } = settings;
  const url = entry.type === 'stdio' ? '' : entry.url;
  return `oauth:${fingerprintOf({ id, url, grant, issuer, clientId, clientMetadataUrl, scopes })}`;
}

/** Reads the stored grants. Drops values that another version wrote in another shape. */
function parse(text: string | undefined): Grant[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isGrant) : [];
  } catch {
    return [];
  }
}
