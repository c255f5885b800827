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
  (await new ArrivedRound(requests, context).admit()).answer();

describe('the recorded outcome of a request', () => {
  it('is absent for a request that is not an elicitation', async () => {
    const rig = new ElicitationRecorderTestBed();
    const roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
    await answerRound({ r: { method: 'roots/list' } }, { ...rig.context, roots });
    assert.deepEqual(rig.outcomes, []);
  });

  it('is absent while recording is switched off', async () => {
    const rig = new ElicitationRecorderTestBed();
    rig.enabled = false;
    const answered = rig.push(question);
    await rig.decide({ action: 'accept', content: {} });
    await answered;
    await assert.rejects(rig.push(7));
    assert.deepEqual(rig.outcomes, []);
  });

  it('has the total time for which the request was visible', async () => {
    const rig = new ElicitationRecorderTestBed();
    const answered = rig.push(question);
    const [request] = await rig.asked();
    const { clock, recording } = rig;
    recording.setShownRequest(request?.id);
    clock.time += 300;
    recording.setShownRequest(undefined);
    clock.time += 10_000;
    recording.setShownRequest(request?.id);
    recording.setShownRequest(request?.id);
    clock.time += 200;
    await rig.decide({ action: 'decline' });
    clock.time += 5000;
    recording.setShownRequest(undefined);
    await answered;
    assert.equal(only(rig.outcomes).shownMs, 500);
  });

  it('has the waiting time by the steady clock', async () => {
    for (const jump of [-hour, hour]) {
      const rig = new ElicitationRecorderTestBed();
      const answered = rig.push(question);
      const [request] = await rig.asked();
      rig.recording.setShownRequest(request?.id);
      rig.clock.set = jump;
      rig.clock.time += 1500;
      await rig.decide({ action: 'decline' });
      await answered;
      const { waitedMs, shownMs } = only(rig.outcomes);
      assert.deepEqual([waitedMs, shownMs], [1500, 1500]);
    }
  });

  it('names the call of the request', async () => {
    const rig = new ElicitationRecorderTestBed();
    const other = { ...rig.call, id: 'another' };
    for (const calls of [[rig.call], [rig.call], [other], []]) {
      rig.calls = calls;
      const answered = rig.push(question);
      await rig.decide({ action: 'cancel' });
      await answered;
    }
    const kept = rig.outcomes.map((outcome) => elicitationEntry(outcome, 'redacted').call?.id);
    assert.deepEqual(kept, ['call', 'call', 'another', undefined]);
  });

  it('names the URI template of a resource', async () => {
    const rig = new ElicitationRecorderTestBed();
    const template = 'vault://token/{apiKey}';
    rig.calls = [{ ...rig.call, request: { kind: 'resource', uri: 'vault://token/t0p', template } }];
    const answered = rig.push(question);
    await rig.decide({ action: 'cancel' });
    await answered;
    assert.equal(elicitationEntry(only(rig.outcomes), 'redacted').call?.target, template);
  });

  it('is masked with the secrets at the time of the request', async () => {
    let masking = (text: string) => text.replaceAll('old', '[secret]');
    const rig = new ElicitationRecorderTestBed({ maskOf: () => masking });
    const answered = rig.push(question);
    await rig.asked();
    masking = (text) => text.replaceAll('new', '[secret]');
    await rig.decide({ action: 'cancel' });
    await answered;
    assert.equal(rig.masks.at(-1)?.('old and new'), '[secret] and new');
  });

  it('names the flagged fields, also by what the user typed', async () => {
    const rig = new ElicitationRecorderTestBed({
      flagged: (_request, content) => (content?.['name'] === 'key' ? ['name'] : []),
    });
    const answered = rig.push(question);
    await rig.decide({ action: 'accept', content: { name: 'key', pin: 'x' } });
    await answered;
    assert.deepEqual(only(rig.outcomes).fields, [
      { name: 'name', flagged: true },
      { name: 'pin', flagged: false },
    ]);
    const kept = elicitationEntry(only(rig.outcomes), 'full').fields;
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
        const rig = new ElicitationRecorderTestBed();
        const answered = rig.push({ message, requestedSchema: schema });
        const [request] = await rig.asked();
        if (end === 'accept') {
          await rig.decide({ action: end, content: { name: value, pin: value } });
        } else if (end === 'decline' || end === 'cancel') {
          await rig.decide({ action: end });
        } else {
          rig.inbox.withdraw(request?.id ?? '', { by: end, reason: value });
        }
        await answered;
        const kept = JSON.stringify(elicitationEntry(only(rig.outcomes), 'redacted'));
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
        const rig = new ElicitationRecorderTestBed();
        rig.inbox.onDidArrive(({ id }) => rig.inbox.decide(id, { action: 'cancel' }));
        await rig.push(raw).catch(() => undefined);
        elicitationEntry(only(rig.outcomes), 'full');
      }),
      { numRuns: 500 },
    );
  });
});
