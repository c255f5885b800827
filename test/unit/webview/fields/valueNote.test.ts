import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import type { TextField } from '#form/model.ts';
import { localDateTime, zoneName } from '#webview/fields/dates/localClock.ts';
import { sentAsText, typedText } from '#webview/fields/valueNote.ts';

const field: TextField = { kind: 'text', name: 'at', label: 'At', required: false, format: 'date-time' };
const noteText = (text: string) => sentAsText(field, typedText('date-time', text));

describe('the note of a date-time field', () => {
  it('names the sent value and the zone for a local time', () => {
    const input = typedText('date-time', '2026-07-01 14:30');
    const sent = localDateTime(new Date(2026, 6, 1, 14, 30));
    assert.equal(sentAsText(field, input), `Sent as ${sent}, your local time (${zoneName()}).`);
    assert.deepEqual(evaluate({ fields: [field] }, [input]).content, { at: sent });
  });

  it('names the sent value and the local time for another zone', () => {
    // No zone is so far from UTC.
    const sent = '2026-07-01T14:30:00-15:00';
    const here = localDateTime(new Date(sent)).slice(0, 16).replace('T', ' ');
    assert.equal(noteText(sent), `Sent as ${sent}. That is ${here} in your local time (${zoneName()}).`);
  });

  it('keeps the UTC offset of a typed time', () => {
    const elsewhere = { kind: 'text', text: '2026-07-01 14:30', touched: true, offsets: [-900] } as const;
    assert.match(sentAsText(field, elsewhere) ?? '', /^Sent as 2026-07-01T14:30:00-15:00\. That is /);
  });

  it('is absent for a text that cannot be sent', () => {
    for (const text of ['', 'soon', '2026-07-01', '2026-02-30 14:30']) {
      assert.equal(noteText(text), undefined);
    }
    assert.equal(sentAsText({ ...field, format: 'date' }, typedText('date', '2026-07-01')), undefined);
  });
});
