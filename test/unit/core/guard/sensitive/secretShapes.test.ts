import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasLuhnChecksum } from '#core/guard/sensitive/cardNumbers.ts';
import { secretIn } from '#core/guard/sensitive/secretShapes.ts';
import type { SensitiveKind } from '#core/guard/sensitive/sensitiveKinds.ts';

/** Letters and digits for the place of a secret. They are composed here, so that no file contains the shape of a secret. */
function filling(length: number, characters = 'aB3dE6gH9jKmN2pQ5sT8vWxYz'): string {
  return characters.repeat(Math.ceil(length / characters.length)).slice(0, length);
}
const hex = (length: number) => filling(length, '0a1b2c3d4e5f6789');
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: '1234567890' })}.${filling(43)}`;

const keys: readonly (readonly [string, SensitiveKind])[] = [
  [`ghp_${filling(36)}`, 'token'],
  [`gho_${filling(36)}`, 'token'],
  [`github_pat_${filling(22)}_${filling(59)}`, 'token'],
  [`glpat-${filling(20)}`, 'token'],
  [`xoxb-${filling(11, '0123456789')}-${filling(24)}`, 'token'],
  [`sk-ant-api03-${filling(80)}`, 'apiKey'],
  [`sk-proj-${filling(60)}`, 'apiKey'],
  [`sk-${filling(48)}`, 'apiKey'],
  [`sk_live_${filling(24)}`, 'apiKey'],
  [`rk_live_${filling(24)}`, 'apiKey'],
  [`AKIA${filling(16, 'ABCDEFGHIJ234567')}`, 'apiKey'],
  [`ASIA${filling(16, 'ABCDEFGHIJ234567')}`, 'apiKey'],
  [`AIza${filling(35)}`, 'apiKey'],
  [`npm_${filling(36)}`, 'token'],
  [`pypi-AgEIcHlwaS5vcmc${filling(40)}`, 'token'],
  [`hf_${filling(34)}`, 'token'],
  [`SG.${filling(22)}.${filling(43)}`, 'apiKey'],
  [`dop_v1_${hex(64)}`, 'token'],
  [`shpat_${hex(32)}`, 'token'],
  [`hvs.${filling(30)}`, 'token'],
  [`12345678:AA${filling(33)}`, 'token'],
  [jwt, 'token'],
  [`Authorization: Bearer ${filling(20)}`, 'token'],
  [`{"authorization": "Basic ${filling(16)}"}`, 'token'],
  [`Bearer ${filling(30)}`, 'token'],
  [`https://hooks.slack.com/services/T${filling(8)}/B${filling(8)}/${filling(24)}`, 'token'],
  [`aws_secret_access_key = ${filling(40)}`, 'apiKey'],
  ['-----BEGIN PRIVATE KEY-----', 'privateKey'],
  ['-----BEGIN RSA PRIVATE KEY-----', 'privateKey'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl', 'privateKey'],
  ['-----BEGIN PGP PRIVATE KEY BLOCK-----', 'privateKey'],
  ['{"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIE"}', 'privateKey'],
  [`AGE-SECRET-KEY-1${filling(58, 'QPZRY9X8GF2TVDW0')}`, 'privateKey'],
  ['postgres://app:hunter2@db.example.com/app', 'connectionString'],
  ['https://user:p%40ss@example.com/', 'connectionString'],
  [`DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${filling(86)}==`, 'connectionString'],
];

const cards: readonly string[] = [
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '5555 5555 5555 4444',
  '2223003122003222',
  '378282246310005',
  '3782 822463 10005',
  '6011111111111117',
  '3056 930902 5904',
  '3566002020360505',
  '6200000000000005',
  '4222 222 222 222',
  'My card is 4242 4242 4242 4242, thanks',
  '4242424242424242 12/27 123',
  'card:4242424242424242',
];

