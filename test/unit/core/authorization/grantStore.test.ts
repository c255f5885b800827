import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { GrantStore } from '#core/authorization/grantStore.ts';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import type { HttpEntry } from '#core/model/definition.ts';
import { definitionOf } from '#test/host/samples.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';

const resource = 'https://mcp.example/mcp';
const definition = definitionOf('mine', { type: 'http', url: resource, headers: {} } as Partial<HttpEntry>);

function grantOf(issuer: string, grantResource = resource): Grant {
  return {
    resource: grantResource,
    issuer,
    tokens: { access_token: `token of ${issuer} for ${grantResource}`, token_type: 'Bearer' },
    client: { client_id: 'client' },
    redirectUri: 'http://127.0.0.1/callback',
    scopes: [],
  };
}

describe('stored grants of a server', () => {
  it('are stored separately for each authorization server and each URL', async () => {
    const store = new GrantStore(new InMemorySecretStore(), definition);
    const grants = [
      grantOf('https://a.example'),
      grantOf('https://b.example'),
      grantOf('https://a.example', 'https://x.example'),
    ];
    for (const grant of grants) {
      await store.write(grant);
    }
    assert.deepEqual(await store.read(resource, 'https://a.example'), grants[0]);
    assert.deepEqual(await store.read(resource), grants[1]);
    assert.deepEqual(await store.read('https://x.example'), grants[2]);
    assert.equal(await store.read('https://x.example', 'https://b.example'), undefined);
  });

  describe('of a workspace', () => {
    const inWorkspace = (uri: string) => ({
      ...definition,
      id: 'workspace:mine',
      scope: { kind: 'workspace', uri } as const,
    });

    it('are not read for a server of the same name in another workspace', async () => {
      const secrets = new InMemorySecretStore();
      await new GrantStore(secrets, inWorkspace('file:///one')).write(grantOf('https://a.example'));
      assert.deepEqual(await new GrantStore(secrets, inWorkspace('file:///other')).all(), []);
      assert.equal((await new GrantStore(secrets, inWorkspace('file:///one')).all()).length, 1);
    });

    it('that version 0.1.0 stored without the workspace are not read, and are deleted', async () => {
      const secrets = new InMemorySecretStore();
      const { uri: _, ...scope } = inWorkspace('').scope;
      const storeOfOldVersion = new GrantStore(secrets, { ...inWorkspace(''), scope });
      await storeOfOldVersion.write(grantOf('https://a.example'));
      const store = new GrantStore(secrets, inWorkspace('file:///one'));
      assert.deepEqual(await store.all(), []);
      await store.write(grantOf('https://b.example'));
      assert.deepEqual(await storeOfOldVersion.all(), []);
      assert.equal((await store.all()).length, 1);
    });
  });

  it('are limited to the five that were written last', async () => {
    const secrets = new InMemorySecretStore();
    const store = new GrantStore(secrets, definition);
    for (const letter of 'abcdefgb') {
      await store.write(grantOf(`https://${letter}.example`));
    }
    assert.deepEqual(
      (await store.all()).map(({ issuer }) => issuer.slice(8, 9)),
      ['b', 'g', 'f', 'e', 'd'],
    );
    await store.delete();
    assert.equal(secrets.values.size, 0);
  });

  it('are none if the stored value has another shape', async () => {
    const secrets = new InMemorySecretStore();
    const store = new GrantStore(secrets, definition);
    await store.write(grantOf('https://a.example'));
    for (const text of ['', '{}', 'null', '[1]', '[{"resource":"x"}]']) {
      for (const key of secrets.values.keys()) {
        secrets.values.set(key, text);
      }
      assert.deepEqual(await store.all(), []);
    }
  });
});
