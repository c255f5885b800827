import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import type { TextField } from '#form/model.ts';
import { localDateTime, zoneName } from '#webview/fields/dates/localClock.ts';
import { sentAs, typedText } from '#webview/fields/sentAsNote.ts';

const field: TextField = { kind: 'text', name: 'at', label: 'At', required: false, format: 'date-time' };
const said = (text: string) => sentAs(field, typedText('date-time', text));

describe('what is said of a date and time', () => {
  it('that is local: exactly what is sent, and in which zone', () => {
    const input = typedText('date-time', '2026-07-01 14:30');
    const sent = localDateTime(new Date(2026, 6, 1, 14, 30));
    assert.equal(sentAs(field, input), `Sent as ${sent}, your local time (${zoneName()}).`);
    assert.deepEqual(evaluate({ fields: [field] }, [input]).content, { at: sent });
  });

  it('of another zone: what is sent, and when that is here', () => {
    // No zone is so far from UTC.
    const sent = '2026-07-01T14:30:00-15:00';
    const here = localDateTime(new Date(sent)).slice(0, 16).replace('T', ' ');
    assert.equal(said(sent), `Sent as ${sent}. That is ${here} in your local time (${zoneName()}).`);
  });

  it('that was typed elsewhere keeps the zone of that place', () => {
    const elsewhere = { kind: 'text', text: '2026-07-01 14:30', touched: true, offsets: [-900] } as const;
    assert.match(sentAs(field, elsewhere) ?? '', /^Sent as 2026-07-01T14:30:00-15:00\. That is /);
  });

  it('is nothing where nothing could be sent', () => {
    for (const text of ['', 'soon', '2026-07-01', '2026-02-30 14:30']) {
      assert.equal(said(text), undefined);
    }
    assert.equal(sentAs({ ...field, format: 'date' }, typedText('date', '2026-07-01')), undefined);
  });
});
