import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readToExtension, readToWebview } from '#bridge/messages.ts';
import { leafPaths, objectPaths, type Path, propertyAt, replacedAt } from './jsonPaths.ts';
import { edit, malformedMessages, nestedTypes, review, show, submit } from './messageBuilders.ts';
import {
  messagesToExtension,
  messagesToWebview,
  sampleInputs,
  sampleScreens,
  screenId as screen,
  viewWith,
} from './sampleMessages.ts';
import { sampleEarlierSteps } from './samplePieces.ts';

type Read = (message: unknown) => unknown;

const shows = Object.values(sampleScreens).map(show);
const steps = { current: 1, first: 0, states: ['accept', 'waiting'], waiting: 0, earlierSteps: sampleEarlierSteps };
/** Messages that show a drawn screen again, with the properties that may have changed. */
const redraws = [
  { kind: 'drawn', id: 's1' },
  { kind: 'drawn', id: 's1', steps, copied: true },
  { kind: 'drawn', id: 's1', answered: sampleScreens.running.answered },
].map(show);
const rejectedWithSecrets = { ...messagesToWebview.rejected, unconfirmed: messagesToWebview.checked.secrets };
const submitConfirmed = { ...messagesToExtension.submit, confirmedSecrets: [0, 2] };

/** Values of types that are never valid in place of a text, a number or a boolean. */
const wrongValue = fc.constantFrom<unknown>({ $: 1 }, [[]], 1n, Symbol('x'), () => 'x');
const wrongIndex = fc.oneof(
  fc.integer({ max: -1 }),
  fc.integer({ min: 0, max: 1000 }).map((value) => value + 0.5),
  fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, '0', {}, true),
);
/** The names of properties that contain an index or a count. */
const indexes = new Set([
  ...['field', 'page', 'current', 'total', 'first', 'index', 'waiting', 'waitingBehind', 'more', 'forgotten'],
  ...['attempts', 'asked', 'requests', 'minutes', 'retryAfter', 'confirmedSecrets', 'selected'],
]);
/** The names of properties that contain one of a few words. */
const enumerations = new Set(['type', 'kind', 'severity', 'purpose', 'state', 'states', 'action', 'command', 'format']);

