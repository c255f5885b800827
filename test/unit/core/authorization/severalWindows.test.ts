import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { SharedSecretStore } from '#core/authorization/authorizationServices.ts';
import { GrantStore } from '#core/authorization/grantStore.ts';
import { RunGrants } from '#core/authorization/runGrants.ts';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('the tokens of a server in several windows', () => {
  let rig: AuthorizationRig;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
  });
  afterEach(() => rig.end());

  /** Lets the tokens expire, and calls a tool in two windows at the same time. */
  async function callInBoth(one: Server, other: Server): Promise<void> {
    await one.start();
    await other.start();
    rig.issuer.expire();
    const calls = await Promise.all([one, other].map((server) => server.call(tool('read'), byUser)));
    assert.deepEqual(calls.map(textOf), ['read done', 'read done']);
    const [lastRefreshToken] = [...rig.issuer.refreshTokens.keys()].slice(-1);
    await until(() => [...rig.secrets.values.values()].join().includes(lastRefreshToken ?? '-'));
    assert.equal(rig.signInRequests.length, 1);
  }

  const setLater = (set: () => Promise<void>) => new Promise<void>((resolve) => setTimeout(() => resolve(set()), 50));

  it('are refreshed once if two windows need them at the same time and storing them takes time', async () => {
    const { secrets } = rig;
    const set = secrets.set.bind(secrets);
    secrets.set = (key, value) => setLater(() => set(key, value));
    await callInBoth(rig.server(), rig.server());
    assert.equal(rig.issuer.count('refresh'), 1);
  });

  it('are refreshed once if a window sees the changes of another one late', async () => {
    class LateStore implements SharedSecretStore {
      readonly settleMs = 200;
      readonly onDidChange = rig.secrets.onDidChange;
      readonly #own = new Map<string, string>();
      get = async (key: string) => this.#own.get(key) ?? rig.secrets.get(key);
      set = async (key: string, value: string) => {
        this.#own.set(key, value);
        void setLater(async () => {
          this.#own.delete(key);
          await rig.secrets.set(key, value);
        });
      };
      delete = (key: string) => rig.secrets.delete(key);
    }
    const one = rig.server(undefined, { services: { secrets: new LateStore() } });
    await one.start();
    await until(() => rig.secrets.values.size > 0);
    await callInBoth(one, rig.server(undefined, { services: { secrets: new LateStore() } }));
    assert.equal(rig.issuer.count('refresh'), 1);
  });

  it('are taken over if the refresh token was used up by a window that does not wait for its turn', async () => {
    const { secrets } = rig;
    const set = secrets.set.bind(secrets);
    secrets.set = (key, value) => setLater(() => set(key, value));
    Object.defineProperty(secrets, 'settleMs', { value: 10_000 });
    const services = { turns: { take: <T>(_key: string, action: () => Promise<T>) => action() } };
    await callInBoth(rig.server(undefined, { services }), rig.server(undefined, { services }));
    assert.equal(rig.issuer.count('refresh'), 2);
  });

  it('are not lost if the call is cancelled that refreshes them', async () => {
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    let send: () => void = () => undefined;
    rig.issuer.switches.tokensSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const cancelled = new AbortController();
    const call = server.call(tool('read'), { ...byUser, signal: cancelled.signal });
    await until(() => rig.issuer.count('refresh') === 1);
    cancelled.abort();
    await assert.rejects(call, { name: 'CallCancelled' });
    const next = server.call(tool('read'), byUser);
    send();
    assert.equal(textOf(await next), 'read done');
    assert.deepEqual([rig.signInRequests.length, rig.issuer.count('refresh')], [1, 1]);
  });

  it('stay deleted if the user signs out in one window while another one refreshes them', async () => {
    let willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    const other = rig.server();
    await server.start();
    await other.start();
    rig.issuer.expire();
    willing = false;
    let send: () => void = () => undefined;
    rig.issuer.switches.tokensSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const call = other.call(tool('read'), byUser);
    await until(() => rig.issuer.count('refresh') === 1);
    await server.signOut();
    send();
    await assert.rejects(call, { name: 'AuthorizationDeclined' });
    assert.equal(rig.secrets.values.size, 0);
    await until(() => rig.issuer.accessTokens.size === 0 && rig.issuer.refreshTokens.size === 0);
    assert.equal(other.isSignedIn, false);
    willing = true;
    assert.equal(textOf(await other.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.issuer.count('register'), 2);
  });

  it('stay deleted if the user signs out when the refreshed ones are about to be stored', async () => {
    rig.prompts = new ScriptedSignInPrompts(() => true);
    const server = rig.server();
    await server.start();
    const grants = new RunGrants(new GrantStore(rig.secrets, server.definition), {
      resource: rig.resource.url,
      maskSecret: () => undefined,
    });
    const grant = (await grants.read()) ?? assert.fail('nothing is stored');
    await server.signOut();
    assert.equal(await grants.saveRefreshed(grant), false);
    assert.equal(rig.secrets.values.size, 0);
  });

  it('are replaced by those of a new sign-in in one window while another one refreshes them', async () => {
    const server = rig.server();
    const other = rig.server();
    await server.start();
    await other.start();
    rig.issuer.expire();
    let send: () => void = () => undefined;
    rig.issuer.switches.tokensSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const call = other.call(tool('read'), byUser);
    await until(() => rig.issuer.count('refresh') === 1);
    await server.signOut();
    rig.issuer.switches.tokensSent = undefined;
    await server.start();
    const stored = new Map(rig.secrets.values);
    send();
    assert.equal(textOf(await call), 'read done');
    assert.deepEqual(rig.secrets.values, stored);
    assert.equal(rig.signInRequests.length, 2);
  });

  it('are not sent any more after the user has signed out in another one', async () => {
    rig.issuer.switches.revokes = false;
    let willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    const other = rig.server();
    await server.start();
    await other.start();
    willing = false;
    await server.signOut();
    await until(() => !other.isSignedIn);
    await assert.rejects(other.call(tool('read'), byUser), { name: 'AuthorizationDeclined' });
  });
});
