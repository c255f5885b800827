import type { DpopSession } from '@modelcontextprotocol/client';
import { createDpopSession, type ProofKey } from '#core/authorization/oauth/dpop.ts';
import { type Grant, grantSecrets, isBound } from '#core/authorization/oauth/grant.ts';
import type { GrantStore } from './grantStore.ts';

/** What a request shows. */
export interface Credential {
  readonly token: string;
  /** Where the token is bound to a key: signs that it is held. */
  readonly proofs?: DpopSession;
}

/** The grants that one launch goes by: the one in use, and those of other authorization servers beside it. */
export class GrantCache {
  readonly #store: GrantStore;
  readonly #resource: string;
  readonly #maskSecret: (secret: string) => void;
  #inUse: Promise<Grant | undefined> | undefined;
  /** With its key: it remembers what the server last asked for in a proof. */
  #proofs: { readonly key: ProofKey; readonly session: DpopSession } | undefined;
  #signedIn = false;

  /** @param resource The URL of the MCP server. @param maskSecret Called with every secret that comes up. */
  constructor(store: GrantStore, resource: string, maskSecret: (secret: string) => void) {
    this.#store = store;
    this.#resource = resource;
    this.#maskSecret = maskSecret;
  }

  /** True when there are tokens of the person's, as far as is known. */
  get signedIn(): boolean {
    return this.#signedIn;
  }

  /** What to send, if there is anything. */
  async credential(): Promise<Credential | undefined> {
    const grant = await (this.#inUse ?? this.loadLatest());
    if (!grant?.tokens) {
      return undefined;
    }
    const { access_token: token } = grant.tokens;
    const proofs = isBound(grant) ? await this.#proofsFor(grant) : undefined;
    return { token, ...(proofs && { proofs }) };
  }

  /** The last grant there is, in use from now on. Another window may have brought it. */
  loadLatest(): Promise<Grant | undefined> {
    const looking = this.read().then((grant) => this.#use(grant));
    this.#inUse = looking;
    looking.catch(() => {
      this.#inUse = undefined;
    });
    return looking;
  }

  /** The grant of one authorization server; without `issuer` the last one. It is not used by that. */
  async read(issuer?: string): Promise<Grant | undefined> {
    const grant = await this.#store.read(this.#resource, issuer);
    for (const secret of grantSecrets(grant)) {
      this.#maskSecret(secret);
    }
    return grant && (await this.#withUsableTokens(grant));
  }

  /** Keeps a grant as the last one, in use from now on. */
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

  /** Without its tokens, if those are bound to a key that is of no use. */
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
