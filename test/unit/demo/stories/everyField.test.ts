import assert from 'node:assert/strict';
import { acceptWith, DemoClient, resultText } from '#test/unit/demo/demoClient.ts';

const everything = {
  plain: 'ha',
  required: 'yes',
  length: 'abc',
  pattern: 'ABC-123',
  emptyDefault: '',
  textDefault: 'Good evening',
  email: 'ana@example.com',
  uri: 'https://example.com/a?b=c',
  date: '2024-02-29',
  dateTime: '2024-02-29T12:00:00Z',
  number: -0.5,
  zeroDefault: 0,
  integer: 100,
  yesOrNo: false,
  falseDefault: false,
  trueDefault: false,
  choice: 'medium',
  titledChoice: 'fig',
  namedChoice: 'g',
  choices: ['north'],
  titledChoices: ['pear', 'plum', 'fig'],
};

describe('demo: every_field', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('returns every received value unchanged', async () => {
    const result = await client.call('every_field', {}, [acceptWith(everything)]);
    assert.deepEqual(result.structuredContent, { action: 'accept', content: everything });
    assert.match(resultText(result), /\nyesOrNo: false\n/);
    assert.match(resultText(result), /\nemptyDefault: ""\n/);
  });

  it('returns the names of omitted fields', async () => {
    const few = { required: 'yes', emptyDefault: '', yesOrNo: true };
    const text = resultText(await client.call('every_field', {}, [acceptWith(few)]));
    assert.match(text, /^The server received 3 values:/);
    assert.match(text, /Left out: plain, length, /);
  });

  it('sends each kind of field unchanged, also defaults of false, 0 and ""', async () => {
    await client.call('every_field', {}, [{ action: 'cancel' }]);
    const fields = client.requests[0]?.requestedSchema.properties ?? {};
    assert.deepEqual(Object.keys(fields), Object.keys(everything));
    assert.equal(fields['pattern']?.['pattern'], '^[A-Z]{3}-\\d{3}$');
    assert.deepEqual(fields['namedChoice']?.['enumNames'], ['Red', 'Green', 'Blue']);
    assert.equal(fields['falseDefault']?.['default'], false);
    assert.equal(fields['zeroDefault']?.['default'], 0);
    assert.equal(fields['emptyDefault']?.['default'], '');
    assert.equal('default' in (fields['yesOrNo'] ?? {}), false);
    assert.ok(Object.values(fields).every((field) => typeof field['title'] === 'string'));
  });

  it('returns different texts and structured contents for a decline and a cancel', async () => {
    const declined = await client.call('every_field', {}, [{ action: 'decline' }]);
    const cancelled = await client.call('every_field', {}, [{ action: 'cancel' }]);
    assert.deepEqual(declined.structuredContent, { action: 'decline' });
    assert.deepEqual(cancelled.structuredContent, { action: 'cancel' });
    assert.match(resultText(declined), /^You declined/);
    assert.match(resultText(cancelled), /^You closed the form/);
  });
});
