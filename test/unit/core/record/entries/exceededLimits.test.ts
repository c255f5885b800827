import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { ArrivedRound } from '#core/elicitation/rounds/arrivedRound.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { page, required } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { ElicitationRecorderTestBed } from '#test/unit/core/record/elicitationRecorderTestBed.ts';

const nameForm = { message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
const inputRequest = (params: object) => ({ method: 'elicitation/create', params });
const urlsRequired = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed.', { elicitations });
const text = (length: number) => 'x'.repeat(length);
const fields = (count: number, field: object = { type: 'string' }) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, field])),
});

/** The properties of an entry about the admission of the request. */
const admissionOf = (outcome: ElicitationOutcome) => {
  const { decision, findings, limits, unread } = elicitationEntry(outcome, 'redacted');
  return { decision, findings, limits, unread };
};

describe('the limits in an entry', () => {
  let testBed: ElicitationRecorderTestBed;
  beforeEach(() => {
    testBed = new ElicitationRecorderTestBed();
  });

  it('are absent if no limit was exceeded', async () => {
    const reply = testBed.push(nameForm);
    await testBed.decide({ action: 'decline' });
    await reply;
    assert.deepEqual(admissionOf(only(testBed.outcomes)), {
      decision: 'decline',
      findings: undefined,
      limits: undefined,
      unread: undefined,
    });
  });

  it('name the limit that refused a pushed request unread', async () => {
    const checkLimit = async (limit: string, prepare: () => void) => {
      prepare();
      const error: unknown = await testBed.push(page('a', { elicitationId: 'a' })).catch((reason: unknown) => reason);
      assert.ok(error instanceof ProtocolError);
      const { codes, ...sent } = JSON.parse(JSON.stringify(testBed.lastExchange.reply?.sent));
      assert.deepEqual(
        [codes, Object.keys(sent.data)],
        [undefined, ['reason', 'retryAfterMs']],
        'the limit is not sent',
      );
      const { limits, findings, unread } = admissionOf(testBed.outcomes.at(-1) ?? assert.fail());
      assert.deepEqual([limits, findings, unread], [[limit], undefined, true]);
    };
    const waiting = testBed.push(nameForm);
    await testBed.pendingRequests();
    await checkLimit('maxPending', () => {
      testBed.rateLimits = { requestsPerMinute: 1000, maxPending: 1 };
    });
    await testBed.decide({ action: 'cancel' });
    await waiting;
    await checkLimit('requestsPerMinute', () => {
      testBed.rateLimits = { requestsPerMinute: 1, maxPending: 5 };
      testBed.rateLimiter.admit('user:mine', 0);
    });
    await checkLimit('muted', () => testBed.rateLimiter.mute('user:mine'));
    testBed.rateLimiter.unmute('user:mine');
    await checkLimit('mostUnreadable', () => {
      for (let times = 0; times < 30; times += 1) {
        testBed.rateLimiter.countUnreadable('user:mine');
      }
    });
  });

  it('include "allowed" if the user allowed a round, and its findings are recorded', async () => {
    testBed.rateLimiter.mute('user:mine');
    const reply = new ArrivedRound({ a: inputRequest(page('a', { url: 'http://192.168.1.1/' })) }, testBed.context)
      .admit()
      .then((round) => round.respond());
    testBed.suspendedCalls.continue((await testBed.onlySuspendedCall()).id);
    await testBed.decide({ action: 'decline' });
    await reply;
    const { limits, findings, unread } = admissionOf(only(testBed.outcomes));
    assert.deepEqual([limits, unread], [['muted', 'allowed'], undefined]);
    assert.ok(findings?.includes('notHttps'), String(findings));
  });

  it('are recorded if the user stopped a round unread', async () => {
    testBed.rateLimiter.mute('user:mine');
    const round = new ArrivedRound({ a: inputRequest(nameForm) }, testBed.context).admit();
    testBed.suspendedCalls.stop((await testBed.onlySuspendedCall()).id);
    await assert.rejects(round);
    assert.deepEqual(admissionOf(only(testBed.outcomes)), {
      decision: 'muted',
      findings: undefined,
      limits: ['muted'],
      unread: true,
    });
  });

  it('include "allowed" if the user allowed required URLs', async () => {
    testBed.rateLimiter.mute('user:mine');
    let sent = 0;
    const send = async () => {
      sent += 1;
      return sent > 1 ? 'done' : Promise.reject(urlsRequired(required('a')));
    };
    const done = throughRequiredUrls(send, testBed.context);
    testBed.suspendedCalls.continue((await testBed.onlySuspendedCall()).id);
    await testBed.decide({ action: 'accept' });
    testBed.suspendedCalls.continue((await testBed.onlySuspendedCall()).id);
    assert.equal(await done, 'done');
    assert.deepEqual(
      [only(testBed.outcomes).decision, only(testBed.outcomes).limits],
      ['accept', ['muted', 'allowed']],
    );
  });

  const exceededLimits: readonly [limit: string, finding: string, params: object][] = [
    ['messageLength', 'refused.message', { ...nameForm, message: text(1_000_001) }],
    ['schemaLength', 'refused.requestedSchema', { message: 'm', requestedSchema: { $comment: text(4_000_000) } }],
    ['mostFields', 'refused.requestedSchema.properties', { message: 'm', requestedSchema: fields(501) }],
    [
      'nameLength',
      'refused.requestedSchema.properties',
      { message: 'm', requestedSchema: { type: 'object', properties: { [text(1001)]: { type: 'string' } } } },
    ],
    [
      'mostOptions',
      'refused.requestedSchema.enum',
      { message: 'm', requestedSchema: fields(1, { type: 'string', enum: Array.from({ length: 10_001 }, String) }) },
    ],
    [
      'patternLength',
      'refused.requestedSchema.pattern',
      { message: 'm', requestedSchema: fields(1, { type: 'string', pattern: text(2001) }) },
    ],
    [
      'patternLength',
      'refused.requestedSchema.pattern',
      { message: 'm', requestedSchema: fields(11, { type: 'string', pattern: text(2000) }) },
    ],
    [
      'patternClasses',
      'refused.requestedSchema.pattern',
      { message: 'm', requestedSchema: fields(51, { type: 'string', pattern: '\\p{L}' }) },
    ],
    ['urlLength', 'refused.url', page(text(20_000), { elicitationId: 'e' })],
    ['elicitationIdLength', 'refused.elicitationId', page('a', { elicitationId: text(1001) })],
  ];
  for (const [limit, finding, params] of exceededLimits) {
    it(`name ${limit} and the finding ${finding}`, async () => {
      await assert.rejects(testBed.push(params));
      const { decision, findings = [], limits } = admissionOf(only(testBed.outcomes));
      assert.deepEqual([decision, findings[0], limits], ['refused', finding, [limit]]);
    });
  }

  it('include those of rounds and lists of required URLs that were not read', async () => {
    const round = (requests: object) => () => new ArrivedRound({ ...requests }, testBed.context).admit();
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, inputRequest(nameForm)]));
    const pages = Array.from({ length: 21 }, (_, index) => required(`${index}`));
    const cases: readonly [limit: string, run: () => Promise<unknown>][] = [
      ['roundRequests', round(many)],
      ['roundKeyLength', round({ [text(1001)]: inputRequest(nameForm) })],
      ['roundLength', round({ a: inputRequest({ ...nameForm, extra: text(5_000_000) }) })],
      ['roundFields', round({ a: inputRequest({ message: 'm', requestedSchema: fields(1001) }) })],
      ['requiredPages', () => throughRequiredUrls(() => Promise.reject(urlsRequired(...pages)), testBed.context)],
    ];
    for (const [limit, run] of cases) {
      await assert.rejects(async () => run());
      const { decision, limits, unread } = admissionOf(testBed.outcomes.at(-1) ?? assert.fail());
      assert.deepEqual([decision, limits, unread], ['refused', [limit], true]);
    }
  });
});

