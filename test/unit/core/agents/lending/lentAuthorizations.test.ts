import assert from 'node:assert/strict';
import { LentAuthorizations } from '#core/agents/lending/lentAuthorizations.ts';
import { definitionOf } from '#test/host/samples.ts';

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
});
