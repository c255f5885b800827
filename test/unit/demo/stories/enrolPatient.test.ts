import assert from 'node:assert/strict';
import { acceptWith, DemoClient, resultText } from '#test/unit/demo/demoClient.ts';
import { describeRefusals } from '#test/unit/demo/refusalCases.ts';

const patient = { patientId: 'PT-20417', age: 52, arm: 'low' };
const approval = {
  justification: 'Two earlier treatments failed, and the trial drug addresses the cause.',
  approvalCode: 'APR-2031-KM',
};
const consent = { signed: true, consentDate: '2024-02-29' };
const answers = [patient, approval, consent];

describe('demo: enrol_patient', () => {
  let client: DemoClient;
  before(async () => {
    client = await DemoClient.start();
  });
  after(() => client.close());

  it('returns the values with which the patient would be enrolled', async () => {
    const text = resultText(await client.call('enrol_patient', {}, answers.map(acceptWith)));
    assert.match(
      text,
      /^PT-20417, aged 52, would now be enrolled \(low dose\) under APR-2031-KM, with consent signed on Thursday 29 February 2024\./,
    );
    assert.ok(text.includes(approval.justification));
    assert.match(text, /nothing was recorded\.$/);
  });

  it('does not enrol without a signed consent', async () => {
    const replies = [patient, approval, { ...consent, signed: false }].map(acceptWith);
    const text = resultText(await client.call('enrol_patient', {}, replies));
    assert.equal(text, 'PT-20417 was not enrolled, because there is no signed consent. Nothing was recorded.');
  });

  it('requires at least 50 characters of justification', async () => {
    const replies = [
      acceptWith(patient),
      acceptWith({ ...approval, justification: 'Too short' }),
      { action: 'cancel' as const },
    ];
    await client.call('enrol_patient', {}, replies);
    assert.equal(client.requests[1]?.requestedSchema.properties['justification']?.['minLength'], 50);
    assert.match(client.requests[2]?.message ?? '', /^Please correct: Medical justification\.\n/);
  });

  it('repeats the request for a consent with a date in the future', async () => {
    const replies = [patient, approval, { ...consent, consentDate: '2099-05-15' }, consent].map(acceptWith);
    await client.call('enrol_patient', {}, replies);
    assert.match(client.requests[3]?.message ?? '', /^Friday 15 May 2099 is still to come\./);
  });

  describeRefusals(
    { tool: 'enrol_patient', arguments: {}, answers, undone: /(was not|is not) enrolled/ },
    () => client,
  );
});
