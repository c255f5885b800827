import assert from 'node:assert/strict';
import { readServers } from '#core/configuration/serverEntries.ts';
import { explainUnreachable } from '#core/connection/connectionFailure.ts';
import { secretIn } from '#core/guard/sensitive/secretShapes.ts';
import { sensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import { durationText } from '#editor/history/formatting.ts';
import { limitText } from '#editor/history/requestTexts.ts';
import { annotationsText } from '#editor/serversView/toolAnnotations.ts';
import { constraintText } from '#form/constraintTexts.ts';
import { evaluate } from '#form/evaluate.ts';
import { formatList, formatNumber, joinSentences, setLanguage } from '#form/language.ts';
import type { Field, FieldInput } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { pseudoMessages, untranslatedWords } from '#test/pseudoLanguage.ts';
import { rateLimitText, suspendedText, waitingText } from '#webview/cards/cardTexts.ts';

const common = { name: 'it', label: '‹it›', required: true };
const fields: readonly (readonly [Field, FieldInput])[] = [
  [
    { ...common, kind: 'text', minLength: 5 },
    { kind: 'text', text: 'a', touched: true },
  ],
  [
    { ...common, kind: 'text', format: 'email' },
    { kind: 'text', text: 'a', touched: true },
  ],
  [
    { ...common, kind: 'text', format: 'date-time' },
    { kind: 'text', text: '2026-03-31', touched: true },
  ],
  [
    { ...common, kind: 'number', integer: true, minimum: 1, maximum: 5 },
    { kind: 'text', text: '1,5', touched: true },
  ],
  [
    { ...common, kind: 'number', integer: false, multipleOf: 0.5 },
    { kind: 'text', text: '0.3', touched: true },
  ],
  [
    { ...common, kind: 'boolean' },
    { kind: 'boolean', value: null },
  ],
  [
    { ...common, kind: 'choice', options: [] },
    { kind: 'choice', selected: null },
  ],
  [
    { ...common, kind: 'multiChoice', options: [{ value: 'a', label: '‹a›' }], minItems: 1 },
    { kind: 'multiChoice', selected: [], touched: true },
  ],
];

const suspendedCall = {
  id: 'h',
  server: { name: 'a' },
  openedPages: [],
  retriesCall: true,
  attempts: 3,
  retrying: false,
  waiting: 0,
};
const rateLimitCard = { id: 's', server: { name: 'a' }, asked: 14, withheld: 4, muted: true };

/** Texts of every kind that can be created without an editor. */
const textSources: Readonly<Record<string, () => readonly (string | undefined)[]>> = {
  'the constraints of a field': () => fields.map(([field]) => constraintText(field)),
  'the problem of an answer': () =>
    fields.map(([field, input]) => evaluate({ fields: [field] }, [input]).problems[0]?.message),
  'the label of a field without a name': () => {
    const reading = readArgumentsSchema({ type: 'object', properties: { '': { type: 'object', title: 1 } } });
    const nameless = readRequestedSchema({ type: 'object', properties: { '': { type: 'string' } } });
    return [reading, nameless].map((one) => (one.ok ? one.form.fields[0]?.label : undefined));
  },
  'the reason why a field is sensitive': () => [
    sensitiveField(0, 'password', 'title').reason,
    secretIn('ghp_0123456789abcdefghijklmnopqrstuvwxyz')?.looksLike,
  ],
  'a failure and its remedy': () => {
    const { summary, remedy } = explainUnreachable('‹a›', 'https://example.com', new Error('ECONNREFUSED'));
    return [summary, remedy];
  },
  'the problems of an entry': () =>
    readServers({ '‹a›': { command: 1, url: '' } }, { kind: 'user' }).problems.flatMap(({ message, remedy }) => [
      message,
      remedy,
    ]),
  'the annotations of a tool': () => [annotationsText({ readOnlyHint: true, openWorldHint: false })],
  'the texts of the history': () => [limitText('maxPending'), durationText(90_000)],
  'the texts of the panel': () => [
    waitingText(3, true),
    waitingText(1, true, 2),
    suspendedText(suspendedCall, '‹a›').join(''),
    rateLimitText(rateLimitCard, '‹a›').join(''),
  ],
};

describe('text for the user in another language', () => {
  before(() => setLanguage('en', pseudoMessages()));
  after(() => setLanguage('en'));

  for (const [what, words] of Object.entries(textSources)) {
    it(`is translated: ${what}`, () => {
      const texts = words().filter((text) => text !== undefined);
      assert.ok(texts.length > 0);
      assert.deepEqual(texts.map((text) => untranslatedWords(text)).filter(Boolean), []);
      for (const text of texts) {
        assert.match(text, /⟦/);
      }
    });
  }

  it('keeps errors for servers in English', () => {
    const reading = readRequestedSchema({ type: 'object', properties: { a: { type: 'object' } } });
    assert.equal(reading.ok, false);
    assert.doesNotMatch(reading.ok ? '' : reading.message, /⟦/);
  });
});

describe('numbers, lists and sentences', () => {
  afterEach(() => setLanguage('en'));

  it('are written as in that language', () => {
    assert.deepEqual([formatNumber(10_000), formatList(['a', 'b', 'c']).join('')], ['10,000', 'a, b, and c']);
    setLanguage('de');
    assert.deepEqual([formatNumber(10_000), formatList(['a', 'b', 'c']).join('')], ['10.000', 'a, b und c']);
  });

  it('are joined by the full stop of the language', () => {
    assert.equal(joinSentences(['One per line', 'At most 3']), 'One per line. At most 3');
    setLanguage('zh-cn');
    assert.equal(joinSentences(['每行一个', '最多 3 个']), '每行一个。最多 3 个');
  });

  it('are written as in English if the editor names no language', () => {
    setLanguage('no_language!');
    assert.equal(formatNumber(10_000), '10,000');
  });
});
