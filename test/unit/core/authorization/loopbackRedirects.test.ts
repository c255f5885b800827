import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'mocha';
import type { Redirect, RedirectOptions } from '#core/authorization/authorizationServices.ts';
import { loopbackRedirects } from '#core/authorization/loopbackRedirects.ts';
import { RedirectFollowingBrowser } from '#test/host/signInDoubles.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const state = 'the-state';

describe('loopback redirects', () => {
  const redirects: Redirect[] = [];
  const open = async (options: Partial<RedirectOptions> = {}) => {
    const redirect = await loopbackRedirects.open({ state, hasFixedPath: false, ...options });
    redirects.push(redirect);
    return redirect;
  };
  afterEach(() => {
    for (const redirect of redirects.splice(0)) {
      redirect.dispose();
    }
  });

  /** Sends a request, with another Host header if `host` is set, and returns the status of the response. */
  const requestStatus = (url: string, { method = 'GET', host }: { method?: string; host?: string } = {}) =>
    new Promise<number>((resolve, reject) => {
      const headers = { ...(host !== undefined && { host }), connection: 'close' };
      request(url, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  it('listen on the loopback address only, under a random path', async () => {
    const [one, other] = [await open(), await open()];
    assert.match(one.uri, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/);
    assert.notEqual(new URL(one.uri).pathname, new URL(other.uri).pathname);
  });

  it('accept one valid request, resolve with all its parameters, and close', async () => {
    const { uri, params: answer } = await open();
    const response = await fetch(`${uri}?code=abc&state=${state}&iss=https%3A%2F%2Fa.example`);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /You can close this page/);
    assert.equal((await answer).toString(), `code=abc&state=${state}&iss=https%3A%2F%2Fa.example`);
    await assert.rejects(requestStatus(`${uri}?code=again&state=${state}`));
  });

  it('refuse requests with another method, path, host or state', async () => {
    const { uri, params: answer } = await open();
    const validUrl = `${uri}?code=abc&state=${state}`;
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    assert.equal(await requestStatus(`${uri}?code=abc&state=another`), 404);
    assert.equal(await requestStatus(`${uri}?code=abc`), 404);
    assert.equal(await requestStatus(validUrl.replace(new URL(uri).pathname, '/callback')), 404);
    assert.equal(await requestStatus(validUrl, { method: 'POST' }), 404);
    assert.equal(await requestStatus(validUrl, { host: 'evil.example' }), 404);
    assert.equal(answered, false);
    assert.equal(await requestStatus(validUrl), 200);
    assert.equal((await answer).get('code'), 'abc');
  });

  it('use the registered port again if it is free', async () => {
    const { uri, dispose } = await open();
    dispose();
    assert.equal((await open({ registeredUri: uri })).uri, uri);
    assert.notEqual((await open({ registeredUri: uri })).uri, uri);
  });

  describe('at a configured port, with the host localhost', () => {
    const freePort = async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      return port;
    };

    for (const address of ['127.0.0.1', '[::1]']) {
      it(`receive the answer if localhost resolves to ${address}`, async () => {
        const port = await freePort();
        const { uri, params: answer } = await open({ port, hasFixedPath: true });
        assert.equal(uri, `http://localhost:${port}/callback`);
        const url = `http://${address}:${port}/callback?code=abc&state=${state}`;
        assert.equal(await requestStatus(url, { host: `localhost:${port}` }), 200);
        assert.equal((await answer).get('code'), 'abc');
        await assert.rejects(requestStatus(`http://127.0.0.1:${port}/callback`));
        await assert.rejects(requestStatus(`http://[::1]:${port}/callback`));
      });
    }

    it('fail if another process listens at one of the two addresses, where it would receive the answer', async () => {
      for (const address of ['127.0.0.1', '::1']) {
        const otherListener = createServer().listen(0, address);
        await new Promise((resolve) => otherListener.once('listening', resolve));
        const { port } = otherListener.address() as AddressInfo;
        await assert.rejects(open({ port, hasFixedPath: true }), { name: 'AuthorizationFailed', message: /is in use/ });
        const other = address === '::1' ? '127.0.0.1' : '[::1]';
        await assert.rejects(requestStatus(`http://${other}:${port}/callback`), 'no listener of the host remains');
        await new Promise((resolve) => otherListener.close(resolve));
      }
    });
  });

  it('have a fixed path for a pre-registered client, and the configured port', async () => {
    assert.match((await open({ hasFixedPath: true })).uri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const otherListener = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => otherListener.once('listening', resolve));
    const { port } = otherListener.address() as AddressInfo;
    await assert.rejects(open({ hasFixedPath: true, port }), { name: 'AuthorizationFailed', message: /is in use/ });
    await new Promise((resolve) => otherListener.close(resolve));
    assert.equal((await open({ hasFixedPath: true, port })).uri, `http://localhost:${port}/callback`);
  });

  it('complete a sign-in to a server over HTTP', async () => {
    const rig = await AuthorizationRig.start();
    try {
      const server = rig.server(undefined, {
        services: { redirects: loopbackRedirects, browser: new RedirectFollowingBrowser() },
      });
      await server.start();
      await server.signOut();
      await server.start();
      assert.equal(rig.signInRequests.length, 2);
    } finally {
      await rig.end();
    }
  });
});
