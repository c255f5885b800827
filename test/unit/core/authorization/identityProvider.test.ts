import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { IdentityProviderSettings } from '../../../../src/core/servers/definition.ts';
import { IdentityProvider } from '../../../servers/identityProvider.ts';
import { textOf, tool } from '../servers/harness.ts';
import { AuthorizationRig } from './rig.ts';

const person = { origin: 'person' } as const;

describe('access that a company manages', () => {
  let rig: AuthorizationRig;
  let provider: IdentityProvider;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
    provider = await IdentityProvider.start();
    rig.issuer.switches.trusts = provider.keys.publicKey;
    rig.issuer.switches.clients.set('desk', { secret: 'desk-secret', redirectUris: [] });
  });
  afterEach(() => Promise.all([rig.end(), provider.stop()]));
  const server = (more: Partial<IdentityProviderSettings>) =>
    rig.server({
      grant: 'jwt-bearer',
      clientId: 'desk',
      clientSecret: 'desk-secret',
      identityProvider: { clientId: 'desk-at-home', ...more },
    });

  for (const where of ['issuer', 'tokenEndpoint'] as const) {
    it(`is given for an ID token, the provider found by its ${where}`, async () => {
      const url = where === 'issuer' ? provider.url : `${provider.url}/token`;
      const idToken = provider.idToken('desk-at-home');
      const mine = server({ [where]: url, idToken });
      await mine.start();
      assert.equal(textOf(await mine.call(tool('read'), person)), 'read done');
      assert.deepEqual(rig.issuer.events, ['jwt-bearer read']);
      const [exchange] = provider.exchanges;
      assert.equal(exchange?.get('audience'), rig.issuer.url);
      assert.equal(exchange?.get('resource'), rig.resource.url);
      assert.equal(rig.asked.length, 0);
      assert.ok(!rig.rig.log.text.includes(idToken));
    });
  }

  it('is refused in the words of the provider, without the ID token', async () => {
    const idToken = provider.idToken('somebody-else');
    provider.refusal = { error: 'access_denied', error_description: `Not with ${idToken}` };
    const mine = server({ issuer: provider.url, idToken });
    await assert.rejects(mine.start(), (error: Error & { detail?: string }) => {
      assert.match(error.message, /failed at the identity provider at localhost:/);
      return true;
    });
    assert.equal(provider.exchanges.length, 1);
    assert.deepEqual(rig.issuer.events, []);
    assert.ok(!rig.rig.log.text.includes(idToken));
    assert.ok(mine.state.kind === 'failed' && !JSON.stringify(mine.state).includes(idToken));
  });

  it('says when the provider has no metadata', async () => {
    const idToken = provider.idToken('desk-at-home');
    await assert.rejects(server({ issuer: `${provider.url}/elsewhere`, idToken }).start(), {
      name: 'AuthorizationFailed',
    });
    assert.equal(provider.exchanges.length, 0);
  });
});
