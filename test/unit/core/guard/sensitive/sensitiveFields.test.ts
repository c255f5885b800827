import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { SensitiveKind } from '#core/guard/sensitive/sensitiveKinds.ts';
import { formWithField, readRows, scoreRows } from '#scripts/sensitive.ts';
import { formWith, kindOf } from './sensitiveForms.ts';

describe('the name of a field', () => {
  const named: readonly (readonly [string, SensitiveKind])[] = [
    ['password', 'password'],
    ['userPassword', 'password'],
    ['db_passwd', 'password'],
    ['PG_PWD1', 'password'],
    ['wifi-pwd', 'password'],
    ['smtp_pass', 'password'],
    ['apiKey', 'apiKey'],
    ['APIKey', 'apiKey'],
    ['OPENAI_API_KEY', 'apiKey'],
    ['x-api-key', 'apiKey'],
    ['clientsecret', 'apiKey'],
    ['APOLLO_KEY', 'apiKey'],
    ['githubtoken', 'token'],
    ['GITHUB_PERSONAL_ACCESS_TOKEN', 'token'],
    ['jwt', 'token'],
    ['ssh_private_key', 'privateKey'],
    ['cardnumber', 'cardNumber'],
    ['ccNumber', 'cardNumber'],
    ['cvv2', 'cardCode'],
    ['otp', 'oneTimeCode'],
    ['mfaCode', 'oneTimeCode'],
    ['seedPhrase', 'recoveryPhrase'],
    ['pin', 'pin'],
    ['connectionString', 'connectionString'],
  ];
  for (const [name, kind] of named) {
    it(`asks for a secret of the kind ${kind}: ${name}`, () => assert.equal(kindOf(name), kind));
  }

  const harmless = `token_count maxTokens nextToken page-token passport passwordPolicy password_length keyboard keywords primaryKey
    sortKey issueKey public_key key keyId aws_access_key_id secretName SECRET_ARN tokenUrl apiKeyPath ssl_keyfile pinCount pinned
    countryCode zipCode code statusCode author authorize compass passenger bypass tokenizer secretary cardTitle cc spin opinion`;
  for (const name of harmless.split(/\s+/)) {
    it(`asks for no secret: ${name}`, () => assert.equal(kindOf(name), undefined));
  }
});

describe('the type and the rules of a field', () => {
  it('ask for a one-time code if a code has four to eight digits and is not a postal code', () => {
    assert.equal(kindOf('code', { pattern: '^\\d{6}$' }), 'oneTimeCode');
    assert.equal(kindOf('code', { pattern: '[0-9]{4,8}' }), 'oneTimeCode');
    assert.equal(kindOf('code', { type: 'integer', minimum: 100000, maximum: 999999 }), 'oneTimeCode');
    assert.equal(kindOf('code', { pattern: '^\\d{3}$' }), undefined);
    assert.equal(kindOf('code', { pattern: '^\\d{12}$' }), undefined);
    assert.equal(kindOf('code', { title: 'Postal code', pattern: '^\\d{6}$' }), undefined);
    assert.equal(kindOf('pincode', { description: 'Postal code in India', pattern: '^\\d{6}$' }), undefined);
  });

  it('ask for a key if a pattern or a description has its prefix', () => {
    assert.equal(kindOf('x', { pattern: '^ghp_[A-Za-z0-9]{36}$' }), 'token');
    assert.equal(kindOf('x', { description: 'It starts with sk-' }), 'apiKey');
    assert.equal(kindOf('x', { description: 'For example xoxb-...' }), 'token');
    assert.equal(kindOf('x', { description: 'A locale such as sk-SK' }), undefined);
    assert.equal(kindOf('x', { description: 'risk-free' }), undefined);
  });

  it('ask for no secret if they are a boolean, a choice, an e-mail address or a date', () => {
    assert.equal(kindOf('resetPassword', { type: 'boolean', title: 'Reset password?' }), undefined);
    assert.equal(kindOf('auth', { title: 'Password or token', enum: ['password', 'token'] }), undefined);
    assert.equal(kindOf('passwordChanged', { title: 'Password', format: 'date' }), undefined);
    assert.equal(kindOf('value', { format: 'email' }, 'Enter your password'), undefined);
  });

  it('ask for a secret if they are a choice of single characters', () => {
    const digits = [...'0123456789'];
    assert.equal(kindOf('first', { title: 'First digit of your PIN', enum: digits }), 'pin');
    assert.equal(kindOf('rating', { title: 'Rating', enum: digits }), undefined);
    assert.equal(kindOf('pin', { title: 'PIN', enum: ['yes', 'no'] }), undefined);
  });

  it('ask for no token if they are a number', () => {
    assert.equal(kindOf('token', { type: 'integer' }), undefined);
    assert.equal(kindOf('cvc', { type: 'integer' }), 'cardCode');
  });
});

