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

/** What every question of the call has, each with an id of its own. */
function asked() {
  count += 1;
  return { id: `q${count}`, server: { id: 'user:post', name: 'post' }, call, isStartedByUser: true } as const;
}

function question(message: string, properties: object = address, more: Partial<FormRequest> = {}): FormRequest {
  const reading = readRequestedSchema({ type: 'object', properties });
  assert.ok(reading.ok);
  const { form } = reading;
  const sensitive = sensitiveFields(form, message);
  return { ...asked(), mode: 'form', message, form, schema: {}, sensitive, ...more };
}

function page(url: string): UrlRequest {
  return { ...asked(), mode: 'url', message: 'Sign in.', url, parsedUrl: readingOf(url), findings: [] };
}

const decided = (decision: Decision): Settlement => ({ kind: 'decided', decision });
const accepted = (content?: Readonly<Record<string, unknown>>) =>
  decided({ action: 'accept', ...(content && { content }) });
const declined = decided({ action: 'decline' });
const withdrawn: Settlement = { kind: 'withdrawn', withdrawal: { by: 'server', reason: 'Too late.' } };

describe('the steps of a call', () => {
  let journeys: CallStepsStore;
  beforeEach(() => {
    journeys = new CallStepsStore();
  });

  function ask<T extends ElicitationRequest>(request: T): T {
    journeys.add(request);
    return request;
  }

  /** Asks and settles at once. */
  function pass(request: ElicitationRequest, settlement: Settlement = declined): void {
    journeys.settle(ask(request), settlement);
  }

  const told = (callId = call.id) =>
    journeys.earlierSteps(callId)?.steps.map(({ index, message, state }) => `${index + 1} ${message} ${state}`);

  const place = (request: ElicitationRequest) => {
    const { current = -1, total } = journeys.positionOf(request) ?? {};
    return total === undefined ? `${current + 1}` : `${current + 1} of ${total}`;
  };

  it('are absent while there is only one request', () => {
    assert.equal(journeys.positionOf(ask(question('Where?'))), undefined);
  });

  it('are counted one by one without a total', () => {
    const first = ask(question('Which parcel?'));
    journeys.settle(first, accepted({ city: 'Oslo' }));
    const second = ask(question('Where to?'));
    assert.equal(place(second), '2');
    journeys.settle(second, declined);
    const third = ask(question('Are you sure?'));
    assert.equal(place(third), '3');
    assert.deepEqual(told(), ['1 Which parcel? accept', '2 Where to? decline']);
  });

  it('carry the sent answers as text, in the order in which they were sent', () => {
    pass(
      question('Where?'),
      accepted({ city: ' Oslo\n2 ', floor: 3, bell: false, country: 'FR', days: ['Mon', 'Wed'] }),
    );
    assert.deepEqual(journeys.earlierSteps(call.id)?.steps[0]?.answers, [
      { label: 'City', value: 'Oslo 2' },
      { label: 'Floor', value: '3' },
      { label: 'Is there a bell?', value: 'No' },
      { label: 'Country', value: 'France' },
      { label: 'Days', value: 'Mon and Wed' },
    ]);
  });

  it('do not carry omitted fields or unsent answers', () => {
    pass(question('Where?'), accepted({ floor: 3 }));
    pass(question('Where?'), declined);
    const answers = journeys.earlierSteps(call.id)?.steps.map((step) => step.answers);
    assert.deepEqual(answers, [[{ label: 'Floor', value: '3' }], []]);
  });

  it('carry the first line of the message that is not empty', () => {
    pass(question('\n\n  It goes to:\nOslo'));
    pass(question(''));
    assert.deepEqual(told(), ['1 It goes to: decline', '2  decline']);
  });

  it('form a batch if pushed together, and single steps afterwards', () => {
    const [one, two, three] = [ask(question('One?')), ask(question('Two?')), ask(question('Three?'))];
    assert.deepEqual([place(one), place(two), place(three)], ['1 of 3', '2 of 3', '3 of 3']);
    assert.equal(journeys.positionOf(one)?.waiting, 2);
    journeys.settle(two, declined);
    assert.deepEqual(journeys.positionOf(three)?.states, ['waiting', 'decline', 'waiting']);
    journeys.settle(one, accepted({}));
    journeys.settle(three, decided({ action: 'cancel' }));
    assert.deepEqual(told(), ['1 One? accept', '2 Two? decline', '3 Three? cancel']);
    const next = ask(question('Four?'));
    assert.equal(place(next), '4');
  });

  it('form no batch with a request that was settled before', () => {
    const [one, two] = [ask(question('One?')), ask(question('Two?'))];
    journeys.settle(one, declined);
    const three = ask(question('Three?'));
    assert.notEqual(journeys.batchOf(two), journeys.batchOf(three));
    assert.equal(place(two), '2 of 3');
    assert.deepEqual(journeys.positionOf(three)?.states, ['waiting']);
    assert.equal(journeys.positionOf(three)?.waiting, 1);
  });

  it('include the rest of their round before it has arrived', () => {
    pass(question('Zero?'));
    const member = (index: number) => question(`${index}?`, address, { group: { id: 'g', index, size: 3 } });
    const first = ask(member(0));
    assert.equal(place(first), '2 of 4');
    assert.equal(journeys.waitingCount(call.id), 3);
    assert.deepEqual(journeys.positionOf(first)?.states, ['waiting', 'waiting', 'waiting']);
    journeys.settle(first, declined);
    const second = ask(member(1));
    assert.deepEqual(journeys.positionOf(second)?.states, ['decline', 'waiting', 'waiting']);
    assert.equal(journeys.positionOf(second)?.first, 1);
    pass(member(2));
    journeys.settle(second, declined);
    assert.deepEqual(told(), ['1 Zero? decline', '2 0? decline', '3 1? decline', '4 2? decline']);
  });

  it('show an opened page with its site', () => {
    pass(page('https://user@sign-in.bank.example/secret-path?token=1'), accepted());
    pass(page('http://127.0.0.1:8080/in'), declined);
    assert.deepEqual(told(), ['1 Sign in. opened', '2 Sign in. decline']);
    const answers = journeys.earlierSteps(call.id)?.steps.map((step) => step.answers);
    assert.deepEqual(answers, [[{ label: 'Website', value: 'bank.example' }], []]);
  });

  it('show a withdrawn request', () => {
    pass(question('Where?'), withdrawn);
    assert.deepEqual(told(), ['1 Where? withdrawn']);
  });

  it('do not mix with those of another call', () => {
    const other = callOf('c2');
    const mine = ask(question('Mine?'));
    const theirs = ask(question('Theirs?', address, { call: other }));
    assert.deepEqual([journeys.positionOf(mine), journeys.positionOf(theirs)], [undefined, undefined]);
    journeys.settle(theirs, accepted({ city: 'Rome' }));
    const next = ask(question('Theirs too?', address, { call: other }));
    journeys.settle(mine, accepted({ city: 'Oslo' }));
    assert.equal(place(next), '2');
    assert.deepEqual([told(), told(other.id)], [['1 Mine? accept'], ['1 Theirs? accept']]);
    assert.doesNotMatch(JSON.stringify(journeys.positionOf(next)), /Oslo/);
  });

  it('are absent without a known call', () => {
    const alone = (message: string) => question(message, address, { call: undefined });
    pass(alone('One?'), accepted({ city: 'Oslo' }));
    assert.equal(journeys.positionOf(ask(alone('Two?'))), undefined);
  });

  describe('with secrets', () => {
    it('show that a secret was answered, but not its value', () => {
      const asked = { password: { type: 'string', title: 'Password' }, city: { type: 'string', title: 'City' } };
      const token = `ghp_${'a1B2'.repeat(9)}`;
      pass(question('Sign in', asked), accepted({ password: 'hunter2', city: token }));
      const [step] = journeys.earlierSteps(call.id)?.steps ?? [];
      assert.deepEqual(step?.answers, [{ label: 'Password' }, { label: 'City' }]);
      const next = ask(question('And now?'));
      assert.doesNotMatch(JSON.stringify(journeys.positionOf(next)), /hunter2|ghp_/);
    });
  });

  describe('of a hostile server', () => {
    it('are limited to the newest 50, with the number of earlier ones', () => {
      const asked = question('Where?');
      for (let index = 0; index < 10_000; index += 1) {
        pass({ ...asked, id: `${index}`, message: `${index}` }, accepted({ city: 'Oslo' }));
      }
      const past = journeys.earlierSteps(call.id);
      assert.deepEqual([past?.steps.length, past?.forgotten, past?.steps.at(-1)?.message], [50, 9950, '9999']);
      assert.equal(place(ask(question('last'))), '10001');
      assert.ok(JSON.stringify(past).length < 50_000);
    });

    it('are limited to 50 per batch of pushed requests', () => {
      const all = Array.from({ length: 1000 }, (_, index) => ask(question(`${index}`)));
      assert.ok(all.every((asked) => (journeys.positionOf(asked)?.states.length ?? 0) <= 50));
      const last = all.at(-1);
      assert.equal(last && place(last), '1000 of 1000');
    });

    it('keep the newest 200 answers, with the number of further ones', () => {
      const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, { type: 'string' }]));
      const content = Object.fromEntries(Object.keys(many).map((name) => [name, 'y']));
      for (const message of ['One?', 'Two?', 'Three?']) {
        pass(question(message, many), accepted(content));
      }
      const steps = journeys.earlierSteps(call.id)?.steps ?? [];
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
      pass(question(`M\u202e${'m'.repeat(90_000)}`, long), accepted({ text: `\u202e${'v'.repeat(900_000)}` }));
      const [step] = journeys.earlierSteps(call.id)?.steps ?? [];
      assert.ok(JSON.stringify(step).length < 1000);
      assert.doesNotMatch(JSON.stringify(step), /\u202e/);
    });

    it('name 20 of many chosen options', () => {
      const options = Array.from({ length: 10_000 }, (_, index) => `o${index}`);
      const asked = question('Which?', { which: { type: 'array', items: { type: 'string', enum: options } } });
      pass(asked, accepted({ which: options }));
      const [answer] = journeys.earlierSteps(call.id)?.steps[0]?.answers ?? [];
      assert.match(answer?.value ?? '', /^o0, o1, .*, o19, and 9,980 more$/);
    });

    it('accept fields with any name', () => {
      const asked = question(
        'Where?',
        JSON.parse('{"__proto__": {"type": "string", "title": "P"}, "a": {"type": "string"}}'),
      );
      pass(asked, accepted(JSON.parse('{"__proto__": "x"}')));
      assert.deepEqual(journeys.earlierSteps(call.id)?.steps[0]?.answers, [{ label: 'P', value: 'x' }]);
    });
  });

  describe('after the call has ended', () => {
    it('go to its result', () => {
      pass(question('Where?'), accepted({ city: 'Oslo' }));
      journeys.keepOnly(new Set());
      assert.equal(journeys.takeEarlierSteps({ ...call.request }), undefined);
      assert.equal(journeys.takeEarlierSteps(call.request)?.steps.length, 1);
      assert.equal(journeys.takeEarlierSteps(call.request), undefined);
      assert.equal(journeys.earlierSteps(call.id), undefined);
    });

    it('are dropped for calls without a shown result, except for the newest five', () => {
      const ids = Array.from({ length: 8 }, (_, index) => `over${index}`);
      for (const id of ids) {
        pass(question('Where?', address, { call: callOf(id) }));
      }
      journeys.keepOnly(new Set(['over1']));
      assert.deepEqual(
        ids.filter((id) => journeys.earlierSteps(id)),
        ['over1', 'over3', 'over4', 'over5', 'over6', 'over7'],
      );
    });

    it('stay while a request of the call still waits', () => {
      pass(question('One?'));
      const late = ask(question('Two?'));
      assert.equal(journeys.takeEarlierSteps(call.request)?.steps.length, 1);
      assert.equal(place(late), '2');
    });
  });
});
