import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import { only } from '#test/host/testConnection.ts';
import { ElicitationRecorderTestBed } from './elicitationRecorderTestBed.ts';

const hour = 3_600_000;

const schema = { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string' } } };
const question = { message: 'Your name?', requestedSchema: schema };

const answerRound = async (requests: Readonly<Record<string, unknown>>, context: ElicitingCall) =>
  (await new ArrivedRound(requests, context).admit()).respond();

describe('the recorded outcome of a request', () => {
  it('is absent for a request that is not an elicitation', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
    await answerRound({ r: { method: 'roots/list' } }, { ...testBed.context, roots });
    assert.deepEqual(testBed.outcomes, []);
  });

  it('is absent while recording is switched off', async () => {
    const testBed = new ElicitationRecorderTestBed();
    testBed.enabled = false;
    const answered = testBed.push(question);
    await testBed.decide({ action: 'accept', content: {} });
    await answered;
    await assert.rejects(testBed.push(7));
    assert.deepEqual(testBed.outcomes, []);
  });

  it('has the total time for which the request was visible', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const answered = testBed.push(question);
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
    await answered;
    assert.equal(only(testBed.outcomes).shownMs, 500);
  });

  it('has the waiting time by the steady clock', async () => {
    for (const jump of [-hour, hour]) {
      const testBed = new ElicitationRecorderTestBed();
      const answered = testBed.push(question);
      const [request] = await testBed.pendingRequests();
      testBed.recording.setShownRequest(request?.id);
      testBed.clock.set = jump;
      testBed.clock.time += 1500;
      await testBed.decide({ action: 'decline' });
      await answered;
      const { waitedMs, shownMs } = only(testBed.outcomes);
      assert.deepEqual([waitedMs, shownMs], [1500, 1500]);
    }
  });

  it('names the call of the request', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const other = { ...testBed.call, id: 'another' };
    for (const calls of [[testBed.call], [testBed.call], [other], []]) {
      testBed.calls = calls;
      const answered = testBed.push(question);
      await testBed.decide({ action: 'cancel' });
      await answered;
    }
    const kept = testBed.outcomes.map((outcome) => elicitationEntry(outcome, 'redacted').call?.id);
    assert.deepEqual(kept, ['call', 'call', 'another', undefined]);
  });

  it('names the URI template of a resource', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const template = 'vault://token/{apiKey}';
    testBed.calls = [{ ...testBed.call, request: { kind: 'resource', uri: 'vault://token/t0p', template } }];
    const answered = testBed.push(question);
    await testBed.decide({ action: 'cancel' });
    await answered;
    assert.equal(elicitationEntry(only(testBed.outcomes), 'redacted').call?.target, template);
  });

  it('is masked with the secrets at the time of the request', async () => {
    let masking = (text: string) => text.replaceAll('old', '[secret]');
    const testBed = new ElicitationRecorderTestBed({ maskOf: () => masking });
    const answered = testBed.push(question);
    await testBed.pendingRequests();
    masking = (text) => text.replaceAll('new', '[secret]');
    await testBed.decide({ action: 'cancel' });
    await answered;
    assert.equal(testBed.masks.at(-1)?.('old and new'), '[secret] and new');
  });

  it('names the flagged fields, also by what the user typed', async () => {
    const testBed = new ElicitationRecorderTestBed({
      flagged: (_request, content) => (content?.['name'] === 'key' ? ['name'] : []),
    });
    const answered = testBed.push(question);
    await testBed.decide({ action: 'accept', content: { name: 'key', pin: 'x' } });
    await answered;
    assert.deepEqual(only(testBed.outcomes).fields, [
      { name: 'name', flagged: true },
      { name: 'pin', flagged: false },
    ]);
    const kept = elicitationEntry(only(testBed.outcomes), 'full').fields;
    assert.deepEqual(kept, [
      { name: 'name', flagged: true, given: true },
      { name: 'pin', given: true, value: 'x' },
    ]);
  });

  it('has no value and no message unless values are recorded, whatever the decision', async () => {
    const ends = ['accept', 'decline', 'cancel', 'server', 'connection', 'host'] as const;
    const secret = fc.string({ minLength: 8, maxLength: 40 }).map((text) => `<${text}>`);
    await fc.assert(
      fc.asyncProperty(secret, secret, fc.constantFrom(...ends), async (value, message, end) => {
        const testBed = new ElicitationRecorderTestBed();
        const answered = testBed.push({ message, requestedSchema: schema });
        const [request] = await testBed.pendingRequests();
        if (end === 'accept') {
          await testBed.decide({ action: end, content: { name: value, pin: value } });
        } else if (end === 'decline' || end === 'cancel') {
          await testBed.decide({ action: end });
        } else {
          testBed.inbox.withdraw(request?.id ?? '', { by: end, reason: value });
        }
        await answered;
        const kept = JSON.stringify(elicitationEntry(only(testBed.outcomes), 'redacted'));
        for (const text of [value, message]) {
          assert.ok(!kept.includes(JSON.stringify(text).slice(1, -1)), kept);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is one valid entry, whatever a server pushes', async () => {
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
