import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { classifyRetryError } from '#core/delivery/classifyDeliveryError.ts';

describe('an error response to a request that carried answers', () => {
  it('means that the answers have expired if it has the code -32602', () => {
    const expired = { kind: 'refused', failure: { code: 'expired' } };
    assert.deepEqual(classifyRetryError(ProtocolError.fromError(-32602, 'Expired')), expired);
    assert.deepEqual(classifyRetryError(ProtocolError.fromError(-32602, 'Expired', { state: 'old' })), expired);
  });

  for (const code of [-32602, -32002]) {
    it(`means that the answers have arrived if there is no such resource (${code})`, () => {
      assert.equal(classifyRetryError(ProtocolError.fromError(code, 'Not found', { uri: 'file:///a' })), undefined);
    });
  }
});
