import assert from 'node:assert/strict';
import { readServers } from '#core/configuration/serverEntries.ts';

const user = { kind: 'user' } as const;

/** A raw entry, the wrong key, and the message and the remedy of the problem. */
type Row = [entry: unknown, key: string, message: RegExp, remedy: RegExp];

const rows: Row[] = [
  ['npx', '', /must be an object, but it is text/, /"command"/],
  [['npx'], '', /a list/, /"command"/],
  [null, '', /null/, /"command"/],
  [{}, '', /neither command nor url/, /Add one/],
  [{ command: 'x', url: 'http://h/' }, '', /both command and url/, /Keep one/],
  [{ type: 'stdio', command: 'x', url: 'http://h/' }, 'url', /"stdio" cannot have url/, /Remove url/],
  [{ type: 'http', command: 'x', url: 'http://h/' }, 'command', /"http" cannot have command/, /Remove command/],
  [{ type: 'stdio' }, 'command', /needs command/, /Add command/],
  [{ type: 'stdio', url: 'http://h/' }, 'command', /needs command/, /set type to "http"/],
  [{ type: 'sse', command: 'x' }, 'url', /needs url/, /set type to "stdio"/],
  [{ type: 'streamable-http', url: 'http://h/' }, 'type', /not a known type/, /^Use "http"\.$/],
  [{ type: 'streamableHttp', url: 'http://h/' }, 'type', /not a known type/, /^Use "http"\.$/],
  [{ type: 'HTTP', url: 'http://h/' }, 'type', /not a known type/, /^Use "http"\.$/],
  [{ type: 'local', command: 'x' }, 'type', /not a known type/, /^Use "stdio"\.$/],
  [{ type: 'remote', command: 'x' }, 'type', /not a known type/, /^Use "stdio"\.$/],
  [{ type: 'websocket', url: 'http://h/' }, 'type', /"websocket"/, /"stdio", "http" or "sse"/],
  [{ type: 7, command: 'x' }, 'type', /it is a number/, /Correct it/],
  [
    { cmd: 'x', arguments: [], environment: {} },
    '',
    /neither/,
    /^Rename cmd to command\. Rename arguments to args\. Rename environment to env\.$/,
  ],
  [
    { type: 'stdio', cmd: 'x', arguments: [] },
    'command',
    /needs command/,
    /^Rename cmd to command\. Rename arguments to args\.$/,
  ],
  [{ serverUrl: 'http://h/' }, '', /neither/, /^Rename serverUrl to url\.$/],
  [{ Command: 'x' }, '', /neither/, /^Rename Command to command\.$/],
  [{ command: '' }, 'command', /empty/, /Name the program/],
  [{ command: '  ' }, 'command', /empty/, /Name the program/],
  [{ command: ['npx', '-y'] }, 'command', /a list/, /the rest into args/],
  [{ command: 5 }, 'command', /a number/, /in quotes/],
  [{ command: 'x', args: '-y' }, 'args', /a list of text, but it is text/, /Write a list/],
  [{ command: 'x', args: null }, 'args', /null/, /Write a list/],
  [{ command: 'x', args: ['-p', 8080] }, 'args[1]', /args\[1\] must be text, but it is a number/, /quotes: "8080"/],
  [{ command: 'x', args: [true] }, 'args[0]', /but it is true or false/, /quotes: "true"/],
  [{ command: 'x', args: [{}] }, 'args[0]', /an object/, /in quotes/],
  [{ command: 'x', env: ['A=1'] }, 'env', /an object, but it is a list/, /"NAME": "value"/],
  [{ command: 'x', env: { DEBUG: true } }, 'env.DEBUG', /text, a number or null/, /quotes: "true"/],
  [{ command: 'x', env: { A: {} } }, 'env.A', /it is an object/, /in quotes/],
  [{ command: 'x', env: { 'A=B': 'c' } }, 'env.A=B', /equals sign/, /Correct the name/],
  [{ command: 'x', envFile: 1 }, 'envFile', /a number/, /in quotes/],
  [{ command: 'x', cwd: null }, 'cwd', /null/, /in quotes/],
  [{ url: 7 }, 'url', /a number/, /in quotes/],
  [{ url: '' }, 'url', /empty/, /whole URL/],
  [{ url: 'example.com/mcp' }, 'url', /not a URL/, /https:\/\/example.com\/mcp/],
  [{ url: 'localhost:3000/mcp' }, 'url', /does not start with http/, /http:\/\/localhost:3000/],
  [{ url: 'ftp://h/mcp' }, 'url', /does not start with http/, /whole URL/],
  [{ url: 'javascript:alert(1)' }, 'url', /does not start with http/, /whole URL/],
  [{ url: `ws://\${env:HOST}/` }, 'url', /does not start with http/, /whole URL/],
  [{ url: 'https://me:pw@h/mcp' }, 'url', /user name or a password/, /Authorization/],
  [{ url: 'http://h/', headers: 'X: 1' }, 'headers', /an object/, /"Name": "value"/],
  [{ url: 'http://h/', headers: { 'X-N': 1 } }, 'headers.X-N', /a number/, /quotes: "1"/],
  [{ url: 'http://h/', headers: { 'X N': '1' } }, 'headers.X N', /not the name of a header/, /letters, digits/],
  [{ url: 'http://h/', headers: { A: 'b\r\nC: d' } }, 'headers.A', /line break/, /one line/],
  [{ command: 'x', enabled: 'no' }, 'enabled', /true or false/, /without quotes/],
  [{ command: 'x', roots: 'no' }, 'roots', /true or false/, /without quotes/],
  [{ command: 'x', elicitation: false }, 'elicitation', /an object/, /"form"/],
  [{ command: 'x', elicitation: { form: 1 } }, 'elicitation.form', /true or false/, /without quotes/],
  [{ command: 'x', rateLimit: 5 }, 'rateLimit', /an object/, /requestsPerMinute/],
  [{ command: 'x', rateLimit: { maxPending: 0 } }, 'rateLimit.maxPending', /at least 1/, /such as 10/],
  [{ command: 'x', rateLimit: { requestsPerMinute: '9' } }, 'rateLimit.requestsPerMinute', /whole number/, /quotes/],
];

