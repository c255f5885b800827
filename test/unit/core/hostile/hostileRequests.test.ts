import assert from 'node:assert/strict';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { HostError } from '#core/common/errors.ts';
import { settled } from '#test/host/until.ts';
import { checkIsDecision, checkNothingLeft } from './caseChecks.ts';
import { checkResult, isObject } from './hostileChecks.ts';
import { type HostileCallEnd, HostileCase } from './hostileHost.ts';
import { type Circumstances, circumstances, inputRequired, message, requiredPages } from './hostileInput.ts';
import { beginCall, PushedMessages } from './pushedMessages.ts';

const seed = 20_260_728;
/** The maximum growth of the heap after 1200 more cases, in bytes. It is not 0, because the kept exchanges differ in length. */
const maxGrowth = 4_000_000;
/** The number of elicitations that were sent to the host. */
let requestCount = 0;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Runs one case and stops it, so that it does not affect the next. */
async function runCase<T>(
  era: 'legacy' | 'modern',
  conditions: Circumstances,
  run: (hostileCase: HostileCase) => Promise<T>,
) {
  const hostileCase = new HostileCase(era, conditions);
  try {
    await hostileCase.connect();
    return await run(hostileCase);
  } finally {
    await hostileCase.stop();
  }
}

/** Pushes messages at once, lets the user act, and checks the replies to the server. */
function push(messages: readonly unknown[], sameId: boolean, duringCall: boolean, conditions: Circumstances) {
  return runCase('legacy', conditions, (hostileCase) => pushTo(hostileCase, messages, sameId, duringCall));
}

async function pushTo(hostileCase: HostileCase, messages: readonly unknown[], sameId: boolean, duringCall: boolean) {
  const running = duringCall ? await beginCall(hostileCase) : undefined;
  const pushed = new PushedMessages(hostileCase, messages, sameId);
  requestCount += pushed.sent.length;
  pushed.push();
  await pushed.settled();
  running?.finish();
  const wasClosed = hostileCase.peer.closed;
  await hostileCase.stop();
  await running?.ended;
  await settled(() => hostileCase.pendingActs === 0);
  pushed.checkReplies(wasClosed);
  checkNothingLeft(hostileCase);
}

/** Checks that a call ended with a result of the server or with an error that has a reason. */
function checkEnd({ result, error }: HostileCallEnd): void {
  if (error === undefined) {
    assert.ok(isObject(result));
    return;
  }
  const isNamedError = error instanceof HostError || error instanceof ProtocolError || error instanceof SdkError;
  assert.ok(
    isNamedError ||
      (error instanceof Error && /^The (call was cancelled|server ended|server was stopped)/.test(error.message)),
    String(error instanceof Error ? error.stack : error),
  );
}

/** Runs a call to which the server responds with `callResponses` in turn and then with a result. Returns the sent messages. */
async function call(hostileCase: HostileCase, callResponses: readonly object[]) {
  hostileCase.peer.answer = (count) => callResponses[count - 1] ?? { result: { content: [], resultType: 'complete' } };
  let end: HostileCallEnd | undefined;
  const calling = hostileCase.call().then((ended) => {
    end = ended;
  });
  await settled(() => hostileCase.pendingActs === 0 && (end !== undefined || hostileCase.unansweredCount > 0));
  await hostileCase.stop();
  await calling;
  await settled(() => hostileCase.pendingActs === 0);
  assert.ok(end);
  checkEnd(end);
  checkNothingLeft(hostileCase);
  return { sent: hostileCase.peer.received.filter(({ method }) => method === 'tools/call') };
}

function rounds(results: readonly unknown[], conditions: Circumstances) {
  return runCase('modern', conditions, (hostileCase) => roundsOf(hostileCase, JSON.parse(JSON.stringify(results))));
}