describe('the title and the description of a field', () => {
  it('ask for the subject of the title, not for other words in it', () => {
    assert.equal(kindOf('x', 'Password for the database'), 'password');
    assert.equal(kindOf('x', 'Password (at least 8 characters)'), 'password');
    assert.equal(kindOf('x', 'Username and password'), 'password');
    assert.equal(kindOf('x', 'First two digits of your card password'), 'password');
    assert.equal(kindOf('x', 'Name of the API key'), undefined);
    assert.equal(kindOf('x', 'Path to the private key'), undefined);
    assert.equal(kindOf('x', 'API key rotation interval'), undefined);
    assert.equal(kindOf('x', 'Characters that a password may contain'), undefined);
    assert.equal(kindOf('x', 'How many users forgot their password?'), undefined);
  });

  it('ask for the subject of the first clause, and for what any later sentence requests', () => {
    assert.equal(kindOf('x', { description: 'Optional: API key of the weather service' }), 'apiKey');
    assert.equal(kindOf('x', { description: 'A comment. Please include your password.' }), 'password');
    assert.equal(kindOf('x', { description: 'The region. The deployment uses the API key of the vault.' }), undefined);
    assert.equal(kindOf('x', { description: 'Do not enter passwords here.' }), undefined);
    assert.equal(kindOf('x', { description: 'Do not hesitate to enter your password here.' }), 'password');
    assert.equal(kindOf('kms_key_id', { description: 'An optional encryption key' }), undefined);
    assert.equal(kindOf('id', { description: 'Your API key' }), 'apiKey');
  });

  it('distinguish access tokens from other tokens', () => {
    assert.equal(
      kindOf('token', { description: 'You can get one from the developer portal, on the next page' }),
      'token',
    );
    assert.equal(kindOf('token', { description: 'ERC20 contract to swap' }), undefined);
    assert.equal(kindOf('next_token', { description: 'Token for the next page of results' }), undefined);
    assert.equal(kindOf('marker', { description: 'Token for pagination' }), undefined);
  });
});

describe('the reason why a field is sensitive', () => {
  it('names the part of the field and the kind of secret', () => {
    const form = formWith({ apiKey: {}, x: 'Card number', y: { description: 'Your password' } });
    assert.deepEqual(sensitiveFields(form, ''), [
      {
        field: 0,
        kind: 'apiKey',
        reason: 'The name of this field asks for an API key or another secret key.',
        source: 'name',
      },
      {
        field: 1,
        kind: 'cardNumber',
        reason: 'The title of this field asks for the number of a payment card.',
        source: 'title',
      },
      {
        field: 2,
        kind: 'password',
        reason: 'The description of this field asks for a password.',
        source: 'description',
      },
    ]);
    assert.equal(
      sensitiveFields(formWith({ value: {} }), 'Enter your password')[0]?.reason,
      'The message of the server asks for a password.',
    );
  });
});

describe('the labelled list of fields', () => {
  const rows = readRows();

  it('is large, has many harmless rows and many languages, and each row can be read as a form', () => {
    assert.ok(rows.length >= 300);
    assert.ok(rows.filter(({ label }) => label === 'harmless').length >= 0.4 * rows.length);
    assert.ok(rows.filter(({ label, source }) => label === 'harmless' && source === 'made').length >= 80);
    assert.ok(new Set(rows.map(({ lang }) => lang)).size >= 12);
    assert.ok(rows.every((row) => formWithField(row).fields.length === 1));
  });

  it('is classified with the documented precision and recall', () => {
    const tuneScore = scoreRows(rows.filter(({ split }) => split === 'tune'));
    const heldOutScore = scoreRows(rows.filter(({ split }) => split === 'held'));
    assert.ok(
      tuneScore.precision >= 0.99 && tuneScore.recall >= 0.98,
      `tuned on: ${tuneScore.precision}, ${tuneScore.recall}`,
    );
    assert.ok(
      heldOutScore.precision >= 0.975 && heldOutScore.recall >= 0.965,
      `held out: ${heldOutScore.precision}, ${heldOutScore.recall}`,
    );
  });
});
