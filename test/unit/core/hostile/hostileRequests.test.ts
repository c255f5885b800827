import assert from 'node:assert/strict';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isJSONRPCRequest, ProtocolError, SdkError } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { HostError } from '#core/common/errors.ts';
import { settled } from '#test/host/until.ts';
import { checkReply, checkResult, isObject } from './hostileChecks.ts';
import { type Ended, HostileCase, shared } from './hostileHost.ts';
import { type Circumstances, circumstances, inputRequired, message, requiredPages } from './hostileInput.ts';
import type { Message } from './hostilePeer.ts';

/** Elicitations that the host is sent, by all tests here together. */
const atLeast = 20_000;
const seed = 20_260_728;
/** Bytes of heap after 1200 cases more: what the window keeps of the last exchanges is not always of the same length. */
const maxGrowth = 4_000_000;
let requests = 0;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Nothing is left of a case, and what has come was replied to once. */
function checkNothingLeft(one: HostileCase): void {
  const { inbox, suspendedCalls, exchanges } = shared;
  assert.deepEqual(one.faults, []);
  assert.deepEqual(inbox.pending, []);
  assert.equal(inbox.countOf('user:hostile'), 0);
  assert.deepEqual(suspendedCalls.all, []);
  assert.equal(one.questions.anyOpen, false);
  assert.deepEqual(
    exchanges.all.filter(({ reply }) => !reply),
    [],
  );
}

/** An accept or a decline is only ever what the person has said. */
function checkSaid(one: HostileCase, result: unknown): void {
  assert.ok(isObject(result));
  const { action, content } = result;
  if (action !== 'cancel') {
    const said = one.decided.some(
      ({ decision }) =>
        decision.action === action &&
        (content === undefined ||
          ('content' in decision && JSON.stringify(decision.content) === JSON.stringify(content))),
    );
    assert.ok(said, `nobody said ${action}`);
  }
}

const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number';

/** What one case leaves behind must not be blamed on another. */
async function within<T>(era: 'legacy' | 'modern', around: Circumstances, run: (one: HostileCase) => Promise<T>) {
  const one = new HostileCase(era, around);
  try {
    await one.connect();
    return await run(one);
  } finally {
    await one.stop();
  }
}

/** Pushes messages in one go, lets the person act, and looks at what the server got. */
function push(messages: readonly unknown[], sameId: boolean, duringCall: boolean, around: Circumstances) {
  return within('legacy', around, (one) => pushTo(one, messages, sameId, duringCall));
}

