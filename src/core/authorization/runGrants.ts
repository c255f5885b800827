import type { DpopSession } from '@modelcontextprotocol/client';
import { createDpopSession, type ProofKey } from '#core/authorization/oauth/dpop.ts';
import { authorizationIdOf, type Grant, grantSecrets, isBound } from '#core/authorization/oauth/grant.ts';
import { errorText } from '#core/common/errors.ts';
import type { GrantStore } from './grantStore.ts';

/** The access token of a request. */
export interface Credential {
  readonly token: string;
  /** Signs the DPoP proofs. Absent if the token is not bound to a key. */
  readonly proofs?: DpopSession;
}

interface RunGrantsOptions {
  /** The URL of the MCP server. */
  readonly resource: string;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
  /** Called with a line for the log. */
  warn?(line: string): void;
}

/**
 * Reads and writes the stored grants of an MCP server for one run, and holds the grant in use. A grant that cannot be stored
 * is held, too, and written again before the next reading: its refresh token may be the only valid one.
 */
export class RunGrants {
  readonly #store: GrantStore;
  readonly #options: RunGrantsOptions;
  #inUse: Promise<Grant | undefined> | undefined;
  /** The last grant, if it could not be stored. */
  #unwritten: Grant | undefined;
  #writingAgain: Promise<void> | undefined;
  /** A write that fails after the user has signed out must not bring its grant back. */
  #timesForgotten = 0;
  /** The access tokens that were last seen in the store, by issuer. */
  readonly #storedTokens = new Map<string, string | undefined>();
  /** The last DPoP session with its key. The session remembers the last nonce of each origin. */
  #proofs: { readonly key: ProofKey; readonly session: DpopSession } | undefined;
  #hasUserTokens = false;
  #authorizationId: string | undefined;

  constructor(store: GrantStore, options: RunGrantsOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** See `grantKey`. */
  get key(): string {
    return this.#store.key;
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
    void this.#writeAgain();
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
    await this.#writeAgain();
    const unwritten = this.#unwritten;
    const isUnwritten = unwritten && (issuer === undefined || issuer === unwritten.issuer);
    const grant = isUnwritten ? unwritten : await this.#readStored(issuer);
    this.#maskSecrets(grant);
    return grant && (await this.#withUsableTokens(grant));
  }

  /** Puts a grant in use, and stores it as the last grant. Does not fail if it cannot be stored: see the class. */
  async save(grant: Grant): Promise<void> {
    this.#maskSecrets(grant);
    this.#inUse = Promise.resolve(this.#noteUserTokens(grant));
    await this.#writingAgain;
    await this.#write(grant);
  }

  /**
   * Puts a refreshed grant in use, and stores it in place of the one with the same sign-in. False, without an effect, if that is no longer
   * stored. Does not fail if it cannot be stored: see the class.
   */
  async saveRefreshed(grant: Grant): Promise<boolean> {
    this.#maskSecrets(grant);
    await this.#writingAgain;
    const isReplaced = await this.#write(grant, true);
    if (isReplaced) {
      this.#inUse = Promise.resolve(this.#noteUserTokens(grant));
    }
    return isReplaced;
  }

  /** Puts a stored grant in use, and makes it the last grant. */
  async use(grant: Grant): Promise<void> {
    this.#inUse = Promise.resolve(this.#noteUserTokens(grant));
    // Only the order of the grants: the next reading finds the grant in any case.
    await this.#store.makeLast(grant).catch(() => undefined);
  }

  /**
   * Notes that the authorization server may not know the client any more. Does not restore a grant that was deleted because
   * the user has signed out.
   */
  async markClientInDoubt({ issuer, client }: Grant): Promise<void> {
    const stored = await this.read(issuer);
    if (stored?.client.client_id === client.client_id) {
      await this.save({ ...stored, inDoubt: true });
    }
  }

  /** Holds no grant any more: the user has signed out. */
  forget(): void {
    this.#timesForgotten += 1;
    this.#unwritten = undefined;
    this.#storedTokens.clear();
    this.#inUse = undefined;
    this.#noteUserTokens(undefined);
  }

  async #readStored(issuer: string | undefined): Promise<Grant | undefined> {
    const grant = await this.#store.read(this.#options.resource, issuer);
    const seenIssuer = issuer ?? grant?.issuer;
    if (seenIssuer !== undefined) {
      this.#storedTokens.set(seenIssuer, grant?.tokens?.access_token);
    }
    return grant;
  }

  /** `replaces`: only in place of a stored grant with the same sign-in. False if there is none then. */
  async #write(grant: Grant, replaces = false): Promise<boolean> {
    const timesForgotten = this.#timesForgotten;
    try {
      if (replaces && !this.#unwritten && !(await this.#store.has(grant))) {
        return false;
      }
      await this.#store.write(grant);
      this.#storedTokens.set(grant.issuer, grant.tokens?.access_token);
      this.#unwritten = undefined;
    } catch (error) {
      if (timesForgotten !== this.#timesForgotten) {
        return false;
      }
      if (!this.#unwritten) {
        this.#options.warn?.(`The tokens could not be stored, and are kept in memory: ${errorText(error, 300)}`);
      }
      this.#unwritten = grant;
    }
    return true;
  }

  /** Writes the grant that could not be stored. Never rejects. */
  #writeAgain(): Promise<void> {
    this.#writingAgain ??= this.#writeUnwritten()
      .catch(() => undefined)
      .finally(() => {
        this.#writingAgain = undefined;
      });
    return this.#writingAgain;
  }

  async #writeUnwritten(): Promise<void> {
    const grant = this.#unwritten;
    if (!grant) {
      return;
    }
    const lastStored = this.#storedTokens.get(grant.issuer);
    const stored = await this.#store.read(this.#options.resource, grant.issuer);
    if (stored?.tokens?.access_token !== lastStored) {
      // The store has other tokens now, or none: the user has signed in or out in another window.
      this.#unwritten = undefined;
    } else if (this.#unwritten === grant) {
      await this.#write(grant);
    }
  }

  #maskSecrets(grant: Grant | undefined): void {
    for (const secret of grantSecrets(grant)) {
      this.#options.maskSecret(secret);
    }
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
