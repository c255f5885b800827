import type { DpopSession } from '@modelcontextprotocol/client';
import { createDpopSession, type ProofKey } from '#core/authorization/oauth/dpop.ts';
import { type Grant, grantSecrets, isBound } from '#core/authorization/oauth/grant.ts';
import type { GrantStore } from './grantStore.ts';

/** What authorizes a request. */
export interface Credential {
  readonly token: string;
  /** Present where the token is bound to a key: signs the DPoP proofs. */
  readonly proofs?: DpopSession;
}

/** The grants of one run, read from the store: the one in use, and those of other authorization servers. */
export class GrantCache {
  readonly #store: GrantStore;
  readonly #resource: string;
  readonly #maskSecret: (secret: string) => void;
  #inUse: Promise<Grant | undefined> | undefined;
  /** The DPoP session of a key: it remembers the server's last nonce. */
  #proofs: { readonly key: ProofKey; readonly session: DpopSession } | undefined;
  #signedIn = false;

  /** @param resource The URL of the MCP server. @param maskSecret Called with every secret, so that logs mask it. */
  constructor(store: GrantStore, resource: string, maskSecret: (secret: string) => void) {
    this.#store = store;
    this.#resource = resource;
    this.#maskSecret = maskSecret;
  }

  /** True if the grant in use has tokens of the user, and not of a program. */
  get signedIn(): boolean {
    return this.#signedIn;
  }

  /** The credential of the grant in use, if it has one. */
  async credential(): Promise<Credential | undefined> {
    const grant = await (this.#inUse ?? this.loadLatest());
    if (!grant?.tokens) {
      return undefined;
    }
    const { access_token: token } = grant.tokens;
    const proofs = isBound(grant) ? await this.#proofsFor(grant) : undefined;
    return { token, ...(proofs && { proofs }) };
  }

  /** Reads the last grant, perhaps stored by another window, and puts it in use. */
  loadLatest(): Promise<Grant | undefined> {
    const looking = this.read().then((grant) => this.#use(grant));
    this.#inUse = looking;
    looking.catch(() => {
      this.#inUse = undefined;
    });
    return looking;
  }

  /** The grant of one authorization server, or without `issuer` the last one. Does not put it in use. */
  async read(issuer?: string): Promise<Grant | undefined> {
    const grant = await this.#store.read(this.#resource, issuer);
    for (const secret of grantSecrets(grant)) {
      this.#maskSecret(secret);
    }
    return grant && (await this.#withUsableTokens(grant));
  }

  /** Stores a grant as the last one, and puts it in use. */
  async save(grant: Grant): Promise<void> {
    for (const secret of grantSecrets(grant)) {
      this.#maskSecret(secret);
    }
    this.#inUse = Promise.resolve(this.#use(grant));
    await this.#store.write(grant);
  }

  #use(grant: Grant | undefined): Grant | undefined {
    this.#signedIn = grant?.tokens !== undefined && !grant.program;
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
