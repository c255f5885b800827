import assert from 'node:assert/strict';
import { fieldShape } from '#core/remembered/rememberedField.ts';
import { maxRememberedLength } from '#form/formLimits.ts';
import type { Field } from '#form/model.ts';
import type { FieldValue } from '#form/sentValues.ts';
import { answer, RememberedTestBed, text } from './rememberedTestBed.ts';

const options = [
  { value: 'in', label: 'Inside' },
  { value: 'out', label: 'Outside' },
];
const commonProperties = { label: 'x', required: false } as const;
const fieldsOfEveryKind: readonly Field[] = [
  text('city'),
  text('mail', { format: 'email' }),
  text('day', { format: 'date' }),
  text('moment', { format: 'date-time' }),
  { kind: 'number', name: 'count', integer: true, ...commonProperties },
  { kind: 'boolean', name: 'soon', ...commonProperties },
  { kind: 'choice', name: 'where', options, ...commonProperties },
  { kind: 'multiChoice', name: 'both', options, ...commonProperties },
];
const valuesOfEveryKind = {
  city: 'Oslo\nand more',
  mail: 'ada@example.org',
  day: '2026-03-10',
  moment: '2026-03-10T09:30:00+02:00',
  count: 4,
  soon: false,
  where: 'out',
  both: ['in', 'out'],
};

