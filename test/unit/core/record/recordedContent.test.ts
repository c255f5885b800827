import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import { only } from '#test/host/testConnection.ts';
import { ElicitationRecorderTestBed } from './elicitationRecorderTestBed.ts';

const hour = 3_600_000;

const schema = { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string' } } };
const nameForm = { message: 'Your name?', requestedSchema: schema };

const answerRound = async (requests: Readonly<Record<string, unknown>>, context: ElicitingCall) =>
  (await new ArrivedRound(requests, context).admit()).respond();

describe('the recorded outcome of a request', () => {
  it('is absent for a request that is not an elicitation', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
    await answerRound({ r: { method: 'roots/list' } }, { ...testBed.context, roots });
    assert.deepEqual(testBed.outcomes, []);
  });

  it('is absent while recording is disabled', async () => {
    const testBed = new ElicitationRecorderTestBed();
    testBed.enabled = false;
    const reply = testBed.push(nameForm);
    await testBed.decide({ action: 'accept', content: {} });
    await reply;
    await assert.rejects(testBed.push(7));
    assert.deepEqual(testBed.outcomes, []);
  });

  it('has the total time for which the request was visible', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const reply = testBed.push(nameForm);
    const [request] = await testBed.pendingRequests();
    const { clock, recording } = testBed;
    recording.setShownRequest(request?.id);
    clock.time += 300;
    recording.setShownRequest(undefined);
    clock.time += 10_000;
    recording.setShownRequest(request?.id);
    recording.setShownRequest(request?.id);
    clock.time += 200;
    await testBed.decide({ action: 'decline' });
    clock.time += 5000;
    recording.setShownRequest(undefined);
    await reply;
    assert.equal(only(testBed.outcomes).shownMs, 500);
  });

  it('has the waiting time by the steady clock', async () => {
    for (const jump of [-hour, hour]) {
      const testBed = new ElicitationRecorderTestBed();
      const reply = testBed.push(nameForm);
      const [request] = await testBed.pendingRequests();
      testBed.recording.setShownRequest(request?.id);
      testBed.clock.offset = jump;
      testBed.clock.time += 1500;
      await testBed.decide({ action: 'decline' });
      await reply;
      const { waitedMs, shownMs } = only(testBed.outcomes);
      assert.deepEqual([waitedMs, shownMs], [1500, 1500]);
    }
  });

  it('has the call of the request', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const other = { ...testBed.call, id: 'another' };
    for (const calls of [[testBed.call], [testBed.call], [other], []]) {
      testBed.calls = calls;
      const reply = testBed.push(nameForm);
      await testBed.decide({ action: 'cancel' });
      await reply;
    }
    const callIds = testBed.outcomes.map((outcome) => elicitationEntry(outcome, 'redacted').call?.id);
    assert.deepEqual(callIds, ['call', 'call', 'another', undefined]);
  });

  it('has the URI template of a resource', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const template = 'vault://token/{apiKey}';
    testBed.calls = [{ ...testBed.call, request: { kind: 'resource', uri: 'vault://token/t0p', template } }];
    const reply = testBed.push(nameForm);
    await testBed.decide({ action: 'cancel' });
    await reply;
    assert.equal(elicitationEntry(only(testBed.outcomes), 'redacted').call?.target, template);
  });

  it('is masked with the secrets at the time of the request', async () => {
    let mask = (text: string) => text.replaceAll('old', '[secret]');
    const testBed = new ElicitationRecorderTestBed({ maskOf: () => mask });
    const reply = testBed.push(nameForm);
    await testBed.pendingRequests();
    mask = (text) => text.replaceAll('new', '[secret]');
    await testBed.decide({ action: 'cancel' });
    await reply;
    assert.equal(testBed.masks.at(-1)?.('old and new'), '[secret] and new');
  });

  it('marks the flagged fields, also those flagged because of the answer', async () => {
    const testBed = new ElicitationRecorderTestBed({
      flagged: (_request, content) => (content?.['name'] === 'key' ? ['name'] : []),
    });
    const reply = testBed.push(nameForm);
    await testBed.decide({ action: 'accept', content: { name: 'key', pin: 'x' } });
    await reply;
    assert.deepEqual(only(testBed.outcomes).fields, [
      { name: 'name', flagged: true },
      { name: 'pin', flagged: false },
    ]);
    const entryFields = elicitationEntry(only(testBed.outcomes), 'full').fields;
    assert.deepEqual(entryFields, [
      { name: 'name', flagged: true, given: true },
      { name: 'pin', given: true, value: 'x' },
    ]);
  });

  it('has no value and no message unless values are recorded, with any decision', async () => {
    const ends = ['accept', 'decline', 'cancel', 'server', 'connection', 'host'] as const;
    const secret = fc.string({ minLength: 8, maxLength: 40 }).map((text) => `<${text}>`);
    await fc.assert(
      fc.asyncProperty(secret, secret, fc.constantFrom(...ends), async (value, message, end) => {
        const testBed = new ElicitationRecorderTestBed();
        const reply = testBed.push({ message, requestedSchema: schema });
        const [request] = await testBed.pendingRequests();
        if (end === 'accept') {
          await testBed.decide({ action: end, content: { name: value, pin: value } });
        } else if (end === 'decline' || end === 'cancel') {
          await testBed.decide({ action: end });
        } else {
          testBed.inbox.withdraw(request?.id ?? '', { by: end, reason: value });
        }
        await reply;
        const json = JSON.stringify(elicitationEntry(only(testBed.outcomes), 'redacted'));
        for (const text of [value, message]) {
          assert.ok(!json.includes(JSON.stringify(text).slice(1, -1)), json);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is one valid entry for any pushed parameters', async () => {
    const params = fc.oneof(
      fc.anything(),
      fc.record({ mode: fc.anything(), message: fc.anything(), url: fc.anything(), requestedSchema: fc.anything() }),
    );
    await fc.assert(
      fc.asyncProperty(params, async (raw) => {
        const testBed = new ElicitationRecorderTestBed();
        testBed.inbox.onDidArrive(({ id }) => testBed.inbox.decide(id, { action: 'cancel' }));
        await testBed.push(raw).catch(() => undefined);
        elicitationEntry(only(testBed.outcomes), 'full');
      }),
      { numRuns: 500 },
    );
  });
});
