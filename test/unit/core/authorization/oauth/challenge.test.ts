import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, describe, it } from 'mocha';
import { readAuthorizationChallenge } from '#core/authorization/oauth/challenge.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';

const url = 'https://mcp.example/.well-known/oauth-protected-resource';

function read(field: string, status = 401) {
  const challenge = readAuthorizationChallenge(new Response(null, { status, headers: { 'WWW-Authenticate': field } }));
  return challenge && { ...challenge, metadataUrl: challenge.metadataUrl?.href };
}

describe('a WWW-Authenticate challenge', () => {
  for (const [what, field] of [
    ['alone', `Bearer resource_metadata="${url}", scope="read write"`],
    ['after another scheme', `Basic realm="x", Bearer resource_metadata="${url}", scope="read write"`],
    ['after a scheme without parameters', `Negotiate, Bearer resource_metadata="${url}", scope="read write"`],
    ['after a scheme with a token', `Negotiate YII=, Bearer resource_metadata="${url}", scope="read write"`],
    ['before another scheme', `Bearer resource_metadata="${url}", scope="read write", Basic scope="evil"`],
    ['with spaces', `Bearer   resource_metadata = "${url}" ,,\tscope= "read write"`],
    ['in capitals', `BEARER Resource_Metadata="${url}", SCOPE="read write"`],
    ['with escapes', `Bearer resource_metadata="${url}", scope="re\\ad wri\\te"`],
    [
      'with values that look like parameters',
      `Bearer realm="a scope=evil, Bearer scope=evil", resource_metadata="${url}", scope="read write"`,
    ],
    [
      'with an escaped quote in another value',
      `Bearer realm="a\\", scope=\\"evil", resource_metadata="${url}", scope="read write"`,
    ],
    ['without quotes and commas', `Bearer resource_metadata=${url} scope="read write"`],
    ['in two parts', `Bearer scope="read write", Bearer resource_metadata="${url}"`],
    [
      'with other parameters whose names end in the same words',
      `Bearer x_scope="evil", scope="read write", x-resource_metadata="${url}/evil", resource_metadata="${url}"`,
    ],
  ] as const) {
    it(`is read correctly: ${what}`, () => {
      assert.deepEqual(read(field), {
        demands: 'signIn',
        scopes: ['read', 'write'],
        metadataUrl: url,
        mentionsDpop: false,
      });
    });
  }

  it('demands more scopes, also after a challenge of another scheme', () => {
    const demand = read('Basic realm="x", Bearer error="insufficient_scope", scope="write"', 403);
    assert.deepEqual([demand?.demands, demand?.scopes], ['scopes', ['write']]);
  });

  it('does not demand more scopes because of another scheme or of text in a value', () => {
    assert.equal(read('Basic error="insufficient_scope", Bearer realm="x"', 403), undefined);
    assert.equal(read('Bearer realm="x error=insufficient_scope"', 403), undefined);
  });

  it('mentions DPoP by its scheme and not by text in a value', () => {
    assert.equal(read('Bearer realm="x", DPoP algs="ES256"')?.mentionsDpop, true);
    assert.equal(read('Bearer realm="x, DPoP algs=y"')?.mentionsDpop, false);
  });

  it('has no malformed scopes', () => {
    assert.deepEqual(read('Bearer scope="read \\"evil\\" \\\\ write"')?.scopes, ['read', 'write']);
  });

  it('with an open quote has no parameters from the text after the quote', () => {
    assert.deepEqual(read('Bearer realm="x, scope=evil')?.scopes, []);
    assert.deepEqual(read('Bearer scope="read", realm="x, Bearer scope=evil')?.scopes, ['read']);
  });

  const name = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/);
  const value = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

  it('has the values that its server wrote, whatever other values and challenges contain', () => {
    const others = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((params) =>
      params
        .filter(([key]) => key !== 'scope')
        .map(([key, text]) => `${key}=${quoted(text)}`)
        .join(', '),
    );
    fc.assert(
      fc.property(others, others, value, fc.boolean(), (before, beside, scope, isFirst) => {
        const bearer = `Bearer ${beside === '' ? '' : `${beside}, `}scope=${quoted(scope)}`;
        const basic = `Basic ${before === '' ? 'realm=x' : before}`;
        const expected = read(`Bearer scope=${quoted(scope)}`)?.scopes;
        assert.deepEqual(read(isFirst ? `${bearer}, ${basic}` : `${basic}, ${bearer}`)?.scopes, expected);
        const written = scope.split(' ').filter((each) => each !== '' && !/["\\]/.test(each));
        assert.deepEqual(expected, [...new Set(written)].slice(0, 100));
      }),
    );
  });

  it('is read in linear time and without an error, whatever a server sends', () => {
    const part = fc.constantFrom(
      '"',
      '\\',
      ',',
      ' ',
      '=',
      'Bearer',
      'scope',
      '\t',
      'a',
      '"\\"',
      '==',
      'DPoP ',
      '/',
      ':',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 2000 }), (parts, times) => {
        const began = performance.now();
        const { scopes = [] } = read(`Bearer ${parts.join('').repeat(times).slice(0, 100_000)}`) ?? {};
        assert.ok(performance.now() - began < 1000);
        assert.ok(scopes.every((scope) => !/[\s"\\]/.test(scope)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a challenge of another scheme before the Bearer challenge', () => {
  let rig: AuthorizationRig;
  afterEach(() => rig.end());

  it('does not prevent a sign-in with the demanded scopes, nor one with more scopes', async () => {
    rig = await AuthorizationRig.start();
    rig.resource.switches.challenges = (usual) => `Basic realm="x", ${usual.replace('/mcp"', '/named"')}`;
    rig.resource.switches.needed = ['write'];
    const server = rig.server();
    await server.start();
    assert.match(rig.resource.described[0] ?? '', /\/named$/);
    assert.equal(textOf(await server.call(tool('write'), { origin: 'user' })), 'write done');
    assert.deepEqual(rig.signInRequests.at(-1)?.scopes, ['read', 'offline_access', 'write']);
  });
});
