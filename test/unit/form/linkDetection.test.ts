import assert from 'node:assert/strict';
import { containsLink } from '#form/linkDetection.ts';
import type { Field } from '#form/model.ts';

const addresses = [
  'Open https://example.com/pay to go on',
  'HTTP://EXAMPLE.COM',
  'https:/example.com',
  'see www.example.com',
  'Visit (example.com/login) first',
  'bit.ly/2abc',
  'Go to example.com.',
  'münchen.example.org',
  'ht\u200Btps://example.com',
  'first line\nexample.net\nlast line',
  'localhost is fine but ftp://files.example is an address',
];

const others = [
  '',
  'Your name',
  'Edit src/index.ts and README.md',
  'and/or',
  'e.g. a name, i.e. yours',
  'Version 1.2.3 of Node.js',
  'somebody@example.com',
  'Ends at 12:30.',
  'C:\\Users\\me',
  'A ratio of 1:2/3',
  'https',
];

const form = (...fields: Field[]) => ({ fields });
const base = { name: 'a', label: 'A', required: false };
const text: Field = { kind: 'text', ...base };

describe('a URL in a form', () => {
  for (const message of addresses) {
    it(`is detected in ${JSON.stringify(message)}`, () => assert.equal(containsLink(form(), message), true));
  }
  for (const message of others) {
    it(`is not detected in ${JSON.stringify(message)}`, () => assert.equal(containsLink(form(), message), false));
  }

  it('is detected in a title, a description and an option', () => {
    const address = 'https://example.com';
    assert.equal(containsLink(form({ ...text, label: address }), ''), true);
    assert.equal(containsLink(form({ ...text, description: address }), ''), true);
    const choice = (label: string, description?: string): Field => ({
      kind: 'choice',
      ...base,
      options: [{ value: 'x', label, ...(description !== undefined && { description }) }],
    });
    assert.equal(containsLink(form(choice('X', address)), ''), true);
    assert.equal(containsLink(form(choice(address)), ''), true);
    assert.equal(containsLink(form(choice('X')), ''), false);
  });

  it('is detected in linear time in any text', () => {
    for (const unit of ['a.', 'a-', 'www.', ' a.b', 'https:', '\u200B']) {
      containsLink(form(), unit.repeat(500_000));
    }
  });
});
