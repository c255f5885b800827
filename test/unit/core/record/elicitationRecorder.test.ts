import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import { page, required } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { ElicitationRecorderTestBed } from './elicitationRecorderTestBed.ts';

const schema = { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string' } } };
const nameForm = { message: 'Your name?', requestedSchema: schema };
const inputRequest = (params: object) => ({ method: 'elicitation/create', params });
const urlsRequired = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed.', { elicitations });

const answerRound = async (requests: Readonly<Record<string, unknown>>, context: ElicitingCall) =>
  (await new ArrivedRound(requests, context).admit()).respond();

describe('the recorder records each request once', () => {
  let testBed: ElicitationRecorderTestBed;
  beforeEach(() => {
    testBed = new ElicitationRecorderTestBed();
  });

  it('when a pushed form is accepted, with all properties', async () => {
    const reply = testBed.push(nameForm);
    const { id } = await testBed.decide({ action: 'accept', content: { name: 'Ada' } });
    await reply;
    const { waitedMs, ...outcome } = only(testBed.outcomes);
    assert.equal(typeof waitedMs, 'number');
    assert.deepEqual(outcome, {
      id,
      server: { id: 'user:mine', name: 'mine', scope: 'user' },
      protocol: '2025-11-25',
      call: { id: 'call', kind: 'tool', target: 'a' },
      arrival: 'pushed',
      mode: 'form',
      message: 'Your name?',
      decision: 'accept',
      decidedBy: 'person',
      unsent: false,
      shownMs: undefined,
      opened: false,
      limits: undefined,
      fields: [
        { name: 'name', flagged: false },
        { name: 'pin', flagged: false },
      ],
      content: { name: 'Ada' },
    });
  });

  for (const action of ['decline', 'cancel'] as const) {
    it(`when the user's answer is ${action}`, async () => {
      const reply = testBed.push(nameForm);
      await testBed.decide({ action });
      await reply;
      assert.deepEqual(testBed.ends, [`${action} by person`]);
    });
  }

  it('when a page is opened, with the codes of the findings in its URL', async () => {
    const reply = testBed.push({ mode: 'url', message: 'Open', url: 'http://192.168.1.1/x', elicitationId: 'e' });
    await testBed.decide({ action: 'accept' });
    await reply;
    const { decision, findings = [], url } = only(testBed.outcomes);
    assert.deepEqual([decision, url], ['accept', 'http://192.168.1.1/x']);
    assert.ok(findings.includes('notHttps'), findings.join());
  });

  for (const [opened, recordedOpened] of [
    [true, true],
    [false, undefined],
  ] as const) {
    it(`when the server cancels it while its page is ${opened ? '' : 'not '}opened`, async () => {
      let resolve: (isOpen: boolean) => void = () => undefined;
      const opening = new Promise<boolean>((settle) => {
        resolve = settle;
      });
      const [cancellation, pageParams] = [new AbortController(), page('a', { elicitationId: 'a' })];
      const reply = testBed.push(pageParams, { signal: cancellation.signal });
      const [request] = await testBed.pendingRequests();
      testBed.inbox.beginOpening(request?.id ?? '', opening);
      cancellation.abort('timeout');
      await reply;
      assert.deepEqual(testBed.outcomes, [], 'not before the page is known to be open or not');
      resolve(opened);
      await settled(() => testBed.outcomes.length > 0);
      assert.deepEqual(testBed.ends, ['withdrawn by server, unsent']);
      assert.equal(elicitationEntry(only(testBed.outcomes), 'redacted').opened, recordedOpened);
      assert.deepEqual(testBed.sites.ofServer('user:mine').length, opened ? 1 : 0);
    });
  }

  it('when all requests are cancelled while its page is opened', async () => {
    let resolve: (isOpen: boolean) => void = () => undefined;
    const opening = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    const reply = testBed.push(page('a', { elicitationId: 'a' }));
    const [request] = await testBed.pendingRequests();
    testBed.inbox.beginOpening(request?.id ?? '', opening);
    testBed.inbox.decide(request?.id ?? '', { action: 'cancel' });
    assert.deepEqual(await reply, { action: 'cancel' });
    assert.deepEqual(testBed.outcomes, [], 'not before the page is known to be open or not');
    resolve(true);
    await settled(() => testBed.outcomes.length > 0);
    assert.deepEqual(testBed.ends, ['cancel by person']);
    assert.equal(elicitationEntry(only(testBed.outcomes), 'redacted').opened, true);
    assert.equal(testBed.sites.ofServer('user:mine').length, 1);
  });

  it('when the window closes before it is known whether its page was opened', async () => {
    const reply = testBed.push(page('a', { elicitationId: 'a' }));
    const [request] = await testBed.pendingRequests();
    let resolve: (isOpen: boolean) => void = () => undefined;
    const opening = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    testBed.inbox.beginOpening(request?.id ?? '', opening);
    testBed.inbox.withdraw(request?.id ?? '', { by: 'host', reason: 'The window is closing.' });
    await reply;
    testBed.recording.finish();
    resolve(true);
    await opening;
    assert.deepEqual(testBed.ends, ['withdrawn by host']);
    assert.equal(elicitationEntry(only(testBed.outcomes), 'redacted').opened, 'unknown', 'the entry does not guess');
  });

  it('when it is withdrawn after its page was not opened', async () => {
    const reply = testBed.push(page('a', { elicitationId: 'a' }));
    const [request] = await testBed.pendingRequests();
    testBed.inbox.beginOpening(request?.id ?? '', Promise.resolve(false));
    await Promise.resolve();
    testBed.inbox.withdraw(request?.id ?? '', { by: 'server', reason: 'Gone.' });
    await reply;
    assert.deepEqual(testBed.ends, ['withdrawn by server']);
  });

  it('when it could not be shown, as cancelled by the host', async () => {
    const reply = testBed.push(nameForm);
    const [request] = await testBed.pendingRequests();
    testBed.recording.markUndrawn(request?.id ?? '');
    await testBed.decide({ action: 'cancel' });
    await reply;
    assert.deepEqual(testBed.ends, ['cancel by host']);
  });

  it('when a program cancels it, as cancelled by the host', async () => {
    const reply = testBed.push(nameForm);
    await testBed.decide({ action: 'cancel', byProgram: true });
    assert.deepEqual(await reply, { action: 'cancel' });
    assert.deepEqual(testBed.ends, ['cancel by host']);
    assert.equal(only(testBed.outcomes).reason, 'Another extension cancelled the questions of the server.');
  });

  for (const by of ['server', 'connection', 'host'] as const) {
    it(`when it is withdrawn by the ${by}, without the reason of the server`, async () => {
      const reply = testBed.push(nameForm);
      const [request] = await testBed.pendingRequests();
      testBed.inbox.withdraw(request?.id ?? '', { by, reason: 'your password hunter2 is wrong' });
      await reply;
      assert.deepEqual(testBed.ends, [`withdrawn by ${by}`]);
      assert.ok(!only(testBed.outcomes).reason?.includes('hunter2'));
    });
  }

  it('when the server cancelled it before it was shown', async () => {
    await testBed.push(nameForm, { signal: AbortSignal.abort('no') });
    assert.deepEqual(testBed.ends, ['withdrawn by server, unsent']);
  });

  it('when a pushed request is refused, without text of its schema', async () => {
    const secret = { type: 'object', properties: { a: { type: 'hunter2' } } };
    await assert.rejects(testBed.push({ message: 'm', requestedSchema: secret }));
    const { fields, mode, reason } = only(testBed.outcomes);
    assert.deepEqual(testBed.ends, ['refused by host']);
    assert.deepEqual([mode, fields], ['form', [{ name: 'a' }]]);
    assert.ok(!reason?.includes('hunter2'));
  });

  it('when its parameters are invalid', async () => {
    for (const params of [undefined, 7, { mode: 'telepathy' }, { requestedSchema: [] }]) {
      await assert.rejects(testBed.push(params));
    }
    assert.deepEqual(new Set(testBed.ends), new Set(['refused by host']));
    assert.equal(testBed.outcomes.length, 4);
  });

  it('when a round of a form and a URL is answered', async () => {
    const requests = { a: inputRequest(nameForm), b: inputRequest(page('b')) };
    const reply = answerRound(requests, testBed.context);
    await testBed.pendingRequests(2);
    await testBed.decide({ action: 'accept', content: {} });
    await testBed.decide({ action: 'decline' });
    await reply;
    assert.deepEqual(testBed.ends, ['accept by person', 'decline by person']);
  });

  it('when a request of a round is withdrawn; the answers to the others as unsent', async () => {
    const reply = answerRound({ a: inputRequest(nameForm), b: inputRequest(nameForm) }, testBed.context);
    const [, second] = await testBed.pendingRequests(2);
    await testBed.decide({ action: 'accept', content: {} });
    testBed.inbox.withdraw(second?.id ?? '', { by: 'host', reason: 'The call was cancelled.' });
    await assert.rejects(reply);
    assert.deepEqual(testBed.ends, ['accept by person, unsent', 'withdrawn by host, unsent']);
  });

  it('when its round cannot be shown', async () => {
    await assert.rejects(answerRound({ a: inputRequest(nameForm), b: inputRequest({}) }, testBed.context));
    assert.deepEqual(testBed.ends, ['refused by host, unsent', 'refused by host, unsent']);
  });

  it('when its URL was accepted before in the same call', async () => {
    testBed.elicitations.previousAnswers.acceptedIn(testBed.call).addPage(page('a'));
    await answerRound({ a: inputRequest(page('a')) }, testBed.context);
    assert.deepEqual(testBed.ends, ['accept by host']);
  });

  it('when its round has the same URL twice, with the same decision', async () => {
    const reply = answerRound({ a: inputRequest(page('a')), b: inputRequest(page('a')) }, testBed.context);
    await testBed.decide({ action: 'decline' });
    await reply;
    assert.deepEqual(testBed.ends, ['decline by person', 'decline by person']);
  });

  it('when one of several required URLs is declined; those after it as withdrawn', async () => {
    const send = () => Promise.reject(urlsRequired(required('a'), required('b'), required('c')));
    const ended = throughRequiredUrls(send, testBed.context);
    await testBed.decide({ action: 'accept' });
    await testBed.decide({ action: 'decline' });
    await assert.rejects(ended);
    assert.deepEqual(testBed.ends, ['accept by person', 'decline by person, unsent', 'withdrawn by host, unsent']);
  });

  it('when its list of required URLs is invalid', async () => {
    const send = () => Promise.reject(urlsRequired(required('a'), { mode: 'url' }));
    await assert.rejects(throughRequiredUrls(send, testBed.context));
    assert.deepEqual(testBed.ends, ['refused by host, unsent', 'refused by host, unsent']);
  });

  it('when it exceeds the rate limit, or the server is muted', () => {
    const server = { id: 'user:mine', name: 'mine' };
    const received = { method: 'elicitation/create', params: nameForm };
    for (const reason of ['rate_limited', 'muted']) {
      testBed.exchanges.add({ id: reason, at: 0, server, arrival: 'pushed', received, findings: [] });
      testBed.exchanges.setReply(reason, { at: 1, sent: { code: -31001, message: 'No.', data: { reason } } });
    }
    assert.deepEqual(testBed.ends, ['rate_limited by host', 'muted by host']);
  });
});
