import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import { GrantStore } from '#core/authorization/grantStore.ts';
import { RunAuthorization } from '#core/authorization/runAuthorization.ts';
import { SignInAttemptLimit } from '#core/authorization/signInAttemptLimit.ts';
import { UnencryptedConsent } from '#core/authorization/unencryptedConsent.ts';
import type { HttpEntry, LaunchSpec } from '#core/model/definition.ts';
import { Server } from '#core/servers/server.ts';
import { definitionOf } from '#test/host/samples.ts';
import {
  InMemoryRedirects,
  InMemorySecretStore,
  InMemoryTurns,
  RedirectFollowingBrowser,
  ScriptedSignInPrompts,
} from '#test/host/signInDoubles.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { deferredAnswer } from './authorizationRig.ts';

describe('credentials for a server without encryption', () => {
  let prompts: ScriptedSignInPrompts;
  let secrets: InMemorySecretStore;
  let sent: (string | null)[];
  beforeEach(() => {
    prompts = new ScriptedSignInPrompts();
    secrets = new InMemorySecretStore();
    sent = [];
  });

  const services = () => ({
    secrets,
    prompts,
    redirects: new InMemoryRedirects(),
    turns: new InMemoryTurns(),
    browser: new RedirectFollowingBrowser(),
  });
  const definitionAt = (url: string) => definitionOf('mine', { type: 'http', url, headers: {} } as Partial<HttpEntry>);

  /** Stores a token and sends a request with it, as a connection does. */
  async function request(url: string): Promise<void> {
    const definition = definitionAt(url);
    await new GrantStore(secrets, definition).write({
      resource: url,
      issuer: 'https://issuer.example',
      tokens: { access_token: 'the-token', token_type: 'Bearer' },
      client: { client_id: 'client' },
      redirectUri: 'http://127.0.0.1/callback',
      scopes: [],
    });
    const authorization = new RunAuthorization({
      definition,
      resource: url,
      settings: {},
      services: services(),
      attemptLimit: new SignInAttemptLimit(),
      maskSecret: () => undefined,
    });
    const base = async (_url: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return new Response('{}');
    };
    await new AuthorizedFetch(base, authorization).fetch(url, { method: 'POST', body: '{}' });
  }

  it('are sent after the user agreed once', async () => {
    await request('http://far.example/mcp');
    await request('http://far.example/mcp');
    assert.deepEqual(prompts.unencryptedUrls, ['http://far.example/mcp']);
    assert.deepEqual(sent, ['Bearer the-token', 'Bearer the-token']);
  });

  it('are not sent, and no consent is stored, if the user agrees after the end of the request', async () => {
    const { promise, agree } = deferredAnswer();
    const asked: string[] = [];
    const confirmUnencrypted = async ({ resource }: { resource: string }) => {
      asked.push(resource);
      return promise;
    };
    const url = 'http://far.example/mcp';
    const consent = new UnencryptedConsent(definitionAt(url), url, {
      ...services(),
      prompts: Object.assign(prompts, { confirmUnencrypted }),
    });
    const ended = new AbortController();
    const checked = consent.check(ended.signal);
    await until(() => asked.length === 1);
    ended.abort(new Error('The request has ended.'));
    await assert.rejects(checked, { message: 'The request has ended.' });
    agree(true);
    await turn();
    assert.equal(secrets.values.size, 0);
    await consent.check(new AbortController().signal);
    assert.equal(asked.length, 2);
    assert.equal(secrets.values.size, 1);
  });

  it('need consent again for another origin', async () => {
    await request('http://far.example/mcp');
    await request('http://far.example:8080/mcp');
    assert.equal(prompts.unencryptedUrls.length, 2);
  });

  it('are not sent if the user declines, and need consent again the next time', async () => {
    prompts.allowsUnencrypted = false;
    await assert.rejects(request('http://far.example/mcp'), { name: 'AuthorizationDeclined' });
    await assert.rejects(request('http://10.0.0.1/mcp'), { name: 'AuthorizationDeclined' });
    assert.deepEqual(sent, []);
    await assert.rejects(request('http://far.example/mcp'), { name: 'AuthorizationDeclined' });
    assert.equal(prompts.unencryptedUrls.length, 3);
  });

  it('are not sent if the user must not be asked, which the user has not declined', async () => {
    const url = 'http://far.example/mcp';
    const consent = new UnencryptedConsent(definitionAt(url), url, services());
    await assert.rejects(consent.check(new AbortController().signal, false), { name: 'AuthorizationFailed' });
    assert.deepEqual(prompts.unencryptedUrls, []);
  });

  for (const url of [
    'http://localhost:3000/mcp',
    'http://127.0.0.1/mcp',
    'http://[::1]:80/mcp',
    'https://far.example/',
  ]) {
    it(`are sent without consent to ${url}`, async () => {
      await request(url);
      assert.deepEqual([prompts.unencryptedUrls, sent], [[], ['Bearer the-token']]);
    });
  }

  for (const [what, headers, entrySecrets] of [
    ['an Authorization header', { authorization: 'Basic Zm9v' }, []],
    ['another header with a secret', { 'X-Api-Key': 'key hunter2' }, ['hunter2']],
  ] satisfies [string, Record<string, string>, string[]][]) {
    it(`are not sent as ${what} of the entry if the user declines`, async () => {
      prompts.allowsUnencrypted = false;
      const host = createTestHost();
      const url = 'http://host.invalid/mcp';
      const spec: LaunchSpec = { type: 'http', url, headers: { ...headers }, secrets: [...entrySecrets] };
      const server = new Server(definitionAt(url), {
        ...host.services,
        log: host.log,
        authorization: services(),
        resolve: async () => spec,
      });
      await assert.rejects(server.start('user'), { name: 'AuthorizationDeclined', message: /without encryption/ });
      assert.deepEqual(prompts.unencryptedUrls, [url]);
      await host.end();
    });
  }
});