describe('a wrong entry', () => {
  for (const [entry, key, message, remedy] of rows) {
    it(`is omitted and reported with a remedy: ${JSON.stringify(entry)}`, () => {
      const { definitions, problems } = readServers({ files: entry }, user);
      assert.deepEqual(definitions, []);
      assert.equal(problems.length, 1);
      assert.equal(problems[0]?.server, 'files');
      assert.equal(problems[0].key, key);
      assert.match(problems[0].message, message);
      assert.match(problems[0].remedy, remedy);
    });
  }

  it('has one problem for each wrong key', () => {
    const { problems } = readServers({ files: { command: '', args: [1, 'a', 2], env: { A: [] }, enabled: 0 } }, user);
    assert.deepEqual(
      problems.map(({ key }) => key),
      ['enabled', 'command', 'args[0]', 'args[2]', 'env.A'],
    );
  });

  for (const raw of [null, [], 'x', 5]) {
    it(`is one problem if the whole setting is ${JSON.stringify(raw)}`, () => {
      const { definitions, problems } = readServers(raw, user);
      assert.deepEqual(definitions, []);
      assert.equal(problems.length, 1);
      assert.equal(problems[0]?.server, '');
    });
  }
});

describe('a server name', () => {
  const refused: [string, string, RegExp][] = [
    ['empty', '', /empty/],
    ['blank', '  ', /empty/],
    ['without a visible character', '\u2800', /empty/],
    ['with a line break', 'a\nb', /control character/],
    ['with a direction override', 'a\u202eb', /control character/],
    ['with an invisible character', 'git\u200bhub', /control character/],
    ['too long', 'n'.repeat(101), /101 characters/],
  ];
  for (const [what, name, message] of refused) {
    it(`is refused if it is ${what}`, () => {
      const { definitions, problems } = readServers({ [name]: { command: 'x' } }, user);
      assert.deepEqual(definitions, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });
  }

  it('is shown with escapes for its unprintable characters', () => {
    const [problem] = readServers({ 'a\u202eb\n': { command: 'x' } }, user).problems;
    assert.equal(problem?.server, 'a[U+202E]b[U+000A]');
  });

  for (const name of ['Wetter für Köln', '天気', '👩‍👧 home', 'n'.repeat(100), 'constructor']) {
    it(`may be ${name}`, () => {
      assert.equal(readServers({ [name]: { command: 'x' } }, user).definitions[0]?.name, name);
    });
  }
});
