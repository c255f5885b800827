import assert from 'node:assert/strict';
import { LentAuthorizations } from '#core/agents/lending/lentAuthorizations.ts';
import type { AuthorizationServices } from '#core/authorization/authorizationServices.ts';
import { grantKey } from '#core/authorization/grantStore.ts';
import { definitionOf } from '#test/host/samples.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';

describe('the authorization of a lent server', () => {
  it('is shared by its connections, also after one of them was released twice', () => {
    const authorizations = new LentAuthorizations(undefined);
    const use = () =>
      authorizations.use(
        definitionOf('tickets'),
        { type: 'http', url: 'https://example.com/', headers: {}, secrets: [] },
        () => undefined,
      );
    const first = use();
    first.release();
    const second = use();
    assert.notEqual(second.secrets, first.secrets);
    first.release();
    assert.equal(use().secrets, second.secrets);
  });

  it('is not shared any more after the user has signed out, also if it is released after that', async () => {
    const secrets = new InMemorySecretStore();
    const authorizations = new LentAuthorizations({ secrets } as unknown as AuthorizationServices);
    const definition = definitionOf('tickets');
    const url = 'https://example.com/';
    let signedOut = 0;
    const use = () =>
      authorizations.use(definition, { type: 'http', url, headers: {}, secrets: [] }, () => (signedOut += 1));
    const before = use();
    await secrets.set(grantKey(definition), '{}');
    assert.equal(use().authorization, before.authorization);
    await secrets.delete(grantKey(definition));
    await until(() => signedOut === 2);
    const after = use();
    assert(before.authorization && after.authorization && after.authorization !== before.authorization);
    before.release();
    assert.equal(use().authorization, after.authorization);
  });
});
