import assert from 'node:assert/strict';
import { auth, type FetchLike } from '@modelcontextprotocol/client';
import { FlowProvider } from '#core/authorization/flowProvider.ts';
import { postOnly } from '#core/authorization/oauth/guardedFetch.ts';

describe('metadata that the host did not find', () => {
  const issuer = 'https://login.example';
  let requests: string[];
  const fetchFn: FetchLike = async (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(url).host}`);
    return new Response(null, { status: 404 });
  };
  beforeEach(() => {
    requests = [];
  });

  /** Runs the SDK's sign-in up to the URL for the browser, with the metadata that the host has found. */
  const signIn = async (fetchFn: FetchLike) => {
    const provider = new FlowProvider({
      settings: { clientId: 'me' },
      grant: undefined,
      discovery: {
        authorizationServerUrl: issuer,
        authorizationServerMetadata: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
        },
      },
      redirectUri: 'http://127.0.0.1/redirect',
      state: 'state',
      maskSecret: () => undefined,
    });
    assert.equal(await auth(provider, { serverUrl: 'https://server.example/mcp', fetchFn }), 'REDIRECT');
  };

  it('must be withheld by the host: the SDK requests the metadata of the server again', async () => {
    await signIn(fetchFn);
    assert.ok(requests.includes('GET server.example'), `${requests}`);
  });

  it('is not requested through a fetch that sends only a POST', async () => {
    await signIn(postOnly(fetchFn));
    assert.deepEqual(requests, []);
    await postOnly(fetchFn)(`${issuer}/token`, { method: 'post' });
    assert.deepEqual(requests, ['post login.example']);
  });
});
