import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type {
  CallReference,
  Decision,
  ElicitationRequest,
  FormRequest,
  UrlRequest,
} from '#core/model/elicitationRequest.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { readingOf } from '#test/host/samples.ts';

const callOf = (id: string): CallReference => ({ id, request: { kind: 'tool', name: id, arguments: {} } });
const call = callOf('c1');

const address = {
  city: { type: 'string', title: 'City' },
  floor: { type: 'integer', title: 'Floor' },
  bell: { type: 'boolean', title: 'Is there a bell?' },
  country: { type: 'string', title: 'Country', oneOf: [{ const: 'FR', title: 'France' }] },
  days: { type: 'array', title: 'Days', items: { type: 'string', enum: ['Mon', 'Tue', 'Wed'] } },
};

let count = 0;

/** The properties of every request of the call, with a new id. */
function requestProperties() {
  count += 1;
  return { id: `q${count}`, server: { id: 'user:post', name: 'post' }, call, isStartedByUser: true } as const;
}

function formRequest(message: string, properties: object = address, more: Partial<FormRequest> = {}): FormRequest {
  const reading = readRequestedSchema({ type: 'object', properties });
  assert.ok(reading.ok);
  const { form } = reading;
  const sensitive = sensitiveFields(form, message);
  return { ...requestProperties(), mode: 'form', message, form, schema: {}, sensitive, ...more };
}

function urlRequest(url: string): UrlRequest {
  return { ...requestProperties(), mode: 'url', message: 'Sign in.', url, parsedUrl: readingOf(url), findings: [] };
}

const decided = (decision: Decision): Settlement => ({ kind: 'decided', decision });
const accepted = (content?: Readonly<Record<string, unknown>>) =>
  decided({ action: 'accept', ...(content && { content }) });
const declined = decided({ action: 'decline' });
const withdrawn: Settlement = { kind: 'withdrawn', withdrawal: { by: 'server', reason: 'Too late.' } };

