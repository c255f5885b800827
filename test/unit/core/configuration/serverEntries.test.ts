import assert from 'node:assert/strict';
import { readServers } from '#core/configuration/serverEntries.ts';

const user = { kind: 'user' } as const;
const on = { enabled: true, elicitation: { form: true, url: true } };

/** Reads one raw entry, which must have no problem. */
function read(raw: unknown) {
  const { definitions, problems } = readServers({ files: raw }, user);
  assert.deepEqual(problems, []);
  return definitions[0]?.entry;
}

describe('readServers', () => {
  const stdio = { type: 'stdio', command: 'npx', args: [], env: {}, ...on };
  const http = { type: 'http', url: 'https://example.com/mcp', headers: {}, ...on };
  const good: [string, unknown, unknown][] = [
    ['a command alone', { command: 'npx' }, stdio],
    ['a url alone', { url: 'https://example.com/mcp' }, http],
    ['type sse', { type: 'sse', url: 'https://example.com/mcp' }, { ...http, type: 'sse' }],
    [
      'every key of a stdio server',
      { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: 'a', B: 2, C: null }, envFile: '.env', cwd: 'src' },
      { ...stdio, args: ['-y', 'x'], env: { A: 'a', B: 2, C: null }, envFile: '.env', cwd: 'src' },
    ],
    ['headers', { url: 'https://example.com/mcp', headers: { 'X-Key': 'k' } }, { ...http, headers: { 'X-Key': 'k' } }],
    ['a disabled entry', { command: 'npx', enabled: false }, { ...stdio, enabled: false }],
    [
      'one elicitation mode switched off',
      { command: 'npx', elicitation: { url: false } },
      { ...stdio, elicitation: { form: true, url: false } },
    ],
    ['roots switched off', { command: 'npx', roots: false }, { ...stdio, roots: false }],
    ['roots switched on', { command: 'npx', roots: true }, stdio],
    ['a rate limit', { command: 'npx', rateLimit: { maxPending: 1 } }, { ...stdio, rateLimit: { maxPending: 1 } }],
    [
      'an entry with keys that only VS Code supports, and with unknown keys',
      {
        command: 'npx',
        dev: { watch: '*' },
        sandboxEnabled: true,
        sandbox: {},
        gallery: true,
        version: 1,
        cmd: 0,
        x: [],
      },
      stdio,
    ],
    ['an HTTP entry with keys of a stdio server', { url: 'https://example.com/mcp', args: 7 }, http],
    ['a url that is a variable', { url: `\${input:url}` }, { ...http, url: `\${input:url}` }],
    [
      'a url with variables in it',
      { url: `https://\${env:HOST}:\${env:PORT}/mcp` },
      { ...http, url: `https://\${env:HOST}:\${env:PORT}/mcp` },
    ],
  ];
  for (const [what, raw, expected] of good) {
    it(`reads ${what}`, () => {
      assert.deepEqual(read(raw), expected);
    });
  }

  it('gives each server its scope, its name and a unique id', () => {
    const folder = { kind: 'folder', name: 'app', path: '/projects/app' } as const;
    const { definitions } = readServers({ a: { command: 'x' }, 'b c': { command: 'y' } }, folder);
    assert.deepEqual(
      definitions.map(({ id, name, scope }) => ({ id, name, scope })),
      [
        { id: 'folder:/projects/app:a', name: 'a', scope: folder },
        { id: 'folder:/projects/app:b c', name: 'b c', scope: folder },
      ],
    );
  });

  it('reads the other entries if one is invalid', () => {
    const { definitions, problems } = readServers({ a: { command: 'x' }, bad: {}, c: { command: 'y' } }, user);
    assert.deepEqual(
      definitions.map(({ name }) => name),
      ['a', 'c'],
    );
    assert.deepEqual(
      problems.map(({ server }) => server),
      ['bad'],
    );
  });

  it('returns no servers and no problems if the setting is not set', () => {
    assert.deepEqual(readServers(undefined, user), { definitions: [], problems: [] });
  });

  it('accepts __proto__ as the name of a server and of a variable, and ignores it as a key of an entry', () => {
    const raw = JSON.parse(
      '{"__proto__": {"command": "x", "env": {"__proto__": "1"}}, "b": {"__proto__": {"command": "y"}}}',
    );
    const { definitions, problems } = readServers(raw, user);
    const [definition] = definitions;
    assert.equal(definitions.length, 1);
    assert.equal(definition?.name, '__proto__');
    assert.ok(definition?.entry.type === 'stdio');
    assert.deepEqual(Object.entries(definition.entry.env), [['__proto__', '1']]);
    assert.deepEqual(
      problems.map(({ server, key }) => [server, key]),
      [['b', '']],
    );
  });

  it('reports a hundred thousand invalid arguments', () => {
    const { problems } = readServers({ a: { command: 'x', args: new Array(100_000).fill(1) } }, user);
    assert.equal(problems.length, 100_000);
  });
});
