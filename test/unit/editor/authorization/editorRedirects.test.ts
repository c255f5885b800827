import assert from 'node:assert/strict';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('the query of a redirect from a desktop editor', () => {
  it('is not decoded again', () =>
    withVscodeStub(async () => {
      const { parseDecodedQuery } = await import('#editor/authorization/editorRedirects.ts');
      const params = parseDecodedQuery('windowId=1&code=a+b/c==&iss=https://a.example/%41&state=x&empty=&flag');
      assert.deepEqual(Object.fromEntries(params), {
        windowId: '1',
        code: 'a+b/c==',
        iss: 'https://a.example/%41',
        state: 'x',
        empty: '',
        flag: '',
      });
    }));
});