describe('the findings in an entry of a request that violates a rule', () => {
  it('name the rule without texts of the server, and the request counts as read', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const hostile = 'hunter2';
    const cases: readonly [finding: string, params: object][] = [
      ['refused.mode', { mode: hostile }],
      ['refused.message', { message: 7 }],
      ['refused.requestedSchema.type', { message: 'm', requestedSchema: { type: hostile } }],
      ['refused.requestedSchema.anyOf', { message: 'm', requestedSchema: fields(1, { anyOf: [hostile] }) }],
      ['refused.requestedSchema.type', { message: 'm', requestedSchema: fields(1, { type: hostile }) }],
      ['refused.url', page('a', { url: `javascript:${hostile}` })],
    ];
    for (const [finding, params] of cases) {
      await assert.rejects(testBed.push(params));
      const { findings, limits, unread } = admissionOf(testBed.outcomes.at(-1) ?? assert.fail());
      assert.deepEqual([findings, limits, unread], [[finding], undefined, undefined]);
    }
    testBed.secretsRule = 'refuse';
    await assert.rejects(
      testBed.push({ message: 'm', requestedSchema: fields(1, { type: 'string', title: 'Password' }) }),
    );
    assert.deepEqual(testBed.outcomes.at(-1)?.findings, ['refused.secret']);
  });

  it('include the findings about its URL, if that can be read', async () => {
    const testBed = new ElicitationRecorderTestBed();
    await assert.rejects(testBed.push(page('a', { url: 'http://192.168.1.1/' })));
    const { findings = [] } = admissionOf(only(testBed.outcomes));
    assert.equal(findings[0], 'refused.elicitationId');
    assert.ok(findings.includes('notHttps'), findings.join());
  });

  it('include the findings about other requests of the same round', async () => {
    const testBed = new ElicitationRecorderTestBed();
    const requests = { odd: inputRequest(page('a', { url: 'http://192.168.1.1/' })), broken: inputRequest({}) };
    await assert.rejects(new ArrivedRound(requests, testBed.context).admit());
    const [odd, broken] = testBed.outcomes.map(admissionOf);
    assert.ok(odd?.findings?.includes('notHttps'));
    assert.deepEqual(broken?.findings, ['refused.message']);
  });
});