async function pushTo(one: HostileCase, messages: readonly unknown[], sameId: boolean, duringCall: boolean) {
  const { peer } = one;
  const replies = () => peer.received.filter(({ method, id }) => method === undefined && id !== undefined);
  let finish: () => void = () => undefined;
  let ended: Promise<Ended> | undefined;
  if (duringCall) {
    peer.answer = (count) => {
      const id = peer.received.at(-1)?.id;
      finish = () => peer.push({ jsonrpc: '2.0', id, result: { content: [] } });
      return count > 1 ? { result: {} } : undefined;
    };
    ended = one.call();
    await settled(() => peer.received.some(({ method }) => method === 'tools/call'));
  }
  const sent = messages.map((part, index): unknown => {
    const usual = sameId ? 'same' : `id ${index}`;
    return isObject(part) && part['id'] === undefined && 'id' in part ? { ...part, id: usual } : part;
  });
  // By id: one at a time is open, and what repeats it while it is open is none.
  const first = new Map<unknown, Message>();
  for (const part of sent) {
    const isRequest = isObject(part) && 'method' in part && isId(part['id']);
    if (isRequest && !first.has(part['id'])) {
      // A malformed one is refused at once, and then its id is free.
      const read = sent.find((other) => isJSONRPCRequest(other) && other.id === part['id']);
      first.set(part['id'], (read ?? part) as Message);
    }
  }
  const takenBack = new Map<unknown, number>();
  const repliesTo = (id: unknown) => replies().filter((reply) => reply.id === id);
  one.takeBack = () => {
    for (const id of first.keys()) {
      if (!takenBack.has(id)) {
        takenBack.set(id, repliesTo(id).length);
        peer.push({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      }
    }
  };
  for (const part of sent) {
    requests += 1;
    peer.push(part);
  }
  const waiting = () => [...first.keys()].filter((id) => !takenBack.has(id) && repliesTo(id).length === 0).length;
  await settled(() => one.outstanding === 0 && (peer.closed || waiting() === shared.inbox.pending.length));
  finish();
  const wasClosed = peer.closed;
  await one.stop();
  await ended;
  await settled(() => one.outstanding === 0);
  for (const [id, request] of first) {
    const got = repliesTo(id);
    const isQuestion = request.method === 'elicitation/create';
    if (takenBack.has(id) && isQuestion) {
      assert.equal(got.length, takenBack.get(id), 'a reply after the question was taken back');
    } else if (!(wasClosed || takenBack.has(id))) {
      assert.ok(got.length > 0, `no reply to ${JSON.stringify(id)}`);
    }
    const same = sent.filter((part) => isObject(part) && part['id'] === id && 'method' in part);
    const read = same.findIndex(isJSONRPCRequest);
    // Those that are no requests are refused one by one, until one is open.
    const most = read < 0 ? same.length : read + 1;
    assert.ok(got.length <= most, `${got.length} replies to ${JSON.stringify(id)}`);
  }
  for (const reply of replies()) {
    const request = first.get(reply.id);
    assert.ok(request, `a reply to nothing: ${JSON.stringify(reply)}`);
    if (request.method === 'elicitation/create' || reply.error) {
      checkReply(reply, request.params);
      if (reply.result) {
        checkSaid(one, reply.result);
      }
    } else {
      assert.ok('result' in reply !== 'error' in reply);
    }
  }
  checkNothingLeft(one);
}

/** How a call may end: with what the server has sent, or with an error that says why. */
function checkEnd({ result, error }: Ended): void {
  if (error === undefined) {
    assert.ok(isObject(result));
    return;
  }
  const named = error instanceof HostError || error instanceof ProtocolError || error instanceof SdkError;
  assert.ok(
    named ||
      (error instanceof Error && /^The (call was cancelled|server ended|server was stopped)/.test(error.message)),
    String(error instanceof Error ? error.stack : error),
  );
}

/** Runs a call whose server answers it with `answers` in turn and then with a result, and gives its end. */
async function call(one: HostileCase, answers: readonly object[]) {
  one.peer.answer = (count) => answers[count - 1] ?? { result: { content: [], resultType: 'complete' } };
  let end: Ended | undefined;
  const calling = one.call().then((ended) => {
    end = ended;
  });
  await settled(() => one.outstanding === 0 && (end !== undefined || one.left > 0));
  await one.stop();
  await calling;
  await settled(() => one.outstanding === 0);
  assert.ok(end);
  checkEnd(end);
  checkNothingLeft(one);
  return { sent: one.peer.received.filter(({ method }) => method === 'tools/call') };
}

function rounds(results: readonly unknown[], around: Circumstances) {
  return within('modern', around, (one) => roundsOf(one, JSON.parse(JSON.stringify(results))));
}

async function roundsOf(one: HostileCase, wired: readonly unknown[]) {
  const answers = wired.map((result) => ({ result }));
  const { sent } = await call(one, answers);
  for (const result of wired.slice(0, sent.length)) {
    requests += isObject(result) && isObject(result['inputRequests']) ? Object.keys(result['inputRequests']).length : 1;
  }
  for (const [index, { params = {} }] of sent.slice(1).entries()) {
    const round = wired[index];
    assert.ok(isObject(round));
    // What is of another type is none.
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
        checkSaid(one, response);
      }
    }
  }
}

function pages(required: readonly unknown[], around: Circumstances) {
  return within('legacy', around, (one) => pagesOf(one, JSON.parse(JSON.stringify(required))));
}

async function pagesOf(one: HostileCase, wired: readonly unknown[]) {
  const errors = wired.map((data) => ({ error: { code: -32042, message: 'Open these first', data } }));
  const { sent } = await call(one, errors);
  for (const data of wired.slice(0, sent.length)) {
    const list = isObject(data) ? data['elicitations'] : undefined;
    requests += Array.isArray(list) ? list.length : 1;
  }
  const opened = one.decided.flatMap(({ request, decision }) =>
    request.mode === 'url' && decision.action === 'accept' ? [request.url] : [],
  );
  for (const data of wired.slice(0, sent.length - 1)) {
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
      property: fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        fc.nat(9).map((one) => one === 0),
        fc.boolean(),
        circumstances,
        push,
      ),
    },
    {
      name: 'in a round is answered with its round, once, or not at all',
      cases: 1800,
      property: fc.asyncProperty(fc.array(inputRequired, some), circumstances, rounds),
    },
    {
      name: 'for pages has its call sent again once they are open, or ended',
      cases: 3800,
      property: fc.asyncProperty(fc.array(requiredPages, some), circumstances, pages),
    },
  ];
  const check = ({ property }: (typeof kinds)[number], numRuns: number, from: number) =>
    fc.assert(property as fc.IAsyncProperty<unknown>, { numRuns, seed: from });

  before(() => {
    requests = 0;
  });

  for (const kind of kinds) {
    it(kind.name, async function () {
      this.timeout(180_000);
      await check(kind, kind.cases, seed);
    });
  }

  it(`was one of at least ${atLeast}`, () => {
    assert.ok(requests >= atLeast, `${requests} requests`);
  });

  it('leaks no memory', async function () {
    this.timeout(180_000);
    const run = async (numRuns: number, from: number) => {
      for (const kind of kinds) {
        await check(kind, numRuns, from);
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    const base = await run(200, 1);
    const after = await run(400, 2);
    assert.ok(after - base < maxGrowth, `${after - base} bytes more`);
  });
});
