import assert from 'node:assert/strict';
import { parseDecodedQuery } from '#editor/authorization/redirectQuery.ts';

describe('the query of a redirect from a desktop editor', () => {
  it('is not decoded again', () => {
    const params = parseDecodedQuery('windowId=1&code=a+b/c==&iss=https://a.example/%41&state=x&empty=&flag');
    assert.deepEqual(Object.fromEntries(params), {
      windowId: '1',
      code: 'a+b/c==',
      iss: 'https://a.example/%41',
      state: 'x',
      empty: '',
      flag: '',
    });
  });
});