const harmless: readonly string[] = [
  '',
  'hello',
  '550e8400-e29b-41d4-a716-446655440000',
  hex(40),
  hex(64),
  filling(64),
  'order 4242424242424241',
  '1234567890123456',
  '0000 0000 0000 0000',
  '4444444444444444',
  '+49 1512 3456789',
  '4915112345678',
  '(555) 123-4567',
  '1700000000000',
  '978-3-16-148410-0',
  '4006381333931',
  '3.14159265358979',
  '192.168.100.100',
  'DE89 3704 0044 0532 0130 00',
  'DE89370400440532013000',
  'GB29 NWBK 6016 1331 9268 19',
  'FR76 3000 6000 0112 3456 7890 189',
  'AT61 1904 3002 3457 3201',
  'A4242424242424242',
  '4242424242424242a',
  '14242424242424242',
  'ghp_short',
  `xghp_${filling(36)}`,
  'sk-learn-language-model-for-everything',
  'sk-slovak-slovakia-translation',
  'AKIA is a prefix',
  'eyJhbGciOiJIUzI1NiJ9',
  `${base64url({ hello: 'world' })}.${filling(20)}.${filling(20)}`,
  `${filling(20)}.${filling(20)}.${filling(20)}`,
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@example.com',
  '-----BEGIN PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----',
  'https://example.com/path?user=a:b@c',
  'https://example.com/@user:name',
  'postgres://app@db.example.com/app',
  'postgres://user:<password>@host/db',
  `postgres://user:\${PASSWORD}@host/db`,
  'Authorization: Bearer <token>',
  'Bearer of bad news',
  'git@github.com:owner/repository.git',
];

describe('secretIn', () => {
  for (const [text, kind] of keys) {
    it(`finds ${text.slice(0, 14)}… (${kind})`, () => {
      assert.equal(secretIn(text)?.kind, kind);
      assert.equal(secretIn(`Here it is:\n  ${text}\nThanks.`)?.kind, kind);
    });
  }

  for (const text of cards) {
    it(`finds a card number: ${text}`, () => assert.equal(secretIn(text)?.kind, 'cardNumber'));
  }

  for (const text of harmless) {
    it(`finds no secret: ${text.slice(0, 60)}`, () => assert.equal(secretIn(text), undefined));
  }

  it('finds a token after many words that begin like a token', () => {
    assert.equal(secretIn(`${'eyJaaaaaaaa.aa.x '.repeat(200)}${jwt}`)?.kind, 'token');
    assert.equal(secretIn('eyJaaaaaaaa.aa.x '.repeat(200)), undefined);
  });

  it('describes the secret without its text', () => {
    const secret = `ghp_${filling(36)}`;
    assert.deepEqual(secretIn(secret), { kind: 'token', looksLike: 'an access token of GitHub' });
  });

  it('finds no card number with one changed digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (position, change) => {
        const digits = [...'4242424242424242'].map(Number);
        const changed = digits.map((digit, index) => (index === position ? (digit + change) % 10 : digit)).join('');
        assert.equal(hasLuhnChecksum(changed), false);
        assert.equal(secretIn(changed), undefined);
      }),
    );
  });

  it('finds no secret in UUIDs and in numbers with a plus, and never throws', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1e9, max: 1e12 }),
        (uuid, text, number) => {
          assert.equal(secretIn(uuid), undefined);
          assert.equal(secretIn(`+${number}`), undefined);
          secretIn(text);
        },
      ),
    );
  });

  it('takes linear time', () => {
    const timeOf = (text: string) => {
      const times = [1, 2, 3].map(() => {
        const before = process.cpuUsage();
        secretIn(text);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      });
      return Math.min(...times);
    };
    const pieces = [
      'a',
      '1',
      '1 ',
      '4241 ',
      'eyJ',
      'eyJaaaaaaaaa.',
      'eyJhbGciOiJIUzI1 ',
      '://',
      'a://b:',
      'sk-',
      'sk- ',
      'ghp_a ',
      '-----BEGIN A ',
      'authorization: ',
      'bearer ',
      '123456789:',
      'lorem ipsum ',
      'AB12 ',
      '\u00a01',
    ];
    for (const piece of pieces) {
      const [short = 0, long = 0] = [250_000, 1_000_000].map((size) => timeOf(piece.repeat(size / piece.length)));
      assert.ok(long < 12 * short + 60, `${JSON.stringify(piece)}: ${short} ms, ${long} ms`);
    }
  }).timeout(60_000);
});
