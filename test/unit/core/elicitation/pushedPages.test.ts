import assert from 'node:assert/strict';
import { readingOf, required } from '#test/host/samples.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

const accept = { action: 'accept' } as const;
const optionalNameRequest = {
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};

describe('a pushed URL elicitation', () => {
  let rig: TestConnection;
  beforeEach(() => {
    rig = new TestConnection();
  });

  it('is accepted at once without content, and stays on a card until it is complete', async () => {
    const answer = rig.push(required('a'));
    const request = await rig.decide(accept);
    assert.deepEqual(await answer, { action: 'accept' });
    assert.equal(request.mode === 'url' && request.elicitationId, 'a');
    const suspendedCall = only(rig.suspendedCalls.all);
    assert.deepEqual([suspendedCall.resends, suspendedCall.call?.id], [false, 'call']);
    assert.deepEqual(suspendedCall.openedPages, [
      {
        url: 'https://example.com/a',
        parsedUrl: readingOf('https://example.com/a'),
        message: 'Open a',
        elicitationId: 'a',
        done: false,
      },
    ]);
    rig.elicitations.pages.completions.complete('b');
    assert.equal(rig.suspendedCalls.all.length, 1);
    rig.elicitations.pages.completions.complete('a');
    await settled(() => rig.suspendedCalls.all.length === 0);
    rig.elicitations.pages.completions.complete('a');
  });

  for (const action of ['decline', 'cancel'] as const) {
    it(`leaves no card after ${action}`, async () => {
      const answer = rig.push(required('a'));
      await rig.decide({ action });
      assert.deepEqual(await answer, { action });
      assert.deepEqual(rig.suspendedCalls.all, []);
    });
  }

  it('leaves no card if it was complete before the consent', async () => {
    const answer = rig.push(required('a'));
    await rig.pendingRequests();
    rig.elicitations.pages.completions.complete('a');
    await rig.decide(accept);
    await answer;
    assert.deepEqual(rig.suspendedCalls.all, []);
  });

  for (const [what, end] of [
    ['its call ends', (rig: TestConnection) => rig.elicitations.callEnded('call')],
    ['the connection ends', (rig: TestConnection) => rig.elicitations.withdraw({ by: 'connection', reason: 'gone' })],
    ['the user continues', (rig: TestConnection) => rig.suspendedCalls.continue(only(rig.suspendedCalls.all).id)],
  ] as const) {
    it(`removes its card when ${what}`, async () => {
      const answer = rig.push(required('a'));
      await rig.decide(accept);
      await answer;
      rig.elicitations.callEnded('another');
      assert.equal(rig.suspendedCalls.all.length, 1);
      end(rig);
      await settled(() => rig.suspendedCalls.all.length === 0);
      assert.deepEqual(rig.cancelledCalls, []);
    });
  }

  it('cancels its call, if known, when the user stops it', async () => {
    const answer = rig.push(required('a'));
    await rig.decide(accept);
    await answer;
    rig.suspendedCalls.stop(only(rig.suspendedCalls.all).id);
    await settled(() => rig.cancelledCalls.length > 0);
    assert.deepEqual(rig.cancelledCalls, ['call']);

    rig.calls = [];
    const unattributed = rig.push(required('b'));
    await rig.decide(accept);
    await unattributed;
    rig.suspendedCalls.stop(only(rig.suspendedCalls.all).id);
    await settled(() => rig.suspendedCalls.all.length === 0);
    assert.deepEqual(rig.cancelledCalls, ['call']);
  });

  it('leaves a card without a call if its call ended before the consent', async () => {
    const answer = rig.push(required('a'));
    const request = only(await rig.pendingRequests());
    rig.calls = [];
    rig.elicitations.callEnded('call');
    await rig.decide(accept);
    assert.deepEqual(await answer, { action: 'accept' });
    assert.equal(request.call?.id, 'call');
    assert.equal(only(rig.suspendedCalls.all).call, undefined);
  });

  it('cannot be completed by another connection', async () => {
    const other = new TestConnection();
    const answer = rig.push(required('a'));
    await rig.decide(accept);
    await answer;
    other.elicitations.pages.completions.complete('a');
    assert.equal(rig.suspendedCalls.all.length, 1);
  });
});

