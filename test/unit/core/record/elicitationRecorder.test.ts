import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import { page, required } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { ElicitationRecorderTestBed } from './elicitationRecorderTestBed.ts';

const hour = 3_600_000;

const schema = { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string' } } };
const question = { message: 'Your name?', requestedSchema: schema };
const asRound = (params: object) => ({ method: 'elicitation/create', params });
const needs = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed.', { elicitations });

const answerRound = async (requests: Readonly<Record<string, unknown>>, context: ElicitingCall) =>
  (await new ArrivedRound(requests, context).admit()).answer();

describe('each request is recorded once', () => {
  let rig: ElicitationRecorderTestBed;
  beforeEach(() => {
    rig = new ElicitationRecorderTestBed();
  });

  it('when a pushed form is accepted, with everything that is known', async () => {
    const answered = rig.push(question);
    const { id } = await rig.decide({ action: 'accept', content: { name: 'Ada' } });
    await answered;
    const { waitedMs, ...outcome } = only(rig.outcomes);
    assert.equal(typeof waitedMs, 'number');
    assert.deepEqual(outcome, {
      id,
      server: { id: 'user:mine', name: 'mine', scope: 'user' },
      protocol: '2025-11-25',
      call: { id: 'call', kind: 'tool', target: 'a' },
      way: 'pushed',
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
    it(`when the person's answer is ${action}`, async () => {
      const answered = rig.push(question);
      await rig.decide({ action });
      await answered;
      assert.deepEqual(rig.ends, [`${action} by person`]);
    });
  }

  it('when a page is opened, with the codes of what was found in its address', async () => {
    const answered = rig.push({ mode: 'url', message: 'Open', url: 'http://192.168.1.1/x', elicitationId: 'e' });
    await rig.decide({ action: 'accept' });
    await answered;
    const { decision, findings = [], url } = only(rig.outcomes);
    assert.deepEqual([decision, url], ['accept', 'http://192.168.1.1/x']);
    assert.ok(findings.includes('notHttps'), findings.join());
  });

  for (const [opened, said] of [
    [true, true],
    [false, undefined],
  ] as const) {
    it(`when the server takes it back while its page is ${opened ? '' : 'not '}opened`, async () => {
      let resolve: (isOpen: boolean) => void = () => undefined;
      const opening = new Promise<boolean>((settle) => {
        resolve = settle;
      });
      const [taken, answered] = [new AbortController(), page('a', { elicitationId: 'a' })];
      const reply = rig.push(answered, { signal: taken.signal });
      const [request] = await rig.asked();
      rig.inbox.begin(request?.id ?? '', opening);
      taken.abort('timeout');
      await reply;
      assert.deepEqual(rig.outcomes, [], 'not before it is known');
      resolve(opened);
      await settled(() => rig.outcomes.length > 0);
      assert.deepEqual(rig.ends, ['withdrawn by server, unsent']);
      assert.equal(elicitationEntry(only(rig.outcomes), 'redacted').opened, said);
      assert.deepEqual(rig.sites.of('user:mine').length, opened ? 1 : 0);
    });
  }

  it('when all questions are cancelled while its page is opened', async () => {
    let resolve: (isOpen: boolean) => void = () => undefined;
    const opening = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    const reply = rig.push(page('a', { elicitationId: 'a' }));
    const [request] = await rig.asked();
    rig.inbox.begin(request?.id ?? '', opening);
    rig.inbox.decide(request?.id ?? '', { action: 'cancel' });
    assert.deepEqual(await reply, { action: 'cancel' });
    assert.deepEqual(rig.outcomes, [], 'not before it is known');
    resolve(true);
    await settled(() => rig.outcomes.length > 0);
    assert.deepEqual(rig.ends, ['cancel by person']);
    assert.equal(elicitationEntry(only(rig.outcomes), 'redacted').opened, true);
    assert.equal(rig.sites.of('user:mine').length, 1);
  });

  it('when the window ends before it is known whether its page was opened', async () => {
    const answered = rig.push(page('a', { elicitationId: 'a' }));
    const [request] = await rig.asked();
    let resolve: (isOpen: boolean) => void = () => undefined;
    const opening = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    rig.inbox.begin(request?.id ?? '', opening);
    rig.inbox.withdraw(request?.id ?? '', { by: 'host', reason: 'The window is closing.' });
    await answered;
    rig.recording.finish();
    resolve(true);
    await opening;
    assert.deepEqual(rig.ends, ['withdrawn by host']);
    assert.equal(elicitationEntry(only(rig.outcomes), 'redacted').opened, 'unknown', 'and nobody claims to know');
  });

  it('when it is withdrawn after a page was not opened, like any other', async () => {
    const answered = rig.push(page('a', { elicitationId: 'a' }));
    const [request] = await rig.asked();
    rig.inbox.begin(request?.id ?? '', Promise.resolve(false));
    await Promise.resolve();
    rig.inbox.withdraw(request?.id ?? '', { by: 'server', reason: 'Gone.' });
    await answered;
    assert.deepEqual(rig.ends, ['withdrawn by server']);
  });

  it('when it could not be drawn: that is no decision of a person', async () => {
    const answered = rig.push(question);
    const [request] = await rig.asked();
    rig.recording.markUndrawn(request?.id ?? '');
    await rig.decide({ action: 'cancel' });
    await answered;
    assert.deepEqual(rig.ends, ['cancel by host']);
  });

  it('when a program cancels it: that is no decision of a person either', async () => {
    const answered = rig.push(question);
    await rig.decide({ action: 'cancel', byProgram: true });
    assert.deepEqual(await answered, { action: 'cancel' });
    assert.deepEqual(rig.ends, ['cancel by host']);
    assert.equal(only(rig.outcomes).reason, 'Another extension cancelled the questions of the server.');
  });

  for (const by of ['server', 'connection', 'host'] as const) {
    it(`when it is withdrawn by the ${by}, without a word of the server's`, async () => {
      const answered = rig.push(question);
      const [request] = await rig.asked();
      rig.inbox.withdraw(request?.id ?? '', { by, reason: 'your password hunter2 is wrong' });
      await answered;
      assert.deepEqual(rig.ends, [`withdrawn by ${by}`]);
      assert.ok(!only(rig.outcomes).reason?.includes('hunter2'));
    });
  }

  it('when the server took it back before it was asked', async () => {
    await rig.push(question, { signal: AbortSignal.abort('no') });
    assert.deepEqual(rig.ends, ['withdrawn by server, unsent']);
  });

  it('when a pushed one is refused, without what the server wrote into its rules', async () => {
    const secret = { type: 'object', properties: { a: { type: 'hunter2' } } };
    await assert.rejects(rig.push({ message: 'm', requestedSchema: secret }));
    const { fields, mode, reason } = only(rig.outcomes);
    assert.deepEqual(rig.ends, ['refused by host']);
    assert.deepEqual([mode, fields], ['form', [{ name: 'a' }]]);
    assert.ok(!reason?.includes('hunter2'));
  });

  it('when all that came is nonsense', async () => {
    for (const params of [undefined, 7, { mode: 'telepathy' }, { requestedSchema: [] }]) {
      await assert.rejects(rig.push(params));
    }
    assert.deepEqual(new Set(rig.ends), new Set(['refused by host']));
    assert.equal(rig.outcomes.length, 4);
  });

  it('when a round is answered, whatever its parts are', async () => {
    const requests = { a: asRound(question), b: asRound(page('b')) };
    const answered = answerRound(requests, rig.context);
    await rig.asked(2);
    await rig.decide({ action: 'accept', content: {} });
    await rig.decide({ action: 'decline' });
    await answered;
    assert.deepEqual(rig.ends, ['accept by person', 'decline by person']);
  });

  it('when a question of a round is withdrawn: what the person said to the others was not sent', async () => {
    const answered = answerRound({ a: asRound(question), b: asRound(question) }, rig.context);
    const [, second] = await rig.asked(2);
    await rig.decide({ action: 'accept', content: {} });
    rig.inbox.withdraw(second?.id ?? '', { by: 'host', reason: 'The call was cancelled.' });
    await assert.rejects(answered);
    assert.deepEqual(rig.ends, ['accept by person, unsent', 'withdrawn by host, unsent']);
  });

  it('when a round cannot be shown, each of its questions', async () => {
    await assert.rejects(answerRound({ a: asRound(question), b: asRound({}) }, rig.context));
    assert.deepEqual(rig.ends, ['refused by host, unsent', 'refused by host, unsent']);
  });

  it('when a page is asked for that was opened before in the call', async () => {
    rig.questions.previousAnswers.acceptedIn(rig.call).addPage(page('a'));
    await answerRound({ a: asRound(page('a')) }, rig.context);
    assert.deepEqual(rig.ends, ['accept by host']);
  });

  it('when a round asks for the same page twice: the second is told what the first was', async () => {
    const answered = answerRound({ a: asRound(page('a')), b: asRound(page('a')) }, rig.context);
    await rig.decide({ action: 'decline' });
    await answered;
    assert.deepEqual(rig.ends, ['decline by person', 'decline by person']);
  });

  it('when pages are required and one is declined: the others are never asked for', async () => {
    const send = () => Promise.reject(needs(required('a'), required('b'), required('c')));
    const ended = throughRequiredUrls(send, rig.context);
    await rig.decide({ action: 'accept' });
    await rig.decide({ action: 'decline' });
    await assert.rejects(ended);
    assert.deepEqual(rig.ends, ['accept by person', 'decline by person, unsent', 'withdrawn by host, unsent']);
  });

  it('when a list of pages cannot be used', async () => {
    const send = () => Promise.reject(needs(required('a'), { mode: 'url' }));
    await assert.rejects(throughRequiredUrls(send, rig.context));
    assert.deepEqual(rig.ends, ['refused by host, unsent', 'refused by host, unsent']);
  });

  it('when it is over the rate limit, or muted', () => {
    const server = { id: 'user:mine', name: 'mine' };
    const received = { method: 'elicitation/create', params: question };
    for (const reason of ['rate_limited', 'muted']) {
      rig.exchanges.add({ id: reason, at: 0, server, way: 'pushed', received, findings: [] });
      rig.exchanges.reply(reason, { at: 1, sent: { code: -31001, message: 'No.', data: { reason } } });
    }
    assert.deepEqual(rig.ends, ['rate_limited by host', 'muted by host']);
  });
});

describe('what is recorded', () => {
  it('is nothing of what is not meant for a person', async () => {
    const rig = new ElicitationRecorderTestBed();
    const roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
    await answerRound({ r: { method: 'roots/list' } }, { ...rig.context, roots });
    assert.deepEqual(rig.outcomes, []);
  });

  it('is nothing at all while recording is switched off', async () => {
    const rig = new ElicitationRecorderTestBed();
    rig.enabled = false;
    const answered = rig.push(question);
    await rig.decide({ action: 'accept', content: {} });
    await answered;
    await assert.rejects(rig.push(7));
    assert.deepEqual(rig.outcomes, []);
  });

  it('says for how long the question was before the person, all times together', async () => {
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

  it('measures how long it waited, whatever the clock is set to meanwhile', async () => {
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

  it('names the call, so that its questions can be told from those of others', async () => {
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

  it('names the template that the URI of a resource was made from', async () => {
    const rig = new ElicitationRecorderTestBed();
    const template = 'vault://token/{apiKey}';
    rig.calls = [{ ...rig.call, request: { kind: 'resource', uri: 'vault://token/t0p', template } }];
    const answered = rig.push(question);
    await rig.decide({ action: 'cancel' });
    await answered;
    assert.equal(elicitationEntry(only(rig.outcomes), 'redacted').call?.target, template);
  });

  it('is masked as the server was when it asked', async () => {
    let masking = (text: string) => text.replaceAll('old', '[secret]');
    const rig = new ElicitationRecorderTestBed({ maskOf: () => masking });
    const answered = rig.push(question);
    await rig.asked();
    masking = (text) => text.replaceAll('new', '[secret]');
    await rig.decide({ action: 'cancel' });
    await answered;
    assert.equal(rig.masks.at(-1)?.('old and new'), '[secret] and new');
  });

  it('knows which fields are flagged, also by what was typed', async () => {
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

  it('holds no value and no message unless values are kept, however the question ends', async () => {
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

  it('is one entry without a throw, whatever a server pushes', async () => {
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
