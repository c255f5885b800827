import assert from 'node:assert/strict';
import { maxRememberedLength } from '#form/formLimits.ts';
import type { Field } from '#form/model.ts';
import { RememberedTestBed, text } from './rememberedTestBed.ts';

const options = [
  { value: 'in', label: 'Inside' },
  { value: 'out', label: 'Outside' },
];
const base = { label: 'x', required: false } as const;
const fieldsOfAllKinds: readonly Field[] = [
  text('city'),
  text('mail', { format: 'email' }),
  text('day', { format: 'date' }),
  text('moment', { format: 'date-time' }),
  { kind: 'number', name: 'count', integer: true, ...base },
  { kind: 'boolean', name: 'soon', ...base },
  { kind: 'choice', name: 'where', options, ...base },
  { kind: 'multiChoice', name: 'both', options, ...base },
];
const valuesOfAllKinds = {
  city: 'Oslo\nand more',
  mail: 'ada@example.org',
  day: '2026-03-10',
  moment: '2026-03-10T09:30:00+02:00',
  count: 4,
  soon: false,
  where: 'out',
  both: ['in', 'out'],
};

describe('a repeated form', () => {
  let testBed: RememberedTestBed;
  beforeEach(() => {
    testBed = new RememberedTestBed();
  });

  it('is filled in with remembered answers of every kind', () => {
    testBed.openForm(fieldsOfAllKinds).remember(valuesOfAllKinds, []);
    assert.deepEqual(testBed.filled(fieldsOfAllKinds), valuesOfAllKinds);
  });

  it('is not filled in if nothing was remembered', () => {
    testBed.openForm(fieldsOfAllKinds);
    assert.deepEqual(testBed.filled(fieldsOfAllKinds), {});
  });

  it('is not filled in for another server, tool, kind of target or workspace', () => {
    testBed.openForm([text('city')]).remember({ city: 'Oslo' }, []);
    for (const other of [
      { server: 'user:other' },
      { server: 'workspace:weather', workspace: 'here' },
      { workspace: 'here' },
      { target: { kind: 'tool', name: 'other' } },
      { target: { kind: 'prompt', name: 'forecast' } },
      { target: undefined },
    ]) {
      assert.deepEqual(testBed.filled([text('city')], other), {}, JSON.stringify(other));
    }
  });

  it('is not filled in if a field has changed', () => {
    const choice = (more: object): Field => ({ kind: 'choice', name: 'where', options, ...base, ...more });
    const number = (integer: boolean): Field => ({ kind: 'number', name: 'count', integer, ...base });
    const pairs: [Field, unknown, Field][] = [
      [text('city'), 'a@b.example', text('city', { format: 'email' })],
      [text('city'), 'Oslo', text('town')],
      [text('city'), 'Oslo', text('city', { label: 'Password hint' })],
      [text('city'), '4', { kind: 'number', name: 'city', integer: false, ...base, label: 'city' }],
      [number(true), 4, number(false)],
      [choice({}), 'out', choice({ options: [...options, { value: 'under', label: 'Under' }] })],
      [choice({}), 'out', choice({ options: [options[0], { value: 'out', label: 'Outside, for 400 EUR' }] })],
      [choice({}), 'out', { ...choice({}), kind: 'multiChoice', default: undefined } as Field],
    ];
    for (const [before, value, after] of pairs) {
      const one = new RememberedTestBed();
      one.openForm([before]).remember({ [before.name]: value }, []);
      assert.deepEqual(one.filled([before]), { [before.name]: value });
      assert.deepEqual(one.filled([after]), {}, JSON.stringify(after));
    }
  });

  it('is filled in if the order of fields or options, other fields or descriptions have changed', () => {
    testBed.openForm(fieldsOfAllKinds).remember(valuesOfAllKinds, []);
    const shuffled = fieldsOfAllKinds.map((field) => ({
      ...field,
      description: 'Something new',
      ...('options' in field && { options: field.options.toReversed() }),
    }));
    const changedForm = [text('new'), ...shuffled.reverse()];
    assert.deepEqual(testBed.filled(changedForm), { ...valuesOfAllKinds, both: ['out', 'in'] });
  });

  it('is not filled in with an answer that its rules do not allow', () => {
    testBed.openForm([text('city'), text('wind')]).remember({ city: 'Oslo', wind: 'W' }, []);
    const stricter = [text('city', { maxLength: 3 }), text('wind')];
    const form = testBed.openForm(stricter);
    assert.deepEqual(testBed.filled(stricter), { wind: 'W' });
    assert.deepEqual(form.inputs[0], { kind: 'text', text: '', touched: false });
    testBed.openForm([{ kind: 'number', name: 'count', integer: true, ...base }]).remember({ count: 40 }, []);
    assert.deepEqual(testBed.filled([{ kind: 'number', name: 'count', integer: true, maximum: 12, ...base }]), {});
  });

  it('has the default only if nothing is remembered', () => {
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

  it('is not filled in if the same form was accepted in this call', () => {
    testBed.openForm([text('city')]).remember({ city: 'Oslo' }, []);
    assert.deepEqual(testBed.openForm([text('city')], {}, false).marks, []);
  });

  it('loses the older answer of a field whose new answer is empty or too long', () => {
    const fields = [text('city'), text('wind'), text('note')];
    testBed.openForm(fields).remember({ city: 'Oslo', wind: 'W', note: 'x' }, []);
    testBed.openForm(fields).remember({ wind: 'E', note: 'x'.repeat(maxRememberedLength - 1) }, []);
    assert.deepEqual(testBed.filled(fields), { wind: 'E' });
  });

  it('can forget an answer and restore it', () => {
    const fields = [text('city', { default: 'Rome' })];
    testBed.openForm(fields).remember({ city: 'Oslo' }, []);
    const form = testBed.openForm(fields);
    const [initialInput] = form.inputs;
    form.forget(0);
    assert.equal(form.marks[0]?.forgotten, true);
    assert.deepEqual(form.inputs, [{ kind: 'text', text: 'Rome', touched: false }]);
    assert.deepEqual(testBed.filled(fields), {});
    form.restore(0);
    assert.equal(form.marks[0]?.forgotten, false);
    assert.deepEqual(form.inputs, [initialInput]);
    assert.deepEqual(testBed.filled(fields), { city: 'Oslo' });
  });

  it('cannot forget an answer with which it was not filled in', () => {
    const fields = [text('city')];
    const form = testBed.openForm(fields);
    testBed.openForm(fields).remember({ city: 'Oslo' }, []);
    for (const field of [0, 1, 1e9]) {
      form.forget(field);
      form.restore(field);
    }
    assert.deepEqual(testBed.filled(fields), { city: 'Oslo' });
  });

  it('is filled in for fields with any name', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];
    const fields = names.map((name) => text(name));
    const content = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
    testBed.openForm(fields).remember(content, []);
    assert.deepEqual(Object.entries(testBed.filled(fields)), Object.entries(content));
    assert.equal(Object.hasOwn(Object.prototype, 'of __proto__'), false);
    assert.deepEqual(testBed.filled([text('valueOf')]), {});
  });

  it('offers to remember its answers unless every field asks for a secret', () => {
    assert.equal(testBed.openForm([text('city')]).isOffered, true);
    assert.equal(testBed.openForm([text('city'), text('password')]).isOffered, true);
    assert.equal(testBed.openForm([text('password')]).isOffered, false);
    assert.equal(testBed.openForm([]).isOffered, false);
  });
});
