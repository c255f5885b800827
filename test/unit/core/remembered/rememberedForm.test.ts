import assert from 'node:assert/strict';
import { maxRememberedLength } from '#form/formLimits.ts';
import type { Field } from '#form/model.ts';
import { RememberedTestBed, text } from './rememberedTestBed.ts';

const options = [
  { value: 'in', label: 'Inside' },
  { value: 'out', label: 'Outside' },
];
const base = { label: 'x', required: false } as const;
const everyKind: readonly Field[] = [
  text('city'),
  text('mail', { format: 'email' }),
  text('day', { format: 'date' }),
  text('moment', { format: 'date-time' }),
  { kind: 'number', name: 'count', integer: true, ...base },
  { kind: 'boolean', name: 'soon', ...base },
  { kind: 'choice', name: 'where', options, ...base },
  { kind: 'multiChoice', name: 'both', options, ...base },
];
const everyValue = {
  city: 'Oslo\nand more',
  mail: 'ada@example.org',
  day: '2026-03-10',
  moment: '2026-03-10T09:30:00+02:00',
  count: 4,
  soon: false,
  where: 'out',
  both: ['in', 'out'],
};

describe('a form that a server sends again', () => {
  let testBed: RememberedTestBed;
  beforeEach(() => {
    testBed = new RememberedTestBed();
  });

  it('is filled in with remembered answers of every kind', () => {
    testBed.ask(everyKind).remember(everyValue, []);
    assert.deepEqual(testBed.filled(everyKind), everyValue);
  });

  it('is not filled in if nothing was remembered', () => {
    testBed.ask(everyKind);
    assert.deepEqual(testBed.filled(everyKind), {});
  });

  it('is not filled in for another server, tool, kind of target or workspace', () => {
    testBed.ask([text('city')]).remember({ city: 'Oslo' }, []);
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
      one.ask([before]).remember({ [before.name]: value }, []);
      assert.deepEqual(one.filled([before]), { [before.name]: value });
      assert.deepEqual(one.filled([after]), {}, JSON.stringify(after));
    }
  });

  it('is filled in if the order of fields or options, other fields or descriptions have changed', () => {
    testBed.ask(everyKind).remember(everyValue, []);
    const shuffled = everyKind.map((field) => ({
      ...field,
      description: 'Something new',
      ...('options' in field && { options: field.options.toReversed() }),
    }));
    const again = [text('new'), ...shuffled.reverse()];
    assert.deepEqual(testBed.filled(again), { ...everyValue, both: ['out', 'in'] });
  });

  it('is not filled in with an answer that is not valid any more', () => {
    testBed.ask([text('city'), text('wind')]).remember({ city: 'Oslo', wind: 'W' }, []);
    const narrower = [text('city', { maxLength: 3 }), text('wind')];
    const asked = testBed.ask(narrower);
    assert.deepEqual(testBed.filled(narrower), { wind: 'W' });
    assert.deepEqual(asked.inputs[0], { kind: 'text', text: '', touched: false });
    testBed.ask([{ kind: 'number', name: 'count', integer: true, ...base }]).remember({ count: 40 }, []);
    assert.deepEqual(testBed.filled([{ kind: 'number', name: 'count', integer: true, maximum: 12, ...base }]), {});
  });

  it('has the default only if nothing is remembered', () => {
    const fields = [text('city', { default: 'Rome' }), text('wind', { default: 'E' })];
    testBed.ask(fields).remember({ city: 'Oslo' }, []);
    const { inputs, marks } = testBed.ask(fields);
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
    testBed.ask([text('city')]).remember({ city: 'Oslo' }, []);
    assert.deepEqual(testBed.ask([text('city')], {}, false).marks, []);
  });

  it('forgets the older answer of a field that is empty or too long', () => {
    const fields = [text('city'), text('wind'), text('note')];
    testBed.ask(fields).remember({ city: 'Oslo', wind: 'W', note: 'x' }, []);
    testBed.ask(fields).remember({ wind: 'E', note: 'x'.repeat(maxRememberedLength - 1) }, []);
    assert.deepEqual(testBed.filled(fields), { wind: 'E' });
  });

  it('can forget an answer and undo that', () => {
    const fields = [text('city', { default: 'Rome' })];
    testBed.ask(fields).remember({ city: 'Oslo' }, []);
    const asked = testBed.ask(fields);
    const [beginning] = asked.inputs;
    asked.forget(0);
    assert.equal(asked.marks[0]?.forgotten, true);
    assert.deepEqual(asked.inputs, [{ kind: 'text', text: 'Rome', touched: false }]);
    assert.deepEqual(testBed.filled(fields), {});
    asked.restore(0);
    assert.equal(asked.marks[0]?.forgotten, false);
    assert.deepEqual(asked.inputs, [beginning]);
    assert.deepEqual(testBed.filled(fields), { city: 'Oslo' });
  });

  it('forgets no answer with which it was not filled in', () => {
    const fields = [text('city')];
    const asked = testBed.ask(fields);
    testBed.ask(fields).remember({ city: 'Oslo' }, []);
    for (const field of [0, 1, 1e9]) {
      asked.forget(field);
      asked.restore(field);
    }
    assert.deepEqual(testBed.filled(fields), { city: 'Oslo' });
  });

  it('works with properties of any name', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];
    const fields = names.map((name) => text(name));
    const content = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
    testBed.ask(fields).remember(content, []);
    assert.deepEqual(Object.entries(testBed.filled(fields)), Object.entries(content));
    assert.equal(Object.hasOwn(Object.prototype, 'of __proto__'), false);
    assert.deepEqual(testBed.filled([text('valueOf')]), {});
  });

  it('is offered unless every field asks for a secret', () => {
    assert.equal(testBed.ask([text('city')]).isOffered, true);
    assert.equal(testBed.ask([text('city'), text('password')]).isOffered, true);
    assert.equal(testBed.ask([text('password')]).isOffered, false);
    assert.equal(testBed.ask([]).isOffered, false);
  });
});