describe('the steps of a call', () => {
  let callSteps: CallStepsStore;
  beforeEach(() => {
    callSteps = new CallStepsStore();
  });

  function arrive<T extends ElicitationRequest>(request: T): T {
    callSteps.add(request);
    return request;
  }

  /** Lets a request arrive and settles it at once. */
  function arriveAndSettle(request: ElicitationRequest, settlement: Settlement = declined): void {
    callSteps.settle(arrive(request), settlement);
  }

  const stepTexts = (callId = call.id) =>
    callSteps.earlierSteps(callId)?.steps.map(({ index, message, state }) => `${index + 1} ${message} ${state}`);

  const stepNumber = (request: ElicitationRequest) => {
    const { current = -1, total } = callSteps.positionOf(request) ?? {};
    return total === undefined ? `${current + 1}` : `${current + 1} of ${total}`;
  };

  it('are absent while there is only one request', () => {
    assert.equal(callSteps.positionOf(arrive(formRequest('Where?'))), undefined);
  });

  it('are numbered without a total if the requests arrive one after another', () => {
    const first = arrive(formRequest('Which parcel?'));
    callSteps.settle(first, accepted({ city: 'Oslo' }));
    const second = arrive(formRequest('Where to?'));
    assert.equal(stepNumber(second), '2');
    callSteps.settle(second, declined);
    const third = arrive(formRequest('Are you sure?'));
    assert.equal(stepNumber(third), '3');
    assert.deepEqual(stepTexts(), ['1 Which parcel? accept', '2 Where to? decline']);
  });

  it('have the sent answers as text', () => {
    arriveAndSettle(
      formRequest('Where?'),
      accepted({ city: ' Oslo\n2 ', floor: 3, bell: false, country: 'FR', days: ['Mon', 'Wed'] }),
    );
    assert.deepEqual(callSteps.earlierSteps(call.id)?.steps[0]?.answers, [
      { label: 'City', value: 'Oslo 2' },
      { label: 'Floor', value: '3' },
      { label: 'Is there a bell?', value: 'No' },
      { label: 'Country', value: 'France' },
      { label: 'Days', value: 'Mon and Wed' },
    ]);
  });

  it('have no omitted fields and no unsent answers', () => {
    arriveAndSettle(formRequest('Where?'), accepted({ floor: 3 }));
    arriveAndSettle(formRequest('Where?'), declined);
    const answers = callSteps.earlierSteps(call.id)?.steps.map((step) => step.answers);
    assert.deepEqual(answers, [[{ label: 'Floor', value: '3' }], []]);
  });

  it('have the first line of the message that is not empty', () => {
    arriveAndSettle(formRequest('\n\n  It goes to:\nOslo'));
    arriveAndSettle(formRequest(''));
    assert.deepEqual(stepTexts(), ['1 It goes to: decline', '2  decline']);
  });

  it('form a group if they were pushed together; later steps are single', () => {
    const [one, two, three] = [arrive(formRequest('One?')), arrive(formRequest('Two?')), arrive(formRequest('Three?'))];
    assert.deepEqual([stepNumber(one), stepNumber(two), stepNumber(three)], ['1 of 3', '2 of 3', '3 of 3']);
    assert.equal(callSteps.positionOf(one)?.waiting, 2);
    callSteps.settle(two, declined);
    assert.deepEqual(callSteps.positionOf(three)?.states, ['waiting', 'decline', 'waiting']);
    callSteps.settle(one, accepted({}));
    callSteps.settle(three, decided({ action: 'cancel' }));
    assert.deepEqual(stepTexts(), ['1 One? accept', '2 Two? decline', '3 Three? cancel']);
    const next = arrive(formRequest('Four?'));
    assert.equal(stepNumber(next), '4');
  });

  it('form no group with a request that was settled before', () => {
    const [one, two] = [arrive(formRequest('One?')), arrive(formRequest('Two?'))];
    callSteps.settle(one, declined);
    const three = arrive(formRequest('Three?'));
    assert.notEqual(callSteps.groupOf(two), callSteps.groupOf(three));
    assert.equal(stepNumber(two), '2 of 3');
    assert.deepEqual(callSteps.positionOf(three)?.states, ['waiting']);
    assert.equal(callSteps.positionOf(three)?.waiting, 1);
  });

  it('include all requests of their round before these have arrived', () => {
    arriveAndSettle(formRequest('Zero?'));
    const member = (index: number) => formRequest(`${index}?`, address, { group: { id: 'g', index, size: 3 } });
    const first = arrive(member(0));
    assert.equal(stepNumber(first), '2 of 4');
    assert.equal(callSteps.waitingCount(call.id), 3);
    assert.deepEqual(callSteps.positionOf(first)?.states, ['waiting', 'waiting', 'waiting']);
    callSteps.settle(first, declined);
    const second = arrive(member(1));
    assert.deepEqual(callSteps.positionOf(second)?.states, ['decline', 'waiting', 'waiting']);
    assert.equal(callSteps.positionOf(second)?.first, 1);
    arriveAndSettle(member(2));
    callSteps.settle(second, declined);
    assert.deepEqual(stepTexts(), ['1 Zero? decline', '2 0? decline', '3 1? decline', '4 2? decline']);
  });

  it('have the site of an opened page', () => {
    arriveAndSettle(urlRequest('https://user@sign-in.bank.example/secret-path?token=1'), accepted());
    arriveAndSettle(urlRequest('http://127.0.0.1:8080/in'), declined);
    assert.deepEqual(stepTexts(), ['1 Sign in. opened', '2 Sign in. decline']);
    const answers = callSteps.earlierSteps(call.id)?.steps.map((step) => step.answers);
    assert.deepEqual(answers, [[{ label: 'Website', value: 'bank.example' }], []]);
  });

  it('include a withdrawn request', () => {
    arriveAndSettle(formRequest('Where?'), withdrawn);
    assert.deepEqual(stepTexts(), ['1 Where? withdrawn']);
  });

  it('do not include those of another call', () => {
    const other = callOf('c2');
    const request = arrive(formRequest('Mine?'));
    const requestOfOtherCall = arrive(formRequest('Theirs?', address, { call: other }));
    assert.deepEqual([callSteps.positionOf(request), callSteps.positionOf(requestOfOtherCall)], [undefined, undefined]);
    callSteps.settle(requestOfOtherCall, accepted({ city: 'Rome' }));
    const next = arrive(formRequest('Theirs too?', address, { call: other }));
    callSteps.settle(request, accepted({ city: 'Oslo' }));
    assert.equal(stepNumber(next), '2');
    assert.deepEqual([stepTexts(), stepTexts(other.id)], [['1 Mine? accept'], ['1 Theirs? accept']]);
    assert.doesNotMatch(JSON.stringify(callSteps.positionOf(next)), /Oslo/);
  });

  it('are absent without a known call', () => {
    const alone = (message: string) => formRequest(message, address, { call: undefined });
    arriveAndSettle(alone('One?'), accepted({ city: 'Oslo' }));
    assert.equal(callSteps.positionOf(arrive(alone('Two?'))), undefined);
  });

  describe('with secrets', () => {
    it('have the label of an answered secret, but not its value', () => {
      const properties = { password: { type: 'string', title: 'Password' }, city: { type: 'string', title: 'City' } };
      const token = `ghp_${'a1B2'.repeat(9)}`;
      arriveAndSettle(formRequest('Sign in', properties), accepted({ password: 'hunter2', city: token }));
      const [step] = callSteps.earlierSteps(call.id)?.steps ?? [];
      assert.deepEqual(step?.answers, [{ label: 'Password' }, { label: 'City' }]);
      const next = arrive(formRequest('And now?'));
      assert.doesNotMatch(JSON.stringify(callSteps.positionOf(next)), /hunter2|ghp_/);
    });
  });

  describe('of a hostile server', () => {
    it('are limited to the newest 50, with the number of earlier ones', () => {
      const request = formRequest('Where?');
      for (let index = 0; index < 10_000; index += 1) {
        arriveAndSettle({ ...request, id: `${index}`, message: `${index}` }, accepted({ city: 'Oslo' }));
      }
      const past = callSteps.earlierSteps(call.id);
      assert.deepEqual([past?.steps.length, past?.forgotten, past?.steps.at(-1)?.message], [50, 9950, '9999']);
      assert.equal(stepNumber(arrive(formRequest('last'))), '10001');
      assert.ok(JSON.stringify(past).length < 50_000);
    });

    it('are limited to 50 per group of pushed requests', () => {
      const all = Array.from({ length: 1000 }, (_, index) => arrive(formRequest(`${index}`)));
      assert.ok(all.every((request) => (callSteps.positionOf(request)?.states.length ?? 0) <= 50));
      const last = all.at(-1);
      assert.equal(last && stepNumber(last), '1000 of 1000');
    });

    it('keep the newest 200 answers, with the number of further ones', () => {
      const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, { type: 'string' }]));
      const content = Object.fromEntries(Object.keys(many).map((name) => [name, 'y']));
      for (const message of ['One?', 'Two?', 'Three?']) {
        arriveAndSettle(formRequest(message, many), accepted(content));
      }
      const steps = callSteps.earlierSteps(call.id)?.steps ?? [];
      assert.deepEqual(
        steps.map(({ answers, more }) => [answers.length, more]),
        [
          [0, 150],
          [50, 100],
          [150, 0],
        ],
      );
    });

    it('are short, on one line and without direction marks', () => {
      const long = { text: { type: 'string', title: `T\u202e${'t'.repeat(1000)}` } };
      arriveAndSettle(
        formRequest(`M\u202e${'m'.repeat(90_000)}`, long),
        accepted({ text: `\u202e${'v'.repeat(900_000)}` }),
      );
      const [step] = callSteps.earlierSteps(call.id)?.steps ?? [];
      assert.ok(JSON.stringify(step).length < 1000);
      assert.doesNotMatch(JSON.stringify(step), /\u202e/);
    });

    it('name at most 20 chosen options, and the number of the others', () => {
      const options = Array.from({ length: 10_000 }, (_, index) => `o${index}`);
      const request = formRequest('Which?', { which: { type: 'array', items: { type: 'string', enum: options } } });
      arriveAndSettle(request, accepted({ which: options }));
      const [answer] = callSteps.earlierSteps(call.id)?.steps[0]?.answers ?? [];
      assert.match(answer?.value ?? '', /^o0, o1, .*, o19, and 9,980 more$/);
    });

    it('accept fields with any name', () => {
      const request = formRequest(
        'Where?',
        JSON.parse('{"__proto__": {"type": "string", "title": "P"}, "a": {"type": "string"}}'),
      );
      arriveAndSettle(request, accepted(JSON.parse('{"__proto__": "x"}')));
      assert.deepEqual(callSteps.earlierSteps(call.id)?.steps[0]?.answers, [{ label: 'P', value: 'x' }]);
    });
  });

  describe('after the call has ended', () => {
    it('are moved to its result, once', () => {
      arriveAndSettle(formRequest('Where?'), accepted({ city: 'Oslo' }));
      callSteps.keepOnly(new Set());
      assert.equal(callSteps.takeEarlierSteps({ ...call.request }), undefined);
      assert.equal(callSteps.takeEarlierSteps(call.request)?.steps.length, 1);
      assert.equal(callSteps.takeEarlierSteps(call.request), undefined);
      assert.equal(callSteps.earlierSteps(call.id), undefined);
    });

    it('are removed for calls without a shown result, except for the newest five', () => {
      const ids = Array.from({ length: 8 }, (_, index) => `over${index}`);
      for (const id of ids) {
        arriveAndSettle(formRequest('Where?', address, { call: callOf(id) }));
      }
      callSteps.keepOnly(new Set(['over1']));
      assert.deepEqual(
        ids.filter((id) => callSteps.earlierSteps(id)),
        ['over1', 'over3', 'over4', 'over5', 'over6', 'over7'],
      );
    });

    it('stay while a request of the call waits', () => {
      arriveAndSettle(formRequest('One?'));
      const late = arrive(formRequest('Two?'));
      assert.equal(callSteps.takeEarlierSteps(call.request)?.steps.length, 1);
      assert.equal(stepNumber(late), '2');
    });
  });
});
