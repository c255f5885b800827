import { type FetchLike, isDpopNonceChallenge } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { readAuthorizationChallenge } from '#core/authorization/oauth/challenge.ts';
import { HostError } from '#core/common/errors.ts';
import { isRecord } from '#form/json.ts';
import type { RunAuthorization } from './runAuthorization.ts';
import type { Credential } from './runGrants.ts';

/** How often another token is requested for one request, by refreshes and sign-ins together. */
const maxAttempts = 3;
/** The number of DPoP proofs for one attempt: a concurrent request may have used up the server's last nonce. */
const maxProofs = 3;

/**
 * `fetch` for one connection to a server that may require authorization. A refused request waits for another token and is
 * sent again, which is safe because the server has not executed it. The caller gets only the last response.
 * Source: MCP specification 2026-07-28, basic/authorization, "Access Token Usage" and "Error Handling".
 */
export class AuthorizedFetch {
  readonly #base: FetchLike;
  readonly #authorization: RunAuthorization;
  /** The requests that wait for another token, by JSON-RPC id. */
  readonly #waiting = new Map<unknown, AbortController>();
  #failure: HostError | undefined;
  #resolveFirstRequest: () => void = () => undefined;

  /**
   * Resolves when the server has accepted a request, or has refused it also with other tokens, or has refused one for which the
   * user must not be asked to sign in.
   */
  readonly firstRequestSettled = new Promise<void>((resolve) => {
    this.#resolveFirstRequest = resolve;
  });

  constructor(base: FetchLike, authorization: RunAuthorization) {
    this.#base = base;
    this.#authorization = authorization;
  }

  /** Why the last request was not authorized. Stored because some transports drop the error that `fetch` throws. */
  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** The `fetch` that may ask the user to sign in, for requests of a call or a start. */
  readonly fetch: FetchLike = (url, init) => this.#fetch(url, init, 'asks');

  /** The `fetch` that never asks the user to sign in, for the standalone stream and the end of the session. */
  readonly fetchWithoutPrompt: FetchLike = (url, init) => this.#fetch(url, init, 'waits');

  /** Like `fetchWithoutPrompt`, but returns the refusal also while the user is asked to sign in because of another request. */
  readonly fetchWithoutWaiting: FetchLike = (url, init) => this.#fetch(url, init, 'never');

  /** `user`: whether this request may ask the user to sign in, waits while another one does, or never waits for the user. */
  async #fetch(url: string | URL, init: RequestInit | undefined, user: 'asks' | 'waits' | 'never'): Promise<Response> {
    const isInteractive = user === 'asks';
    const method = (init?.method ?? 'GET').toUpperCase();
    if (this.#waiting.size > 0 && this.#cancelWaiting(init?.body)) {
      // The server does not need this notification: it has not executed the cancelled request.
      return new Response(null, { status: 202 });
    }
    for (let attempt = 1; ; attempt += 1) {
      const credential = await this.#credential(isInteractive);
      const token = credential?.token;
      const response = await this.#send(url, init, credential);
      const challenge = method === 'DELETE' ? undefined : readAuthorizationChallenge(response);
      if (token !== undefined && challenge?.demands !== 'signIn') {
        this.#authorization.markAccepted(token);
      }
      if (!challenge || attempt > maxAttempts) {
        this.#failure = undefined;
        this.#resolveFirstRequest();
        return response;
      }
      const refusal = { challenge, token, isInteractive };
      const authorize = (signal: AbortSignal) => this.#authorization.authorize(refusal, signal);
      const obtain = user === 'never' ? (signal: AbortSignal) => this.#unlessUserIsAsked(authorize, signal) : authorize;
      let hasToken: boolean | undefined;
      try {
        hasToken = await this.#waitForToken(init, obtain);
      } finally {
        // The caller reads the refusal only if it gets it.
        if (hasToken !== false) {
          response.body?.cancel().catch(() => undefined);
        }
      }
      if (!hasToken) {
        this.#resolveFirstRequest();
        return response;
      }
    }
  }

  async #credential(isInteractive: boolean): Promise<Credential | undefined> {
    try {
      return await this.#authorization.credential(isInteractive);
    } catch (error) {
      this.#failure = error instanceof HostError ? error : undefined;
      throw error;
    }
  }

  /**
   * Sends a request with a credential. Each attempt needs a DPoP proof with the server's last nonce.
   * Source: RFC 9449 sections 7.1, 8.2 and 9.
   */
  async #send(url: string | URL, init: RequestInit | undefined, credential: Credential | undefined): Promise<Response> {
    const { token, proofs } = credential ?? {};
    if (token === undefined || !proofs) {
      return this.#base(url, withHeaders(init, token === undefined ? {} : { Authorization: `Bearer ${token}` }));
    }
    const htm = init?.method ?? 'GET';
    for (let proof = 1; proof <= maxProofs; proof += 1) {
      const DPoP = await proofs.buildProof({ htm, htu: url, accessToken: token });
      const response = await this.#base(url, withHeaders(init, { Authorization: `DPoP ${token}`, DPoP }));
      proofs.observeNonce(response, url);
      if (!isDpopNonceChallenge(response)) {
        return response;
      }
      await response.body?.cancel();
    }
    this.#failure = new HostError({
      name: 'AuthorizationFailed',
      summary: t('The server keeps asking for another proof that you hold the access token (DPoP).'),
      remedy: t('Contact the operator of the server.'),
    });
    throw this.#failure;
  }

  async #waitForToken(
    init: RequestInit | undefined,
    wait: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<boolean> {
    const cancelled = new AbortController();
    const message = parseMessage(init?.body);
    const id = message?.['method'] === undefined ? undefined : message['id'];
    if (id !== undefined) {
      this.#waiting.set(id, cancelled);
    }
    try {
      return await wait(AbortSignal.any([cancelled.signal, ...(init?.signal ? [init.signal] : [])]));
    } catch (error) {
      this.#failure = error instanceof HostError ? error : undefined;
      throw error;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Resolves with false as soon as the user is asked because of another request. */
  async #unlessUserIsAsked(
    authorize: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const asked = new AbortController();
    const check = () => {
      if (this.#authorization.anyOpen) {
        asked.abort();
      }
    };
    const watching = this.#authorization.onDidChange(check);
    check();
    try {
      return await authorize(AbortSignal.any([signal, asked.signal]));
    } catch (error) {
      if (asked.signal.aborted && !signal.aborted) {
        return false;
      }
      throw error;
    } finally {
      watching.dispose();
    }
  }

  /** Aborts the waiting request that `body` cancels. Returns false for any other `body`. */
  #cancelWaiting(body: unknown): boolean {
    const message = parseMessage(body);
    const params = message?.['method'] === 'notifications/cancelled' ? message['params'] : undefined;
    const request = isRecord(params) ? this.#waiting.get(params['requestId']) : undefined;
    request?.abort(new DOMException('The request was cancelled.', 'AbortError'));
    return request !== undefined;
  }
}

function withHeaders(init: RequestInit | undefined, added: Readonly<Record<string, string>>): RequestInit | undefined {
  const entries = Object.entries(added);
  if (entries.length === 0) {
    return init;
  }
  const headers = new Headers(init?.headers);
  for (const [name, value] of entries) {
    headers.set(name, value);
  }
  return { ...init, headers };
}

function parseMessage(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'string') {
    return undefined;
  }
  const message: unknown = JSON.parse(body);
  return isRecord(message) ? message : undefined;
}
