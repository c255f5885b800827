import type { CallReference, FormRequest } from '#core/model/elicitationRequest.ts';

const call: CallReference = { id: 'c1', request: { kind: 'tool', name: 'book', arguments: {} } };

/** A form of a call. */
export function formOfCall(id: string): FormRequest {
  const server = { id: 'user:mine', name: 'mine' };
  return {
    id,
    server,
    call,
    isStartedByUser: true,
    mode: 'form',
    message: '?',
    form: { fields: [] },
    schema: {},
    sensitive: [],
  };
}
