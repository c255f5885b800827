import type { DpopSession } from '@modelcontextprotocol/client';
import { createDpopSession, type ProofKey } from '#core/authorization/oauth/dpop.ts';
import { authorizationIdOf, type Grant, grantSecrets, isBound } from '#core/authorization/oauth/grant.ts';
import type { GrantStore } from './grantStore.ts';

/** The access token of a request. */
export interface Credential {
  readonly token: string;
  /** Signs the DPoP proofs. Absent if the token is not bound to a key. */
  readonly proofs?: DpopSession;
}

/** Reads and writes the stored grants of an MCP server for one run, and holds the grant in use. */
export class RunGrants {
  readonly #store: GrantStore;
  readonly #resource: string;
  readonly #maskSecret: (secret: string) => void;
  #inUse: Promise<Grant | undefined> | undefined;
  /** The last DPoP session with its key. The session remembers the last nonce of each origin. */
  #proofs: { readonly key: ProofKey; readonly session: DpopSession } | undefined;
  #hasUserTokens = false;
  #authorizationId: string | undefined;

  /** @param resource The URL of the MCP server. @param maskSecret Called with every secret, so that logs mask it. */
  constructor(store: GrantStore, resource: string, maskSecret: (secret: string) => void) {
    this.#store = store;
    this.#resource = resource;
    this.#maskSecret = maskSecret;
  }

  /** True if the grant in use has tokens from a sign-in of the user. */
  get hasUserTokens(): boolean {
    return this.#hasUserTokens;
  }

  /** Tells the authorization in use from another one; `undefined` if there is none. */
  get authorizationId(): string | undefined {
    return this.#authorizationId;
  }

  /**
   * Reads the credential of the grant in use; `undefined` if the grant has no tokens, or there is no grant. If no grant is in
   * use, the grant that was stored last is put in use first.
   */
  async credential(): Promise<Credential | undefined> {
    const grant = await (this.#inUse ?? this.loadLatest());
    if (!grant?.tokens) {
      return undefined;
    }
    const { access_token: token } = grant.tokens;
    const proofs = isBound(grant) ? await this.#proofsFor(grant) : undefined;
    return { token, ...(proofs && { proofs }) };
  }

  /** Reads the grant that was stored last, perhaps by another window, and puts it in use. */
  loadLatest(): Promise<Grant | undefined> {
    const grant = this.read().then((stored) => this.#noteUserTokens(stored));
    this.#inUse = grant;
    grant.catch(() => {
      this.#inUse = undefined;
    });
    return grant;
  }

  /**
   * Reads the grant of one authorization server, or without `issuer` the grant that was stored last. Does not put it in use.
   * Tokens whose key cannot be used are left out. Masks the secrets of the grant.
   */
  async read(issuer?: string): Promise<Grant | undefined> {
    const grant = await this.#store.read(this.#resource, issuer);
    for (const secret of grantSecrets(grant)) {
      this.#maskSecret(secret);
    }
    return grant && (await this.#withUsableTokens(grant));
  }

  /** Stores a grant as the last grant, and puts it in use. */
  async save(grant: Grant): Promise<void> {
    for (const secret of grantSecrets(grant)) {
      this.#maskSecret(secret);
    }
    this.#inUse = Promise.resolve(this.#noteUserTokens(grant));
    await this.#store.write(grant);
  }

  /** Sets `hasUserTokens` and `authorizationId` for a grant that is put in use. Returns the grant. */
  #noteUserTokens(grant: Grant | undefined): Grant | undefined {
    this.#hasUserTokens = grant?.tokens !== undefined && !grant.program;
    this.#authorizationId = grant?.tokens && authorizationIdOf(grant);
    return grant;
  }

  /** The grant, without its tokens if their key cannot be used. */
  async #withUsableTokens(grant: Grant): Promise<Grant> {
    const isUsable = !isBound(grant) || (await this.#proofsFor(grant).catch(() => undefined)) !== undefined;
    return isUsable ? grant : { ...grant, tokens: undefined };
  }

  async #proofsFor({ proofKey }: Grant): Promise<DpopSession | undefined> {
    if (!proofKey || this.#proofs?.key.d === proofKey.d) {
      return proofKey && this.#proofs?.session;
    }
    const session = await createDpopSession(proofKey);
    this.#proofs = { key: proofKey, session };
    return session;
  }
}