describe('a pushed request', () => {
  let rig: TestConnection;
  beforeEach(() => {
    rig = new TestConnection();
  });

  it('belongs to the call of the task that it names', async () => {
    rig.calls = [rig.call, { ...rig.call, id: 'other' }];
    for (const [taskId, callId] of [
      ['task of other', 'other'],
      ['task of nobody', undefined],
    ] as const) {
      const answer = rig.push(optionalNameRequest, { meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
      assert.equal((await rig.decide({ action: 'decline' })).call?.id, callId);
      await answer;
    }
  });

  it('does not belong to a call that is not at the server', async () => {
    rig.callsAtServer = [];
    const answer = rig.push(optionalNameRequest);
    const request = await rig.decide({ action: 'decline' });
    assert.deepEqual([request.call, request.isStartedByUser], [undefined, false]);
    await answer;
  });

  it('is never accepted without content', async () => {
    const answer = rig.push(optionalNameRequest);
    await rig.decide(accept);
    assert.deepEqual(await answer, { action: 'cancel' });
  });

  it('that repeats an accepted form of the same call has the earlier answers', async () => {
    const content = { name: 'Ann' };
    for (const before of [undefined, content]) {
      const answer = rig.push(optionalNameRequest);
      const request = await rig.decide({ action: 'accept', content });
      assert.deepEqual(request.mode === 'form' && request.acceptedBefore, before);
      await answer;
    }
    rig.elicitations.callEnded('call');
    const answer = rig.push(optionalNameRequest);
    const request = await rig.decide({ action: 'cancel' });
    assert.equal(request.mode === 'form' && request.acceptedBefore, undefined);
    await answer;
  });

  it('has an exchange with its findings and the exact reply', async () => {
    const params = { ...optionalNameRequest, colour: 'red' };
    const answer = rig.push(params);
    const request = await rig.decide({ action: 'decline' });
    await answer;
    const { id, arrival, received, findings, reply } = rig.lastExchange;
    assert.deepEqual([id, arrival, received], [request.id, 'pushed', { method: 'elicitation/create', params }]);
    assert.deepEqual(findings, [
      'Form mode: 1 field.',
      '"name": text; optional.',
      'The request has what means nothing to this host: "colour".',
    ]);
    assert.deepEqual(reply?.sent, { action: 'decline' });
  });

  it('that is refused has an exchange with the reason and the error', async () => {
    await assert.rejects(rig.push({ ...required('a'), url: 'file:///a' }));
    const { findings, reply } = rig.lastExchange;
    assert.deepEqual(findings, ['Refused: url: must begin with https:// or http://.']);
    assert.deepEqual(reply?.sent, { code: -32602, message: 'url: must begin with https:// or http://.' });
  });

  it('is not logged after ten refusals in a second; only the number of further ones is', async () => {
    for (let refused = 0; refused < 30; refused += 1) {
      await assert.rejects(rig.push({ mode: 'hologram' }));
    }
    assert.equal(rig.warnings.length, 10);
    await settled(() => rig.warnings.includes('20 more elicitations were refused within a second.'));
  });

  it('that the server cancels has an exchange without a reply', async () => {
    const cancellation = new AbortController();
    const answer = rig.push(optionalNameRequest, { signal: cancellation.signal });
    await rig.pendingRequests();
    cancellation.abort('never mind');
    await answer;
    assert.equal(rig.lastExchange.reply?.sent, undefined);
    assert.equal(rig.lastExchange.reply?.note, 'Nothing was sent. The server withdrew the question: never mind');
  });

  it('that the host withdraws has an exchange with the reply cancel and the reason', async () => {
    const answer = rig.push(optionalNameRequest);
    await rig.pendingRequests();
    rig.elicitations.withdraw({ by: 'host', reason: 'The server was stopped.' });
    await answer;
    assert.deepEqual(rig.lastExchange.reply?.sent, { action: 'cancel' });
    assert.equal(rig.lastExchange.reply?.note, 'The server was stopped.');
  });
});
