import assert from 'node:assert/strict';
import { readElicitation } from '#core/elicitation/elicitationParams.ts';
import { describeElicitation } from '#core/elicitation/exchangeFindings.ts';
import { page, required } from '#test/host/samples.ts';

function findings(params: object, era: 'legacy' | 'modern' = 'legacy'): readonly string[] {
  return describeElicitation(readElicitation(params, { modes: { form: true, url: true }, era }), params);
}

describe('the findings of an exchange', () => {
  it('have a line for each field with its kind and rules', () => {
    const properties = {
      name: { type: 'string', minLength: 2, maxLength: 10, pattern: '^[a-z]+$', default: 'ann' },
      age: { type: 'integer', minimum: 1, maximum: 120 },
      sure: { type: 'boolean', default: false },
      size: { type: 'string', enum: ['S', 'M'], default: 'M' },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, default: ['b'] },
    };
    const requestedSchema = { type: 'object', properties, required: ['name'] };
    assert.deepEqual(findings({ message: 'Hello', requestedSchema }), [
      'Form mode: 5 fields.',
      '"name": text; required; default "ann". 2 to 10 characters. Pattern: ^[a-z]+$.',
      '"age": number; optional. A whole number. 1 to 120.',
      '"sure": yes or no; optional; default false.',
      '"size": one of several; optional; 2 options; default "M".',
      '"tags": any of several; optional; 2 options; default ["b"]. Choose at least 1.',
    ]);
  });

  it('name unknown keywords at each level', () => {
    const requestedSchema = {
      type: 'object',
      properties: { name: { type: 'string', widget: 'password', 'x\u202ey': 1 } },
      'ui:order': [],
    };
    assert.deepEqual(findings({ message: 'Hello', requestedSchema, timeout: 1 }).slice(2), [
      'The schema has what means nothing to this host: "ui:order".',
      'Property "name" has what means nothing to this host: "widget", "xy".',
      'The request has what means nothing to this host: "timeout".',
    ]);
  });

  it('name the destination of a page', () => {
    assert.deepEqual(findings(required('a')), [
      'URL mode: a page on example.com, by https.',
      'Its completion is reported for "a".',
    ]);
    assert.deepEqual(findings({ ...page('a'), url: 'http://localhost:80/x' }, 'modern'), [
      'URL mode: a page on localhost, by http.',
    ]);
    const aboutUrl = [{ code: 'notHttps', severity: 'warning', sentence: 'Not secure.' }] as const;
    const elicitation = readElicitation(page('a'), { modes: { form: true, url: true }, era: 'modern' });
    assert.deepEqual(describeElicitation(elicitation, page('a'), aboutUrl).slice(1), [
      'The user sees (warning, notHttps): Not secure.',
    ]);
  });

  it('mention a web address in the message of a form', () => {
    const requestedSchema = { type: 'object', properties: { paid: { type: 'boolean' } } };
    assert.match(
      findings({ message: 'Pay at https://example.com/', requestedSchema })[1] ?? '',
      /web address.*URL mode/,
    );
  });

  it('are limited in number and length', () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, { type: 'string', odd: 1 }]));
    const lines = findings({ message: 'Many', requestedSchema: { type: 'object', properties } });
    assert.equal(lines.length, 201);
    assert.equal(lines.at(-1), 'And 401 more findings.');
  });
});