describe('a form with remembered answers', () => {
  let testBed: RememberedTestBed;
  beforeEach(() => {
    testBed = new RememberedTestBed();
  });

  it('is filled in with remembered answers of every kind', () => {
    testBed.openForm(fieldsOfEveryKind).remember(valuesOfEveryKind, []);
    assert.deepEqual(testBed.prefilledValues(fieldsOfEveryKind), valuesOfEveryKind);
  });

  it('is not filled in if nothing was remembered', () => {
    testBed.openForm(fieldsOfEveryKind);
    assert.deepEqual(testBed.prefilledValues(fieldsOfEveryKind), {});
  });

  it('is not filled in for another server, workspace, target or target kind, or outside of a call', () => {
    testBed.openForm([text('city')]).remember({ city: 'Oslo' }, []);
    for (const other of [
      { server: 'user:other' },
      { server: 'workspace:weather', workspace: 'here' },
      { workspace: 'here' },
      { target: { kind: 'tool', name: 'other' } },
      { target: { kind: 'prompt', name: 'forecast' } },
      { target: undefined },
    ]) {
      assert.deepEqual(testBed.prefilledValues([text('city')], other), {}, JSON.stringify(other));
    }
  });

  it('is not filled in if a field has changed', () => {
    const choice = (more: object): Field => ({ kind: 'choice', name: 'where', options, ...commonProperties, ...more });
    const number = (integer: boolean): Field => ({ kind: 'number', name: 'count', integer, ...commonProperties });
    const changes: [Field, unknown, Field][] = [
      [text('city'), 'a@b.example', text('city', { format: 'email' })],
      [text('city'), 'Oslo', text('town')],
      [text('city'), 'Oslo', text('city', { label: 'Password hint' })],
      [text('city'), '4', { kind: 'number', name: 'city', integer: false, ...commonProperties, label: 'city' }],
      [number(true), 4, number(false)],
      [choice({}), 'out', choice({ options: [...options, { value: 'under', label: 'Under' }] })],
      [choice({}), 'out', choice({ options: [options[0], { value: 'out', label: 'Outside, for 400 EUR' }] })],
      [choice({}), 'out', { ...choice({}), kind: 'multiChoice', default: undefined } as Field],
    ];
    for (const [before, value, after] of changes) {
      const freshTestBed = new RememberedTestBed();
      freshTestBed.openForm([before]).remember({ [before.name]: value }, []);
      assert.deepEqual(freshTestBed.prefilledValues([before]), { [before.name]: value });
      assert.deepEqual(freshTestBed.prefilledValues([after]), {}, JSON.stringify(after));
    }
  });

  it('is filled in even if the order of its fields or options, their descriptions, or other fields have changed', () => {
    testBed.openForm(fieldsOfEveryKind).remember(valuesOfEveryKind, []);
    const reordered = fieldsOfEveryKind.map((field) => ({
      ...field,
      description: 'Something new',
      ...('options' in field && { options: field.options.toReversed() }),
    }));
    const changedForm = [text('new'), ...reordered.reverse()];
    assert.deepEqual(testBed.prefilledValues(changedForm), { ...valuesOfEveryKind, both: ['out', 'in'] });
  });

  it('is not filled in with an answer that its rules do not allow', () => {
    testBed.openForm([text('city'), text('wind')]).remember({ city: 'Oslo', wind: 'W' }, []);
    const stricter = [text('city', { maxLength: 3 }), text('wind')];
    const form = testBed.openForm(stricter);
    assert.deepEqual(testBed.prefilledValues(stricter), { wind: 'W' });
    assert.deepEqual(form.inputs[0], { kind: 'text', text: '', touched: false });
    testBed
      .openForm([{ kind: 'number', name: 'count', integer: true, ...commonProperties }])
      .remember({ count: 40 }, []);
    assert.deepEqual(
      testBed.prefilledValues([{ kind: 'number', name: 'count', integer: true, maximum: 12, ...commonProperties }]),
      {},
    );
  });

  it('has the default of a field only if no answer is remembered for it', () => {
    const fields = [text('city', { default: 'Rome' }), text('wind', { default: 'E' })];
    testBed.openForm(fields).remember({ city: 'Oslo' }, []);
    const { inputs, marks } = testBed.openForm(fields);
    assert.deepEqual(
      inputs.map((input) => 'text' in input && input.text),
      ['Oslo', 'E'],
    );
    assert.deepEqual(
      marks.map(({ field, forgotten }) => [field, forgotten]),
      [[0, false]],
    );
  });

  it('is not filled in if something else takes precedence, for example a draft', () => {
    testBed.openForm([text('city')]).remember({ city: 'Oslo' }, []);
    assert.deepEqual(testBed.openForm([text('city')], {}, false).marks, []);
  });

  it('loses the stored answer of a field if the new answer is empty or too long to store', () => {
    const fields = [text('city'), text('wind'), text('note')];
    testBed.openForm(fields).remember({ city: 'Oslo', wind: 'W', note: 'x' }, []);
    // As JSON, with its quotation marks, the note is one character too long.
    testBed.openForm(fields).remember({ wind: 'E', note: 'x'.repeat(maxRememberedLength - 1) }, []);
    assert.deepEqual(testBed.prefilledValues(fields), { wind: 'E' });
  });

  it('can forget an answer and restore it', () => {
    const fields = [text('city', { default: 'Rome' })];
    testBed.openForm(fields).remember({ city: 'Oslo' }, []);
    const form = testBed.openForm(fields);
    const [rememberedInput] = form.inputs;
    form.forget(0);
    assert.equal(form.marks[0]?.forgotten, true);
    assert.deepEqual(form.inputs, [{ kind: 'text', text: 'Rome', touched: false }]);
    assert.deepEqual(testBed.prefilledValues(fields), {});
    form.restore(0);
    assert.equal(form.marks[0]?.forgotten, false);
    assert.deepEqual(form.inputs, [rememberedInput]);
    assert.deepEqual(testBed.prefilledValues(fields), { city: 'Oslo' });
  });

  it('keeps answers that were remembered after it was opened', () => {
    const fields = [text('city')];
    const form = testBed.openForm(fields);
    testBed.openForm(fields).remember({ city: 'Oslo' }, []);
    for (const field of [0, 1, 1e9]) {
      form.forget(field);
      form.restore(field);
    }
    assert.deepEqual(testBed.prefilledValues(fields), { city: 'Oslo' });
  });

  it('is filled in for fields with any name, for example __proto__', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];
    const fields = names.map((name) => text(name));
    const content = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
    testBed.openForm(fields).remember(content, []);
    assert.deepEqual(Object.entries(testBed.prefilledValues(fields)), Object.entries(content));
    assert.equal(Object.hasOwn(Object.prototype, 'of __proto__'), false);
    assert.deepEqual(testBed.prefilledValues([text('valueOf')]), {});
  });

  it('offers to remember its answers unless it has no field or every field asks for a secret', () => {
    assert.equal(testBed.openForm([text('city')]).canRemember, true);
    assert.equal(testBed.openForm([text('city'), text('password')]).canRemember, true);
    assert.equal(testBed.openForm([text('password')]).canRemember, false);
    assert.equal(testBed.openForm([]).canRemember, false);
  });

  it('is neither remembered nor filled in if it only asks for yes or no, even by an answer of an earlier form', () => {
    const boolean = (name: string): Field => ({ kind: 'boolean', name, label: name, required: true });
    assert.equal(testBed.openForm([boolean('sure'), boolean('really')]).canRemember, false);
    testBed.openForm([text('city'), boolean('sure')]).remember({ city: 'Oslo', sure: true }, []);
    assert.deepEqual(testBed.prefilledValues([text('city'), boolean('sure')]), { city: 'Oslo', sure: true });
    assert.deepEqual(testBed.prefilledValues([boolean('sure')]), {});
  });

  describe('with a field that accepts only one value, such as "Type DELETE to go ahead"', () => {
    const required = { label: 'word', required: true } as const;
    const optionOne = [{ value: 'DELETE', label: 'Delete it' }];
    const longText = 'I understand that this cannot be undone. '.repeat(3).trim();
    const onlyOneValue: [string, Field, FieldValue][] = [
      ['a literal pattern', text('word', { pattern: '^DELETE$' }), 'DELETE'],
      ['a literal pattern in a group', text('word', { pattern: '^(?:yes\\, delete it)$' }), 'yes, delete it'],
      [
        'a literal pattern that is too long for a hint',
        text('word', { pattern: `^${longText.replaceAll('.', '\\.')}$` }),
        longText,
      ],
      ['the unescaped name of a host', text('word', { pattern: '^api.example.com$' }), 'api.example.com'],
      ['lines of a literal pattern', text('word', { pattern: '^DELETE$', list: {} }), ['DELETE']],
      ['a choice of one option', { kind: 'choice', name: 'word', options: optionOne, ...required }, 'DELETE'],
      [
        'several choices of one option',
        { kind: 'multiChoice', name: 'word', options: optionOne, ...required },
        ['DELETE'],
      ],
      ['a number', { kind: 'number', name: 'word', integer: true, minimum: 47, maximum: 47, ...required }, 47],
      ['a boolean', { kind: 'boolean', name: 'word', onlyValue: true, ...required }, true],
    ];
    for (const [what, field, value] of onlyOneValue) {
      it(`${what}: is neither offered to be remembered, nor remembered, nor filled in`, () => {
        const form = testBed.openForm([field]);
        assert.equal(form.canRemember, false);
        form.remember({ word: value }, []);
        assert.equal(testBed.remembered.all.size, 0);
        assert.deepEqual(testBed.prefilledValues([field]), {});
      });

      it(`${what}: is left out of the answers of a larger form`, () => {
        const fields = [text('city'), field];
        const form = testBed.openForm(fields);
        assert.equal(form.canRemember, true);
        form.remember({ city: 'Oslo', word: value }, []);
        assert.deepEqual(
          [...testBed.remembered.all.values()].map(({ name }) => name),
          ['city'],
        );
        assert.deepEqual(testBed.prefilledValues(fields), { city: 'Oslo' });
      });

      it(`${what}: is not filled in with an answer that an earlier version stored, and the next answers remove it`, () => {
        const fields = [text('city'), field];
        const stored = answer({ name: 'word', label: field.label, shape: fieldShape(field), value });
        testBed.remembered.change([stored], []);
        assert.equal(testBed.remembered.all.size, 1);
        assert.deepEqual(testBed.prefilledValues([field]), {});
        assert.deepEqual(testBed.prefilledValues(fields), {});
        testBed.openForm(fields).remember({ city: 'Oslo', word: value }, []);
        assert.deepEqual(
          [...testBed.remembered.all.values()].map(({ name }) => name),
          ['city'],
        );
      });
    }

    it('is not offered to be remembered beside fields that ask for a secret, or for yes or no', () => {
      const word = text('word', { pattern: '^DELETE$' });
      const sure: Field = { kind: 'boolean', name: 'sure', label: 'sure', required: true };
      assert.equal(testBed.openForm([word, text('password')]).canRemember, false);
      const form = testBed.openForm([word, sure]);
      assert.equal(form.canRemember, false);
      form.remember({ word: 'DELETE', sure: true }, []);
      assert.equal(testBed.remembered.all.size, 0);
    });

    it('is not one with a pattern that more than one text matches', () => {
      const word = text('word', { pattern: '^(DELETE|KEEP)$' });
      testBed.openForm([word]).remember({ word: 'KEEP' }, []);
      assert.deepEqual(testBed.prefilledValues([word]), { word: 'KEEP' });
    });
  });
});
