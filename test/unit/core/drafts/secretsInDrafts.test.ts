import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonSecrets } from '#core/drafts/jsonSecrets.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { FormDraft } from '#editor/panel/screens/formDraft.ts';
import type { FieldInput, FormInputs, FormModel } from '#form/model.ts';
import { initialInputs } from '#test/host/initialInputs.ts';
import { anyField, insensitiveName, paymentCardNumber, secretToken, sensitiveName } from '#test/unit/arbitraryField.ts';
import { hour, inMemoryDrafts, testDraftKey, typedContent } from './draftsTestBed.ts';

const contents = {
  texts: [secretToken, paymentCardNumber, `see ${secretToken}`],
  numbers: [secretToken, paymentCardNumber],
  options: ['one', 'two', 'three'],
} as const;

const anyForm = fc
  .uniqueArray(fc.oneof(sensitiveName, insensitiveName), { minLength: 1, maxLength: 6 })
  .chain((names) => fc.tuple(...names.map((name) => anyField(name, contents))))
  .map((parts) => ({
    form: { fields: parts.map(({ field }) => field) } as FormModel,
    inputs: parts.map(({ input }) => input) as FormInputs,
  }));

describe('the secrets of drafts', () => {
  it('are in no file, for any form and any inputs, whether the form is closed or declined', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(anyForm, fc.constantFrom('close', 'closeDeclined'), async ({ form, inputs }, end) => {
        const testBed = inMemoryDrafts();
        const sensitive = sensitiveFields(form, '');
        const open = testBed.drafts.open(testDraftKey());
        const draft = new FormDraft(open, { form, sensitive }, initialInputs(form));
        const filling: FieldInput[] = [...initialInputs(form)];
        for (const [field, input] of inputs.entries()) {
          filling[field] = input;
          draft.keep([...filling]);
          await testBed.drafts.flush();
        }
        open[end]();
        await testBed.drafts.flush();
        const written = testBed.files.writtenTexts.join('\n');
        assert.ok(!written.includes(secretToken) && !written.includes(paymentCardNumber));
        const sensitiveIndexes = new Set(sensitive.map(({ field }) => field));
        for (const text of testBed.files.writtenTexts) {
          const values = (JSON.parse(text) as { content: { values: [string, FieldInput][] } }).content.values;
          assert.deepEqual(
            values.filter(([name]) =>
              form.fields.some((field, index) => sensitiveIndexes.has(index) && field.name === name),
            ),
            [],
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the secrets that drafts have in memory', () => {
  const password = typedContent('hunter2', 'password');
  const unparsedJson = { kind: 'json', text: '{"a": "hunter2', open: undefined } as const;
  for (const [what, content, secrets] of [
    ['a form', password, ['password']],
    ['JSON in which secrets cannot be located', unparsedJson, []],
  ] as const) {
    it(`are removed after more than an hour, and if the clock goes back by more than an hour (${what})`, () => {
      for (const clockChange of [hour + 1, -hour - 1]) {
        const testBed = inMemoryDrafts();
        const draft = testBed.drafts.open(testDraftKey());
        draft.save(content, secrets);
        draft.close();
        const { now } = testBed;
        testBed.now += clockChange;
        testBed.drafts.forgetSecrets();
        // At the old time the draft would be found if `forgetSecrets` had not removed it.
        testBed.now = now;
        assert.equal(testBed.drafts.open(testDraftKey()).found, undefined);
      }
    });

    it(`stay for an hour (${what})`, () => {
      const testBed = inMemoryDrafts();
      const draft = testBed.drafts.open(testDraftKey());
      draft.save(content, secrets);
      draft.close();
      testBed.now += hour;
      testBed.drafts.forgetSecrets();
      assert.deepEqual(testBed.drafts.open(testDraftKey()).found?.content, content);
    });
  }
});

describe('the secrets in arguments that the user enters as JSON', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      login: { type: 'object', properties: { name: { type: 'string' }, word: { type: 'string', title: 'Password' } } },
    },
  };
  const redact = (text: string) => new JsonSecrets(schema).redact(text);

  it('are removed if their name, their schema or their shape indicates a secret; the other text stays', () => {
    assert.deepEqual(
      redact(
        `{ "city": "Oslo", "api_key": "abc",\n "login": {"word": "hunter2", "name": "ada"}, "note": "${secretToken}" }`,
      ),
      {
        text: '{ "city": "Oslo", "api_key": "",\n "login": {"word": "", "name": "ada"}, "note": "" }',
        secrets: ['api_key', 'word', 'note'],
      },
    );
  });

  it('are removed from values of any type', () => {
    for (const value of ['1234', '["a", {"b": "c"}]', '{"value": "x"}', 'true', 'null']) {
      assert.equal(redact(`{"password": ${value}, "city": "Oslo"}`).text, '{"password": "", "city": "Oslo"}', value);
    }
    assert.equal(redact('{"number": 4242424242424242}').text, '{"number": ""}');
  });

  it('leave no text to store if they cannot be located', () => {
    for (const text of [
      '{"password": "hun',
      "{password: 'hunter2'",
      `{"note": "${secretToken}`,
      '{"a": 1} password',
      `{"${secretToken}": 1}`,
    ]) {
      assert.equal(redact(text).text, undefined, text);
    }
  });

  it('are assumed in a text that is nested too deeply or too long', () => {
    assert.equal(redact(`${'['.repeat(200_000)}`).text, undefined);
    assert.equal(redact(`"${'x'.repeat(1_000_001)}"`).text, undefined);
  });

  it('are not assumed in a text without signs of a secret, which stays as it is even if it is incomplete', () => {
    for (const text of ['', '{', '{"city": "Os', '{"city": "Oslo"}', '[1, 2']) {
      assert.deepEqual(redact(text), { text, secrets: [] }, text);
    }
  });

  it('stay removed while the user deletes them character by character', () => {
    for (const wrap of [(part: string) => `{"note": "${part}"}`, (part: string) => `{"note": "${part}`]) {
      const secrets = new JsonSecrets(schema);
      for (let length = secretToken.length; length > 4; length -= 1) {
        assert.doesNotMatch(secrets.redact(wrap(secretToken.slice(0, length))).text ?? '', /ghp_/);
      }
      assert.equal(secrets.redact('').text, '');
      assert.equal(secrets.redact('{"city": "Oslo"}').text, '{"city": "Oslo"}');
    }
  });
});
