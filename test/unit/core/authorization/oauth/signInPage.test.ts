import assert from 'node:assert/strict';
import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { checkClientSecret, otherRecipients } from '#core/authorization/oauth/authorizationServerRequirements.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';

/** The metadata of an authorization server, as if discovered. */
function discoveryOf(issuer: string, page: string, token: string): OAuthDiscoveryState {
  return {
    authorizationServerUrl: issuer,
    authorizationServerMetadata: {
      issuer,
      authorization_endpoint: page,
      token_endpoint: token,
      registration_endpoint: new URL('/register', issuer).href,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    },
  };
}

const recipients = (...urls: [issuer: string, page: string, token: string]) =>
  otherRecipients(new URL(urls[1]), discoveryOf(...urls));

describe('a sign-in page', () => {
  let rig: AuthorizationRig;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
  });
  afterEach(() => rig.end());

  /** Moves the page to 127.0.0.1, which is another site than localhost. */
  function moveSignInPage(): void {
    rig.issuer.switches.documents = (_path, metadata) => ({
      body: JSON.stringify({
        ...metadata,
        authorization_endpoint: `${rig.issuer.url.replace('localhost', '127.0.0.1')}/authorize`,
      }),
    });
  }

  it('on another site than the token endpoint is shown to the user with both hosts', async () => {
    moveSignInPage();
    await rig.server().start();
    const { host } = new URL(rig.issuer.url);
    assert.deepEqual(
      rig.signInRequests.map((request) => [request.host, request.recipients]),
      [[host.replace('localhost', '127.0.0.1'), [host]]],
    );
  });

  it('on another site than the token endpoint is refused with a client secret, unless the entry names the issuer', async () => {
    moveSignInPage();
    rig.issuer.switches.clients.set('desk', { secret: 'very-secret', redirectUris: [rig.redirects.uri] });
    const client = { clientId: 'desk', clientSecret: 'very-secret' };
    await assert.rejects(rig.server(client).start(), {
      name: 'AuthorizationFailed',
      message: /client secret.*"issuer"/,
    });
    assert.deepEqual([rig.signInRequests.length, rig.issuer.events], [0, []]);
    await rig.server({ ...client, issuer: rig.issuer.url }).start();
    assert.equal(rig.issuer.count('code'), 1);
  });

  it('is compared by its registrable domain with the issuer and the token endpoint', () => {
    assert.deepEqual(
      recipients(
        'https://as.evil.example',
        'https://github.com/login/oauth/authorize',
        'https://as.evil.example/token',
      ),
      ['as.evil.example'],
    );
    assert.deepEqual(
      recipients('https://login.example.com', 'https://www.example.com/sign-in', 'https://api.example.com/token'),
      [],
    );
    assert.deepEqual(
      recipients(
        'https://accounts.google.com',
        'https://accounts.google.com/auth',
        'https://oauth2.googleapis.com/token',
      ),
      ['oauth2.googleapis.com'],
    );
    assert.deepEqual(recipients('https://mcp.example.org', 'https://id.example.com/a', 'https://id.example.com/t'), [
      'mcp.example.org',
    ]);
    assert.deepEqual(recipients('https://a.example.org', 'https://id.example.com/a', 'https://t.example.net/t'), [
      'a.example.org',
      't.example.net',
    ]);
    assert.deepEqual(recipients('https://evil.github.io', 'https://honest.github.io/a', 'https://evil.github.io/t'), [
      'evil.github.io',
    ]);
  });

  it('on the same site as all endpoints is accepted with a client secret, even if the entry names no issuer', () => {
    const discovery = discoveryOf(
      'https://login.example.com',
      'https://www.example.com/a',
      'https://api.example.com/t',
    );
    checkClientSecret(new URL('https://www.example.com/a'), discovery, { clientId: 'desk', clientSecret: 's' });
  });
});
