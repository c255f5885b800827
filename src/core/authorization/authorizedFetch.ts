import { type FetchLike, isDpopNonceChallenge } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { readChallenge } from '#core/authorization/oauth/challenge.ts';
import { HostError } from '#core/common/errors.ts';
import { isRecord } from '#form/json.ts';
import type { Credential } from './grantCache.ts';
import type { RunAuthorization } from './runAuthorization.ts';

/** Attempts to get another token for one request: refreshes and sign-ins together. */
const maxAttempts = 3;
/** DPoP proofs of one attempt. A concurrent request may have used up the server's last nonce. */
const maxProofs = 3;

/**
 * `fetch` for one connection to a server that may require authorization. A refused request waits for another token and is
 * sent again, which is safe because the server did not execute it. The connection above does not notice.
 * Source: MCP specification 2026-07-28, basic/authorization, "Access Token Usage" and "Error Handling".
 */
export class AuthorizedFetch {
  readonly #base: FetchLike;
  readonly #authorization: RunAuthorization;
  /** Requests that wait to be sent again, by JSON-RPC id. */
  readonly #held = new Map<unknown, AbortController>();
  #failure: HostError | undefined;
  #answer: () => void = () => undefined;

  /** Resolves when the server has accepted the first request, or has refused it for good. */
  readonly firstResponse = new Promise<void>((resolve) => {
    this.#answer = resolve;
  });

  constructor(base: FetchLike, authorization: RunAuthorization) {
    this.#base = base;
    this.#authorization = authorization;
  }

  /** Why the last request was not authorized. Kept here because some transports drop the error that `fetch` throws. */
  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** For requests of a call or a start: may ask the user to sign in. */
  readonly fetch: FetchLike = (url, init) => this.#fetch(url, init, true);

  /** For the standalone stream, which waits for notifications: never asks the user. */
  readonly fetchWithoutPrompt: FetchLike = (url, init) => this.#fetch(url, init, false);

  async #fetch(url: string | URL, init: RequestInit | undefined, interactive: boolean): Promise<Response> {
    const method = (init?.method ?? 'GET').toUpperCase();
    if (this.#held.size > 0 && this.#isForHeld(init?.body)) {
      // The cancelled request never reached the server.
      return new Response(null, { status: 202 });
    }
    for (let attempt = 1; ; attempt += 1) {
      const credential = await this.#credential();
      const token = credential?.token;
      const response = await this.#send(url, init, credential);
      const challenge = method === 'DELETE' ? undefined : readChallenge(response);
      if (token !== undefined && challenge?.demands !== 'signIn') {
        this.#authorization.accepted(token);
      }
      if (!challenge || attempt > maxAttempts) {
        this.#failure = undefined;
        this.#answer();
        return response;
      }
      const refusal = { challenge, token, interactive };
      if (!(await this.#hold(init, (signal) => this.#authorization.authorize(refusal, signal)))) {
        return response;
      }
      await response.body?.cancel();
    }
  }

  async #credential(): Promise<Credential | undefined> {
    try {
      return await this.#authorization.credential();
    } catch (error) {
      this.#failure = error instanceof HostError ? error : undefined;
      throw error;
    }
  }

  /**
   * A DPoP proof is valid for one request and has to carry the server's last nonce.
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
      summary: t('The server asks again and again for another proof that the access token is held (DPoP).'),
      remedy: t('Whoever runs the server has to look into it.'),
    });
    throw this.#failure;
  }

  async #hold(init: RequestInit | undefined, wait: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    const cancelled = new AbortController();
    const message = messageOf(init?.body);
    const id = message?.['method'] === undefined ? undefined : message['id'];
    if (id !== undefined) {
      this.#held.set(id, cancelled);
    }
    try {
      return await wait(AbortSignal.any([cancelled.signal, ...(init?.signal ? [init.signal] : [])]));
    } catch (error) {
      this.#failure = error instanceof HostError ? error : undefined;
      throw error;
    } finally {
      this.#held.delete(id);
    }
  }

  /** True for a `notifications/cancelled` about a waiting request, which is aborted here. */
  #isForHeld(body: unknown): boolean {
    const message = messageOf(body);
    const params = message?.['method'] === 'notifications/cancelled' ? message['params'] : undefined;
    const held = isRecord(params) ? this.#held.get(params['requestId']) : undefined;
    held?.abort(new DOMException('The request was cancelled.', 'AbortError'));
    return held !== undefined;
  }
}

function withHeaders(init: RequestInit | undefined, more: Readonly<Record<string, string>>): RequestInit | undefined {
  const added = Object.entries(more);
  if (added.length === 0) {
    return init;
  }
  const headers = new Headers(init?.headers);
  for (const [name, value] of added) {
    headers.set(name, value);
  }
  return { ...init, headers };
}

function messageOf(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'string') {
    return undefined;
  }
  const message: unknown = JSON.parse(body);
  return isRecord(message) ? message : undefined;
}
