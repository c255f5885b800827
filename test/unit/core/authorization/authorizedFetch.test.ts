import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import { RunAuthorization } from '#core/authorization/runAuthorization.ts';
import { SignInAttemptLimit } from '#core/authorization/signInAttemptLimit.ts';
import { definitionOf } from '#test/host/samples.ts';
import {
  InMemoryRedirects,
  InMemorySecretStore,
  InMemoryTurns,
  RedirectFollowingBrowser,
  ScriptedSignInPrompts,
} from '#test/host/signInDoubles.ts';

const url = 'https://far.example/mcp';

describe('the requests of a connection with authorization', () => {
  /** True if the first request is settled after a request without a token, which must not ask the user. */
  async function isSettledAfter(response: Response | Error): Promise<boolean> {
    const redirects = new InMemoryRedirects();
    const authorization = new RunAuthorization({
      definition: definitionOf('mine', { type: 'http', url }),
      resource: url,
      settings: {},
      services: {
        secrets: new InMemorySecretStore(),
        browser: new RedirectFollowingBrowser(redirects),
        redirects,
        turns: new InMemoryTurns(),
        prompts: new ScriptedSignInPrompts(),
      },
      attemptLimit: new SignInAttemptLimit(),
      maskSecret: () => undefined,
    });
    const authorized = new AuthorizedFetch(async () => {
      if (response instanceof Error) {
        throw response;
      }
      return response;
    }, authorization);
    let isSettled = false;
    void authorized.firstRequestSettled.then(() => {
      isSettled = true;
    });
    const received = await authorized.fetchWithoutPrompt(url).catch((error: unknown) => error);
    assert.equal(received, response);
    await turn();
    return isSettled;
  }

  it('are settled when the server accepts one', async () => {
    assert.equal(await isSettledAfter(new Response('{}')), true);
  });

  it('are settled when the server refuses one for which the user must not be asked', async () => {
    assert.equal(await isSettledAfter(new Response(null, { status: 401 })), true);
  });

  it('are not settled while the server is not reached', async () => {
    assert.equal(await isSettledAfter(new TypeError('fetch failed')), false);
  });

  it('do not keep the body of a refusal open if the sign-in fails', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const authorization = {
      credential: async () => undefined,
      authorize: async () => Promise.reject(new Error('declined')),
    } as unknown as RunAuthorization;
    const authorized = new AuthorizedFetch(async () => new Response(body, { status: 401 }), authorization);
    await assert.rejects(authorized.fetch(url), /declined/);
    assert.equal(isCancelled, true);
  });
});
