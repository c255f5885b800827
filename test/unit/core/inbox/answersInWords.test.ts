import assert from 'node:assert/strict';
import { answersInWords } from '#core/inbox/answersInWords.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

describe('answers in words', () => {
  it('have the format of a date, which a page writes in words', () => {
    const properties = {
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      note: { type: 'string' },
    };
    const reading = readRequestedSchema({ type: 'object', properties });
    assert.ok(reading.ok);
    const { form } = reading;
    const server = { id: 'user:post', name: 'post' };
    const request: FormRequest = {
      ...{ id: 'q1', server, isStartedByUser: true, mode: 'form', message: 'When?', form, schema: {} },
      sensitive: [],
    };
    const content = { day: '2026-03-31', at: '2026-03-31T14:30:00+02:00', note: '2026-03-31' };
    assert.deepEqual(answersInWords(request, content, 10), [
      { label: 'day', value: '2026-03-31', date: 'date' },
      { label: 'at', value: '2026-03-31T14:30:00+02:00', date: 'date-time' },
      { label: 'note', value: '2026-03-31' },
    ]);
  });
});