async function roundsOf(hostileCase: HostileCase, sentValues: readonly unknown[]) {
  const callResponses = sentValues.map((result) => ({ result }));
  const { sent } = await call(hostileCase, callResponses);
  for (const result of sentValues.slice(0, sent.length)) {
    requestCount +=
      isObject(result) && isObject(result['inputRequests']) ? Object.keys(result['inputRequests']).length : 1;
  }
  for (const [index, { params = {} }] of sent.slice(1).entries()) {
    const round = sentValues[index];
    assert.ok(isObject(round));
    // A value of another type counts as absent.
    const inputRequests = isObject(round['inputRequests']) ? round['inputRequests'] : {};
    const requestState = typeof round['requestState'] === 'string' ? round['requestState'] : undefined;
    assert.equal(params['requestState'], requestState);
    assert.equal('inputResponses' in params, Object.keys(inputRequests).length > 0);
    const responses = params['inputResponses'] ?? {};
    assert.ok(isObject(responses));
    assert.deepEqual(Object.keys(responses), Object.keys(inputRequests));
    for (const [key, response] of Object.entries(responses)) {
      const request = inputRequests[key];
      assert.ok(isObject(request));
      if (request['method'] === 'roots/list') {
        assert.deepEqual(response, { roots: [] });
      } else {
        checkResult(response, request['params']);
        checkIsDecision(hostileCase, response);
      }
    }
  }
}

function pages(required: readonly unknown[], conditions: Circumstances) {
  return runCase('legacy', conditions, (hostileCase) => pagesOf(hostileCase, JSON.parse(JSON.stringify(required))));
}

async function pagesOf(hostileCase: HostileCase, sentValues: readonly unknown[]) {
  const errors = sentValues.map((data) => ({ error: { code: -32042, message: 'Open these first', data } }));
  const { sent } = await call(hostileCase, errors);
  for (const data of sentValues.slice(0, sent.length)) {
    const list = isObject(data) ? data['elicitations'] : undefined;
    requestCount += Array.isArray(list) ? list.length : 1;
  }
  const opened = hostileCase.decisions.flatMap(({ request, decision }) =>
    request.mode === 'url' && decision.action === 'accept' ? [request.url] : [],
  );
  for (const data of sentValues.slice(0, sent.length - 1)) {
    assert.ok(isObject(data) && Array.isArray(data['elicitations']));
    for (const entry of data['elicitations']) {
      assert.ok(isObject(entry) && opened.includes(String(entry['url'])), 'sent again before a page was opened');
    }
  }
}

describe('any request of a hostile server', () => {
  const some = { minLength: 1, maxLength: 3 } as const;
  const kinds = [
    {
      name: 'that is pushed has exactly one reply',
      cases: 2000,
      minRequests: 6000,
      property: fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        fc.nat(9).map((number) => number === 0),
        fc.boolean(),
        circumstances,
        push,
      ),
    },
    {
      name: 'in a round is answered once, together with its round, or not at all',
      cases: 1800,
      minRequests: 6500,
      property: fc.asyncProperty(fc.array(inputRequired, some), circumstances, rounds),
    },
    {
      name: 'for pages ends with its call, or the call is sent again after all pages were opened',
      cases: 3800,
      minRequests: 7500,
      property: fc.asyncProperty(fc.array(requiredPages, some), circumstances, pages),
    },
  ];
  const check = ({ property }: (typeof kinds)[number], numRuns: number, from: number) =>
    fc.assert(property as fc.IAsyncProperty<unknown>, { numRuns, seed: from });

  for (const kind of kinds) {
    it(kind.name, async function () {
      this.timeout(180_000);
      const before = requestCount;
      await check(kind, kind.cases, seed);
      const count = requestCount - before;
      assert.ok(count >= kind.minRequests, `only ${count} requests`);
    });
  }

  it('leaks no memory', async function () {
    this.timeout(180_000);
    const run = async (numRuns: number, from: number) => {
      for (const kind of kinds) {
        await check(kind, numRuns, from);
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const base = await run(200, 1);
    const first = await run(400, 2);
    const second = await run(400, 3);
    // A leak grows in each run. What other tests in this process have left ends or begins in one of them.
    const growth = Math.min(first - base, second - first);
    assert.ok(growth < maxGrowth, `${first - base} and ${second - first} bytes more`);
  });
});
