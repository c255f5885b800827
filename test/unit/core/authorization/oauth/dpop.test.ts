import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { textOf, tool } from '#test/host/samples.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('DPoP tokens', () => {
  let rig: AuthorizationRig;
  afterEach(() => rig.end());

  for (const kind of ['legacy', 'modern'] as const) {
    for (const proofs of ['plain', 'nonce'] as const) {
      it(`are sent with a new proof for each request (${kind}, ${proofs} proofs)`, async () => {
        rig = await AuthorizationRig.start(kind);
        rig.issuer.switches.proofs = proofs;
        rig.resource.switches.proofs = proofs;
        const server = rig.server();
        await server.start();
        assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
        const sent = rig.resource.proofs.filter((id) => id !== '');
        assert.ok(sent.length > 1);
        assert.equal(new Set(sent).size, sent.length);
        assert.equal(rig.signInRequests.length, 1);
      });
    }
  }

  it('are refreshed with the same key, also in another window', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'nonce';
    rig.resource.switches.proofs = 'nonce';
    await rig.server().start();
    rig.issuer.expire();
    const other = rig.server();
    await other.start();
    assert.equal(rig.issuer.count('refresh'), 1);
    assert.equal(rig.signInRequests.length, 1);
    const key = [...rig.secrets.values.values()].map((value) => JSON.parse(value)[0].proofKey?.d).join('');
    assert.ok(key.length > 20);
    assert.ok(!rig.host.log.text.includes(key));
  });

  it('are requested again by a sign-in if their key is damaged', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'plain';
    rig.resource.switches.proofs = 'plain';
    const server = rig.server();
    await server.start();
    await server.stop();
    for (const [key, value] of rig.secrets.values) {
      const [grant] = JSON.parse(value);
      rig.secrets.values.set(key, JSON.stringify([{ ...grant, proofKey: { ...grant.proofKey, d: 'AAAA' } }]));
    }
    await server.start();
    assert.equal(rig.signInRequests.length, 2);
  });

  it('are not used for a server that does not mention DPoP', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'plain';
    await rig.server().start();
    assert.ok(![...rig.secrets.values.values()].join().includes('proofKey'));
  });

  it('are also used for a client_credentials grant, and not stored', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'nonce';
    rig.resource.switches.proofs = 'nonce';
    rig.issuer.switches.clients.set('robot', { secret: 'robot-secret', redirectUris: [] });
    await rig.server({ grant: 'client_credentials', clientId: 'robot', clientSecret: 'robot-secret' }).start();
    assert.deepEqual(rig.issuer.events, ['use_dpop_nonce', 'client_credentials read']);
    assert.ok(![...rig.secrets.values.values()].join().includes('proofKey'));
  });

  it('end a start with the reason if the server never accepts a proof', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'plain';
    rig.resource.switches.proofs = 'endless';
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /keeps asking .*DPoP/ });
    assert.equal(rig.signInRequests.length, 1);
    assert.ok(rig.resource.refusals < 20);
  });

  it('end a start with the reason if the authorization server never accepts a proof', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'endless';
    rig.resource.switches.proofs = 'plain';
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /use_dpop_nonce/ });
    assert.equal(rig.issuer.count('use_dpop_nonce'), 2);
    assert.equal(rig.signInRequests.length, 1);
  });

  it('are not sent to another authorization server', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.proofs = 'plain';
    rig.resource.switches.proofs = 'plain';
    const server = rig.server();
    await server.start();
    const other = await AuthorizationServer.start();
    try {
      other.switches.proofs = 'plain';
      rig.resource.switches.authorizationServer = other;
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.equal(other.count('refresh'), 0);
      assert.equal(rig.signInRequests.length, 2);
    } finally {
      await other.stop();
    }
  });
});
