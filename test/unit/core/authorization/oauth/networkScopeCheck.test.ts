import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { requireSafeSignInPage } from '#core/authorization/oauth/authorizationServerRequirements.ts';
import { guardedFetch } from '#core/authorization/oauth/guardedFetch.ts';
import { checkNetworkScope } from '#core/authorization/oauth/networkScopeCheck.ts';
import type { OAuthSettings } from '#core/model/definition.ts';

const onInternet = 'https://far.example/mcp';
const onMachine = [
  'http://localhost',
  'https://localhost.',
  'https://a.localhost',
  'http://127.0.0.1',
  'https://127.9',
  'https://0',
  'https://[::]',
  'http://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::127.0.0.1]',
  'https://[64:ff9b::127.0.0.1]',
  'https://[2002:7f00:1::]',
];
const inNetwork = [
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://172.31.255.1',
  'https://192.168.0.1',
  'https://169.254.169.254',
  'https://[fc00::1]',
  'https://[fdff::1]',
  'https://[fe80::1]',
  'https://[::ffff:10.0.0.1]',
  'https://0xa000001',
  'https://100.64.0.1',
  'https://100.127.255.255',
  'https://198.18.0.1',
  'https://198.19.255.255',
  'https://224.0.0.1',
  'https://255.255.255.255',
  'https://[fec0::1]',
  'https://[ff02::1]',
  'https://[64:ff9b::10.0.0.1]',
  'https://[64:ff9b:1::8.8.8.8]',
  'https://[2002:a00:1::1]',
  'https://[::10.0.0.1]',
  'https://[::ffff:0:10.0.0.1]',
  'https://printer.local',
  'https://printer.local.',
  'https://vault.company.internal',
  'https://router.lan',
  'https://router.home.arpa',
  'https://router',
];
const anywhere = [
  'https://other.example',
  'https://172.32.0.1',
  'https://11.0.0.1',
  'https://[2001:db8::1]',
  'https://10.example',
  'https://100.128.0.1',
  'https://198.20.0.1',
  'https://[64:ff9b::8.8.8.8]',
  'https://[2002:808:808::1]',
  'https://local.example',
];

const refused = { name: 'AuthorizationFailed', message: /inside this (machine|network)/ };

describe('the URLs that a sign-in may request', () => {
  const check = (target: string, resource: string, settings: OAuthSettings = {}) =>
    checkNetworkScope(new URL(target), resource, settings);

  for (const target of [...onMachine, ...inNetwork]) {
    it(`do not include ${target} for a server on the internet`, () => {
      assert.throws(() => check(target, onInternet), refused);
    });
  }

  for (const [what, targets, resource] of [
    ['other hosts on the internet', anywhere, onInternet],
    ['this machine, for a server on it', onMachine, 'http://localhost:3000/mcp'],
    ['this network, for a server in it', inNetwork, 'https://10.0.0.5/mcp'],
  ] as const) {
    it(`include ${what}`, () => {
      for (const target of targets) {
        check(target, resource);
      }
    });
  }

  it('do not include this machine for a server in the local network, nor the network for a server on this machine', () => {
    assert.throws(() => check('http://localhost', 'https://10.0.0.5/mcp'), refused);
    assert.throws(() => check('https://10.0.0.5', 'http://127.0.0.1/mcp'), refused);
  });

  it('include those at hosts or in networks that the settings name', () => {
    check('https://10.0.0.1', onInternet, { issuer: 'https://10.0.0.2' });
    check('http://localhost:1', onInternet, {
      identityProvider: { tokenEndpoint: 'http://127.0.0.1:2', clientId: 'a' },
    });
    assert.throws(() => check('http://localhost:1', onInternet, { issuer: `\${env:ISSUER}` }), refused);
  });

  it('are checked for the sign-in page', () => {
    const discovery = {
      authorizationServerUrl: 'https://login.far.example',
      authorizationServerMetadata: {
        issuer: 'https://login.far.example',
        authorization_endpoint: 'http://localhost:8080/delete-everything',
        token_endpoint: 'https://login.far.example/token',
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
    };
    assert.throws(() => requireSafeSignInPage(discovery, onInternet, { clientId: 'a' }), refused);
    assert.equal(
      requireSafeSignInPage(discovery, 'http://localhost:3000/mcp', { clientId: 'a' }).host,
      'localhost:8080',
    );
  });

  describe('with requests', () => {
    let server: Server;
    let port: number;
    let body = '{}';
    const hits: string[] = [];
    beforeEach(async () => {
      hits.length = 0;
      body = '{}';
      server = createServer(({ method, url = '' }, response) => {
        hits.push(`${method} ${url}`);
        const location = new URL(url, 'http://localhost').searchParams.get('to');
        response.writeHead(location === null ? 200 : 307, location === null ? {} : { location }).end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    });
    afterEach(() => new Promise((resolve) => server.close(resolve)));

    const fetchFor = (resource: string) => guardedFetch(resource, {}, new AbortController().signal);

    for (const method of ['GET', 'POST']) {
      it(`are checked first: no ${method} is sent to this machine for a server on the internet`, async () => {
        await assert.rejects(fetchFor(onInternet)(`http://127.0.0.1:${port}/victim`, { method }), refused);
        assert.deepEqual(hits, []);
      });
    }

    it('are checked for each redirect', async () => {
      const origin = `http://localhost:${port}`;
      const get = fetchFor(`${origin}/mcp`);
      const once = `${origin}/a?to=${encodeURIComponent(`${origin}/b`)}`;
      assert.equal((await get(once)).status, 200);
      const redirectToNetwork = `${origin}/c?to=${encodeURIComponent('https://192.168.0.1/d')}`;
      const twice = `${origin}/b?to=${encodeURIComponent(redirectToNetwork)}`;
      await assert.rejects(get(twice), refused);
      assert.deepEqual(
        hits.map((hit) => hit.slice(0, 6)),
        ['GET /a', 'GET /b', 'GET /b', 'GET /c'],
      );
    });

    it('are followed through three redirects; the fourth redirect is the response', async () => {
      const origin = `http://localhost:${port}`;
      const chain = (hops: number): string =>
        hops === 0 ? `${origin}/end` : `${origin}/hop?to=${encodeURIComponent(chain(hops - 1))}`;
      const get = fetchFor(`${origin}/mcp`);
      assert.deepEqual([(await get(chain(3))).status, (await get(chain(4))).status], [200, 307]);
      assert.equal(hits.filter((hit) => hit === 'GET /end').length, 1);
    });

    it('may respond with at most one mebibyte', async () => {
      const get = fetchFor(`http://localhost:${port}/mcp`);
      body = 'x'.repeat(1024 * 1024);
      assert.equal((await (await get(`http://localhost:${port}/a`)).text()).length, body.length);
      body += 'x';
      await assert.rejects(get(`http://localhost:${port}/a`), { name: 'AuthorizationFailed', message: /too large/ });
    });

    it('fail if they redirect a POST', async () => {
      const origin = `http://localhost:${port}`;
      const to = encodeURIComponent(`${origin}/victim`);
      await assert.rejects(fetchFor(`${origin}/mcp`)(`${origin}/register?to=${to}`, { method: 'POST', body: 'x' }));
      assert.equal(hits.length, 1);
    });
  });
});
