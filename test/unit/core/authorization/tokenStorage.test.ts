import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { textOf, tool } from '#test/host/samples.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('tokens that cannot be stored', () => {
  let rig: AuthorizationRig;
  /** The number of writes that fail from now on. */
  let failures: number;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
    failures = 0;
    const { secrets } = rig;
    const set = secrets.set.bind(secrets);
    secrets.set = async (key, value) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('The keyring is locked.');
      }
      await set(key, value);
    };
  });
  afterEach(() => rig.end());

  const storedText = () => [...rig.secrets.values.values()].join();
  const lastRefreshToken = () => [...rig.issuer.refreshTokens.keys()].at(-1) ?? '';

  it('after a refresh are used, and stored by a later request', async () => {
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    failures = 1;
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.match(rig.host.log.text, /The keyring is locked\./);
    await until(() => storedText().includes(lastRefreshToken()));
    for (let expiries = 1; expiries <= 2; expiries += 1) {
      rig.issuer.expire();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    }
    assert.equal(rig.signInRequests.length, 1);
    assert.ok(storedText().includes(lastRefreshToken()));
  });

  it('are refreshed from memory as long as the store fails', async () => {
    const server = rig.server();
    await server.start();
    failures = Number.POSITIVE_INFINITY;
    for (let expiries = 1; expiries <= 3; expiries += 1) {
      rig.issuer.expire();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    }
    assert.equal(rig.signInRequests.length, 1);
    assert.equal(rig.host.log.text.split('The keyring is locked.').length - 1, 1);
  });

  it('do not fail a sign-in', async () => {
    const server = rig.server();
    failures = 1;
    await server.start();
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    await until(() => storedText().includes(lastRefreshToken()));
    assert.equal(rig.signInRequests.length, 1);
  });

  it('do not replace those of a later sign-in in another window', async () => {
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    failures = Number.POSITIVE_INFINITY;
    await server.call(tool('read'), byUser);
    failures = 0;
    const other = rig.server();
    await other.signOut();
    await other.start();
    rig.issuer.expire();
    await server.call(tool('read'), byUser);
    assert.deepEqual([rig.signInRequests.length, rig.issuer.count('refresh')], [2, 2]);
    assert.ok(storedText().includes(lastRefreshToken()));
  });
});