for (const [side, read, readOther, messages, variants] of [
  ['the extension', readToExtension, readToWebview, messagesToExtension, [submitConfirmed]],
  ['the webview', readToWebview, readToExtension, messagesToWebview, [rejectedWithSecrets, ...shows, ...redraws]],
] satisfies [string, Read, Read, Record<string, object>, object[]][]) {
  const all: readonly object[] = [...Object.values(messages), ...variants];
  const message = fc.constantFrom(...all);
  const anyLeaf = (isChosen: (path: Path) => boolean) => {
    const chosen = all.flatMap((one) =>
      leafPaths(one)
        .filter(isChosen)
        .map((path) => ({ message: one, path })),
    );
    return fc.constantFrom(...chosen);
  };

  describe(`a message to ${side}`, () => {
    it('of any kind is read unchanged', () => {
      for (const one of all) assert.deepEqual(read(structuredClone(one)), one);
    });

    it('is refused on the other side', () => {
      for (const one of all) assert.equal(readOther(one), undefined);
    });

    it('is refused if any one of its required properties is missing', () => {
      for (const one of Object.values<object>(messages)) {
        for (const key of Object.keys(one)) assert.equal(read({ ...one, [key]: undefined }), undefined, key);
      }
    });

    it('is refused with a value of the wrong type anywhere', () => {
      fc.assert(
        fc.property(
          anyLeaf(() => true),
          wrongValue,
          ({ message, path }, wrong) => {
            assert.equal(read(replacedAt(message, path, () => wrong)), undefined);
          },
        ),
        { numRuns: 1000 },
      );
    });

    it('is refused with an index or a count that is negative, fractional, infinite or no number', () => {
      fc.assert(
        fc.property(
          anyLeaf((path) => indexes.has(String(propertyAt(path))) && path.at(-2) !== 'progress'),
          wrongIndex,
          ({ message, path }, wrong) => {
            assert.equal(read(replacedAt(message, path, () => wrong)), undefined);
          },
        ),
        { numRuns: 500 },
      );
    });

    it('is refused with an unknown type, kind, state, severity, purpose, action or command', () => {
      const unknown = fc.oneof(
        fc.string().map((text) => `no ${text}`),
        fc.constantFrom('', 'constructor', '__proto__', 'toString', 'expired', 'file', 'mcpElicitation.callTool'),
      );
      fc.assert(
        fc.property(
          anyLeaf((path) => enumerations.has(String(propertyAt(path)))),
          unknown,
          ({ message, path }, word) => {
            assert.equal(read(replacedAt(message, path, () => word)), undefined);
          },
        ),
        { numRuns: 500 },
      );
    });

    it('is read without properties that no schema names, at every level, and changes no prototype', () => {
      const extra = JSON.parse('{"html":"<b>","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
      fc.assert(
        fc.property(
          message.chain((one) => fc.record({ one: fc.constant(one), path: fc.constantFrom(...objectPaths(one)) })),
          ({ one, path }) => {
            const sent = replacedAt(one, path, (part) =>
              Object.defineProperties({ ...Object(part) }, Object.getOwnPropertyDescriptors(extra)),
            );
            const result = read(sent);
            assert.deepEqual(result, one);
            assert.equal(Object.getPrototypeOf(result), Object.prototype);
            assert.equal('polluted' in {}, false);
          },
        ),
      );
    });

    for (const [what, malformed] of malformedMessages) {
      it(`is refused if it is ${what}`, () => assert.equal(read(malformed), undefined));
    }

    it('is refused without a thrown error if it is any other value', () => {
      fc.assert(fc.property(fc.anything(), (any) => assert.equal(read(any), undefined)));
    });
  });
}

describe('an input in a message to the extension', () => {
  const index = fc.nat(10_000);
  const plain = { noNullPrototype: true };
  const input = fc.oneof(
    fc.record(
      {
        kind: fc.constant('text'),
        text: fc.string(),
        touched: fc.boolean(),
        offsets: fc.array(fc.integer({ min: -1439, max: 1439 }), { maxLength: 2 }),
      },
      plain,
    ),
    fc.record({ kind: fc.constant('boolean'), value: fc.constantFrom(true, false, null) }, plain),
    fc.record({ kind: fc.constant('choice'), selected: fc.option(index) }, plain),
    fc.record({ kind: fc.constant('multiChoice'), selected: fc.array(index), touched: fc.boolean() }, plain),
  );

  it('is read unchanged in an edit, a review and a submission', () => {
    fc.assert(
      fc.property(fc.array(input), (inputs) => {
        for (const message of [edit(inputs), review(inputs), submit(inputs)]) {
          assert.deepEqual(readToExtension(structuredClone(message)), message);
        }
      }),
    );
  });

  for (const [what, wrong] of [
    ['with an index left out', { kind: 'choice' }],
    ['with a number for a text that names no option', { kind: 'choice', selected: null, text: 1 }],
    [
      'with several chosen options that are no list',
      { kind: 'multiChoice', selected: { 0: 0, length: 1 }, touched: true },
    ],
    ['with a number for a text', { kind: 'text', text: 1, touched: true }],
    ['without the mark whether a text was touched', { kind: 'text', text: 'a' }],
    ['with a text for a boolean', { kind: 'boolean', value: 'true' }],
    ['if it is null', null],
    ['if it is a list', []],
    ['with an offset of a day', { kind: 'text', text: 'a', touched: true, offsets: [1440] }],
    ['with an offset of half a minute', { kind: 'text', text: 'a', touched: true, offsets: [0.5] }],
    ['with three offsets', { kind: 'text', text: 'a', touched: true, offsets: [1, 2, 3] }],
    ['with a text nested 100,000 levels deep', { kind: 'text', text: nestedTypes(100_000), touched: true }],
  ] as const) {
    it(`is refused ${what}`, () => {
      for (const message of [edit([wrong]), review([wrong]), submit([wrong])]) {
        assert.equal(readToExtension(message), undefined);
      }
    });
  }

  it('is refused if the inputs are no array', () => {
    assert.equal(readToExtension({ type: 'submit', screen, inputs: { 0: sampleInputs[0], length: 1 } }), undefined);
  });
});

describe('a message is refused', () => {
  it('if the confirmed secrets are no array of fields', () => {
    for (const confirmedSecrets of [{ 0: 0, length: 1 }, 'all', true]) {
      assert.equal(readToExtension({ ...messagesToExtension.submit, confirmedSecrets }), undefined);
    }
  });

  it('if its command is none of the welcome screen', () => {
    for (const command of ['callTool', 'tryDemo', 'addServer']) {
      assert.ok(readToExtension({ type: 'runCommand', command }));
    }
    for (const command of ['mcpElicitation.callTool', 'workbench.action.quit', '__proto__', 'toString', '']) {
      assert.equal(readToExtension({ type: 'runCommand', command }), undefined);
    }
  });

  it('if a screen has no id', () => {
    for (const one of [...Object.values(sampleScreens), { kind: 'drawn' }]) {
      assert.equal(readToWebview(show({ ...one, id: undefined })), undefined);
    }
  });

  it('if steps have no states, or an earlier step has the state "waiting"', () => {
    const unsettled = sampleEarlierSteps.steps.map((step) => ({ ...step, state: 'waiting' }));
    for (const wrong of [
      { ...steps, states: undefined },
      { ...steps, earlierSteps: { ...sampleEarlierSteps, steps: unsettled } },
    ]) {
      assert.equal(readToWebview(show({ ...sampleScreens.url, steps: wrong })), undefined);
    }
  });

  it('if the count of waiting requests is negative, fractional, a text or missing', () => {
    for (const waitingBehind of [-1, 1.5, '1', undefined]) {
      const view = { ...viewWith(sampleScreens.welcome), waitingBehind };
      assert.equal(readToWebview({ type: 'show', view }), undefined);
    }
  });

  it('if a row of an agreement or a part of a result is a text, a number or null', () => {
    const { agreement, result } = sampleScreens;
    for (const wrong of ['text', 1, null]) {
      assert.equal(readToWebview(show({ ...agreement, rows: [wrong] })), undefined);
      assert.equal(readToWebview(show({ ...result, outcome: { ...result.outcome, parts: [wrong] } })), undefined);
    }
  });
});
