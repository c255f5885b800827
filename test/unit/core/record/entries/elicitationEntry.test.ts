import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SecretMask } from '#core/common/secretMask.ts';
import { elicitationEntry, type RecordValues } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { arrivalKinds, deciders, elicitationModes, recordedDecisions } from '#core/record/entries/entry.ts';
import { longestLineBytes } from '#core/record/entries/entryText.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { chainEntry, emptyHead } from '#core/record/store/chain.ts';
import { testOutcome } from '#test/unit/core/record/recordTestBed.ts';

describe('the entry of an elicitation', () => {
  it('has the request and the decision, but by default neither message nor answers', () => {
    const entry = elicitationEntry(testOutcome(), 'redacted');
    assert.deepEqual(entry, {
      kind: 'elicitation',
      id: 'question-1',
      server: { id: 'user:travel', name: 'travel', scope: 'user' },
      call: { kind: 'tool', target: 'book_table' },
      way: 'pushed',
      protocol: '2025-11-25',
      mode: 'form',
      decision: 'accept',
      decidedBy: 'person',
      waitedMs: 5000,
      shownMs: 4000,
      message: { sha256: 'e8db1378b26cd8e567ab7e5b05d16e1deba603d353af1e84af43d51f49a1c9a8', length: 25 },
      fields: [
        { name: 'seat', given: true },
        { name: 'pin', flagged: true, given: true },
        { name: 'note', given: false },
      ],
    });
  });

  it('has the program that asks for a server that this host does not run, and can be read again', () => {
    const askers = [
      [
        { kind: 'agent', name: 'Codex', server: 'tickets', isConnected: true },
        { by: 'agent', agent: 'Codex' },
      ],
      [
        { kind: 'agent', name: 'Codex', server: 'tickets', isConnected: false },
        { by: 'agent', agent: 'Codex', unverified: true },
      ],
      [
        { kind: 'extension', name: '', server: 'tickets', isConnected: false },
        { by: 'program', unverified: true },
      ],
    ] as const;
    for (const [asker, expected] of askers) {
      const entry = elicitationEntry(testOutcome({ asker }), 'redacted');
      const { by, agent, unverified } = entry;
      assert.deepEqual({ by, agent, unverified }, { agent: undefined, unverified: undefined, ...expected });
      const { line } = chainEntry(emptyHead('file'), JSON.stringify({ at: '2026-01-01T00:00:00.000Z', ...entry }));
      assert.equal(parseEntry(line)?.kind, 'elicitation');
    }
  });

  it('has the values of the answers if they are recorded, and never those of flagged fields', () => {
    const entry = elicitationEntry(testOutcome(), 'full');
    assert.deepEqual(entry.message, { text: 'Where do you want to sit?', length: 25 });
    assert.deepEqual(entry.fields, [
      { name: 'seat', given: true, value: 'by the window' },
      { name: 'pin', flagged: true, given: true },
      { name: 'note', given: false },
    ]);
  });

  it('has no values unless the request was accepted', () => {
    const { fields } = elicitationEntry(testOutcome({ decision: 'cancel' }), 'full');
    assert.deepEqual(fields, [{ name: 'seat' }, { name: 'pin', flagged: true }, { name: 'note' }]);
  });

  it('has only texts, numbers, booleans and arrays of these as values', () => {
    const content = { a: 1.5, b: false, c: ['x', 2, true, {}], d: { secret: 1 }, e: Number.NaN, f: null };
    const fields = Object.keys(content).map((name) => ({ name }));
    const values = elicitationEntry(testOutcome({ fields, content }), 'full').fields?.map(({ value }) => value);
    assert.deepEqual(values, [1.5, false, ['x', 2, true], undefined, undefined, undefined]);
  });

  it('has the site of a URL, and the whole URL without user information if values are recorded', () => {
    const url = 'https://user:secret@login.example.co.uk/start?token=abc';
    const ofUrl = testOutcome({ mode: 'url', url, fields: undefined, content: undefined, findings: ['userInfo'] });
    const redacted = elicitationEntry(ofUrl, 'redacted');
    assert.deepEqual([redacted.site, redacted.url, redacted.findings], ['example.co.uk', undefined, ['userInfo']]);
    assert.equal(elicitationEntry(ofUrl, 'full').url, 'https://login.example.co.uk/start?token=abc');
  });

  it('has the scheme and authority of a resource, or its URI template, and the whole URI if values are recorded', () => {
    const target = 'db://me:pw@host/table/t0p?key=secret#row';
    const template = 'db://host/table/{name}';
    const targetOf = (more: object, values: RecordValues) =>
      elicitationEntry(testOutcome({ call: { kind: 'resource', target, ...more } }), values).call?.target;
    assert.equal(targetOf({}, 'redacted'), 'db://host');
    assert.equal(targetOf({ template }, 'redacted'), template);
    assert.equal(targetOf({ template }, 'full'), 'db://host/table/t0p?key=secret#row');
    for (const [uri, target] of [
      ['file:///home/ada/notes.md', 'file://'],
      ['urn:secret', 'urn:'],
      ['my secret', ''],
      [`x:${'y'.repeat(30_000)}`, 'x:'],
    ]) {
      assert.equal(targetOf({ target: uri }, 'redacted'), target);
    }
  });

  it('masks the secrets of the server in all texts of the server and the user', () => {
    const secrets = new SecretMask(['s3cret-Value', '40817', 'Gr\u00fc\u00dfe']);
    const word = 's3cret-Value';
    const one = testOutcome({
      call: { kind: 'tool', target: `tool ${word}` },
      message: `Is ${word} right? ${JSON.stringify('Gr\u00fc\u00dfe')}`,
      url: `https://me:${word}@${word}.example.com/${word}?q=${encodeURIComponent('Gr\u00fc\u00dfe')}`,
      fields: [{ name: `field ${word}` }, { name: 'list' }, { name: 'number' }],
      content: { [`field ${word}`]: `x ${word}`, list: [word, 'Gr\u00fc\u00dfe'], number: 140_817 },
    });
    for (const values of ['redacted', 'full'] as const) {
      const entry = elicitationEntry(one, values, (text) => secrets.mask(text));
      assert.doesNotMatch(JSON.stringify(entry), /s3cret|40817|Gr\u00fc\u00dfe|Gr%C3/i);
    }
    const resource = { kind: 'resource', target: `db://${word}:pw@host/${word}?k=${word}` } as const;
    const { call, message } = elicitationEntry(testOutcome({ call: resource }), 'full', (text) => secrets.mask(text));
    assert.doesNotMatch(JSON.stringify(call), /s3cret/);
    assert.deepEqual(message, { text: 'Where do you want to sit?', length: 25 });
    const hash = (changes: Partial<ElicitationOutcome>) =>
      elicitationEntry(testOutcome(changes), 'redacted', (text) => secrets.mask(text)).message;
    assert.deepEqual(hash({ message: word }), hash({ message: '[secret]' }), 'the hash does not reveal the secret');
  });

  it('has no part of a secret at the end of a text that was cut', () => {
    const word = 's3cret-Value';
    const secrets = new SecretMask([word]);
    for (const length of [9995, 99_995, 99_999]) {
      const message = `${word}${'x'.repeat(length - word.length)}${word}${'y'.repeat(500_000)}`;
      const entry = elicitationEntry(testOutcome({ message }), 'full', (text) => secrets.mask(text));
      assert.doesNotMatch(JSON.stringify(entry), /s3cr/);
    }
    let maxMaskedLength = 0;
    elicitationEntry(testOutcome({ message: 'x'.repeat(60_000_000) }), 'full', (text) => {
      maxMaskedLength = Math.max(maxMaskedLength, text.length);
      return text;
    });
    assert.equal(maxMaskedLength, 100_000);
  });

  it('has fields with any name, such as __proto__', () => {
    const content = JSON.parse('{"__proto__": "mine", "constructor": "yours"}');
    const fields = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((name) => ({ name }));
    assert.deepEqual(elicitationEntry(testOutcome({ fields, content }), 'full').fields, [
      { name: '__proto__', given: true, value: 'mine' },
      { name: 'constructor', given: true, value: 'yours' },
      { name: 'toString', given: false },
      { name: 'hasOwnProperty', given: false },
    ]);
  });

  it('is bounded in size, for any request', () => {
    // The worst case: each character becomes six bytes in JSON.
    const huge = '\u0000'.repeat(5_000_000);
    const fields = Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}${huge.slice(0, 1000)}` }));
    const content = Object.fromEntries(fields.map(({ name }) => [name, huge.slice(0, 20_000)]));
    const worst = testOutcome({
      id: huge,
      server: { id: huge, name: huge, scope: huge },
      call: { kind: 'resource', target: huge },
      protocol: huge,
      message: huge,
      reason: huge,
      findings: fields.map(() => huge),
      limits: fields.map(() => huge),
      url: `https://${huge}`,
      fields,
      content,
    });
    const entry = elicitationEntry(worst, 'full');
    assert.deepEqual([entry.fields?.length, entry.moreFields], [200, 9800]);
    assert.ok(JSON.stringify(entry).length < longestLineBytes / 2);
  });

  it('cuts texts between characters and ends them with an ellipsis', () => {
    const { name } = elicitationEntry(testOutcome({ server: { id: 'x', name: '😀'.repeat(200) } }), 'full').server;
    assert.equal(name, `${'😀'.repeat(99)}…`);
  });

  it('has durations of 0 in place of negative or infinite ones', () => {
    const entry = elicitationEntry(testOutcome({ waitedMs: -5, shownMs: Number.POSITIVE_INFINITY }), 'full');
    assert.deepEqual([entry.waitedMs, entry.shownMs], [0, 0]);
  });

  it('is equal after it was written as a line and parsed', () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom('redacted' as const, 'full' as const), (one, values) => {
        const entry = elicitationEntry(one, values);
        const { line, head } = chainEntry(
          emptyHead('file'),
          JSON.stringify({ at: '2026-03-10T12:00:00.000Z', ...entry }),
        );
        const { v, seq, prev, at, hash, ...body } = parseEntry(line.slice(0, -1)) ?? assert.fail('no entry');
        assert.deepEqual([v, seq, at, hash], [1, 1, '2026-03-10T12:00:00.000Z', head.hash]);
        assert.equal(prev, emptyHead('file').hash);
        assert.deepEqual(body, JSON.parse(JSON.stringify(entry)));
        assert.deepEqual(body, entry);
        assert.equal(line.indexOf('\n'), line.length - 1);
      }),
      { numRuns: 1000 },
    );
  });
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', '\ud800', '\u2028\n\r', 'x'.repeat(3000), '","hash":"'),
);
const value = fc.oneof(text, fc.double(), fc.boolean(), fc.array(text, { maxLength: 4 }), fc.anything());
const orAbsent = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const outcomes: fc.Arbitrary<ElicitationOutcome> = fc
  .record({
    id: text,
    server: fc.record({ id: text, name: text, scope: orAbsent(text) }),
    call: orAbsent(
      fc.record({
        kind: fc.constantFrom('tool' as const, 'prompt' as const, 'resource' as const),
        target: text,
        id: orAbsent(text),
      }),
    ),
    arrival: fc.constantFrom(...arrivalKinds),
    unread: orAbsent(fc.boolean()),
    opened: orAbsent(fc.constantFrom(true, false, 'unknown' as const)),
    protocol: orAbsent(text),
    mode: orAbsent(fc.constantFrom(...elicitationModes)),
    message: orAbsent(text),
    decision: fc.constantFrom(...recordedDecisions),
    decidedBy: fc.constantFrom(...deciders),
    reason: orAbsent(text),
    waitedMs: fc.double(),
    shownMs: orAbsent(fc.double()),
    findings: orAbsent(fc.array(text, { maxLength: 4 })),
    limits: orAbsent(fc.array(text, { maxLength: 4 })),
    entries: fc.array(fc.tuple(text, value, fc.boolean()), { maxLength: 6 }),
    url: orAbsent(fc.oneof(text, fc.webUrl())),
  })
  .map(({ entries, ...rest }) => ({
    ...rest,
    fields: entries.map(([name, , flagged]) => ({ name, flagged })),
    content: Object.fromEntries(entries.map(([name, fieldValue]) => [name, fieldValue])),
  }));
