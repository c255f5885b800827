import assert from 'node:assert/strict';
import { lentCommand, type ProxyRuntime, wrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import { type ImportKind, readImportFile } from '#core/configuration/importFile.ts';

const read = (kind: ImportKind, file: unknown) => readImportFile(kind, JSON.stringify(file));

/** Imports one server of another application. Returns its entry and the problems. */
function convert(kind: ImportKind, entry: unknown) {
  const { candidates, problems } = read(kind, { [kind === 'vscode' ? 'servers' : 'mcpServers']: { files: entry } });
  return { entry: candidates[0]?.entry, problems };
}

const windowsRuntime: ProxyRuntime = {
  kind: 'windows',
  program: 'C:\\Code.exe',
  isEditor: true,
  script: 'C:\\me\\.mcp-elicitation\\bin\\proxy.cjs',
};

describe('the import of servers from other applications', () => {
  it("reads VS Code's mcp.json, with comments, trailing commas and the inputs that are used", () => {
    const text = `\ufeff{
      // servers
      "inputs": [
        { "type": "promptString", "id": "key", "description": "API key", "password": true },
        { "type": "promptString", "id": "other", "description": "Other" },
      ],
      "servers": {
        "files": { "type": "stdio", "command": "npx", "args": ["\${workspaceFolder}"], "env": { "KEY": "\${input:key}" }, "dev": {}, },
        "web": { "url": "https://example.com/mcp", "headers": {} },
      },
    }`;
    const { candidates, problems } = readImportFile('vscode', text);
    assert.deepEqual(problems, []);
    assert.deepEqual(candidates, [
      {
        name: 'files',
        entry: { type: 'stdio', command: 'npx', args: [`\${workspaceFolder}`], env: { KEY: `\${input:key}` } },
        inputs: [{ type: 'promptString', id: 'key', description: 'API key', password: true }],
        secrets: [],
      },
      { name: 'web', entry: { type: 'http', url: 'https://example.com/mcp' }, inputs: [], secrets: [] },
    ]);
  });

  for (const [what, runtime] of [
    ['on POSIX', { kind: 'posix' }],
    ['on Windows', windowsRuntime],
  ] as const) {
    it(`reads what is inside of a server that is connected to an agent (${what})`, () => {
      const isEditor = runtime.kind === 'windows';
      const wrapped = {
        client: 'claude',
        server: 'files',
        progressExtends: false,
        ownsVariable: isEditor,
        command: 'npx',
        args: ['-y', `\${A:-b}`],
      };
      const env = { KEY: `\${KEY}`, ...(isEditor && { ELECTRON_RUN_AS_NODE: '1' }) };
      const { entry, problems } = convert('claude-code', {
        type: 'stdio',
        ...wrapCommand(wrapped, runtime),
        env,
        timeout: 5,
      });
      assert.deepEqual(entry, {
        type: 'stdio',
        command: 'npx',
        args: ['-y', `\${env:A}`],
        env: { KEY: `\${env:KEY}` },
      });
      assert.equal(problems.length, 1);
    });
  }

  for (const kind of ['vscode', 'cursor', 'claude-desktop'] as const) {
    it(`reads what is inside of a server of ${kind} that is connected`, () => {
      const own = { command: 'npx', args: ['-y', `\${workspaceFolder}/x`] };
      const wrapped = { client: kind, server: 'files', progressExtends: false, ...own };
      const entry = { type: 'stdio', ...wrapCommand(wrapped, { kind: 'posix' }), cwd: '/work', env: { A: '1' } };
      assert.deepEqual(convert(kind, entry), {
        entry: { type: 'stdio', ...own, env: { A: '1' }, cwd: '/work' },
        problems: [],
      });
    });
  }

  it('leaves out a server of this editor that is lent to the agent, with a remark', () => {
    for (const runtime of [{ kind: 'posix' }, windowsRuntime] as const) {
      const entry = lentCommand({ client: 'claude', server: 'tickets', progressExtends: false }, runtime);
      const { candidates, problems } = read('claude-code', { mcpServers: { tickets: entry, other: { command: 'x' } } });
      assert.deepEqual(
        candidates.map(({ name }) => name),
        ['other'],
      );
      assert.deepEqual(problems, [
        'tickets: It is a server of this editor, lent by Connect an Agent, so it is left out.',
      ]);
    }
  });

  it("reads the servers in VS Code's settings.json", () => {
    const { candidates } = read('vscode', {
      'editor.fontSize': 12,
      mcp: { servers: { a: { command: 'x', args: [`\${input:i}`] } }, inputs: [{ type: 'promptString', id: 'i' }] },
    });
    assert.deepEqual(
      candidates.map(({ name, inputs }) => [name, inputs.length]),
      [['a', 1]],
    );
  });

  it("reads the user's and the projects' servers of Claude Code", () => {
    const { candidates, problems } = read('claude-code', {
      numStartups: 3,
      mcpServers: { a: { type: 'http', url: 'https://example.com/mcp' } },
      projects: {
        '/projects/app': { mcpServers: { b: { command: 'x' }, c: { command: 'y', cwd: '/opt' } }, history: [] },
        '/work/lib': { mcpServers: {} },
        '/work/old': {},
      },
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      candidates.map(({ name, project, entry }) => [name, project, entry.type === 'stdio' ? entry.cwd : entry.url]),
      [
        ['a', undefined, 'https://example.com/mcp'],
        ['b', '/projects/app', '/projects/app'],
        ['c', '/projects/app', '/opt'],
      ],
    );
  });

  const variables: [string, string][] = [
    [`\${API_KEY}`, `\${env:API_KEY}`],
    [`a\${A}b\${_B2}c`, `a\${env:A}b\${env:_B2}c`],
    [`\${env:HOME}`, `\${env:HOME}`],
    [`\${input}`, `\${env:input}`],
    [`\${env}`, `\${env:env}`],
    [`\${userHome}/\${workspaceFolder}`, `\${userHome}/\${workspaceFolder}`],
    [`$HOME`, `$HOME`],
  ];
  for (const kind of ['claude-code', 'claude-desktop', 'cursor'] as const) {
    for (const [original, imported] of variables) {
      it(`turns ${original} of ${kind} into ${imported}`, () => {
        const { entry, problems } = convert(kind, { command: 'x', args: [original], env: { A: original } });
        assert.deepEqual(problems, []);
        assert.deepEqual(entry, { type: 'stdio', command: 'x', args: [imported], env: { A: imported } });
      });
    }
  }

  it('reports the default of a variable as dropped, without the value', () => {
    const { entry, problems } = convert('claude-code', {
      url: `\${BASE:-https://d.example}/mcp`,
      headers: { A: `\${input:-x}` },
    });
    assert.deepEqual(entry, { type: 'http', url: `\${env:BASE}/mcp`, headers: { A: `\${env:input}` } });
    assert.deepEqual(problems, [
      `files: The default for \${BASE} is left out. Set the environment variable BASE, or write the value.`,
      `files: The default for \${input} is left out. Set the environment variable input, or write the value.`,
    ]);
  });

  for (const kind of ['vscode', 'claude-code', 'cursor'] as const) {
    it(`leaves out a server from ${kind} that uses an input its file does not define`, () => {
      const { entry, problems } = convert(kind, { command: 'x', env: { A: `\${input:github-token}` } });
      assert.equal(entry, undefined);
      assert.match(problems.join(), /uses an input that its file does not define/);
    });
  }

  it('reports a wrong input definition', () => {
    const { problems } = read('vscode', { servers: {}, inputs: [{ type: 'command', id: 'a', command: 'x' }] });
    assert.deepEqual(problems, [
      'inputs[0].type: Inputs of type "command" are not supported. Use "promptString" or "pickString".',
    ]);
  });

  it('reports a variable that this extension does not support', () => {
    const { entry, problems } = convert('vscode', { command: 'x', args: [`\${config:a.b}`] });
    assert.ok(entry);
    assert.match(problems.join(), /files: \$\{config:a\.b\} cannot be replaced here/);
  });

  const entries: [string, unknown, unknown][] = [
    [
      'another name for the type http',
      { type: 'streamable-http', url: 'http://h/' },
      { type: 'http', url: 'http://h/' },
    ],
    ['"disabled"', { command: 'x', disabled: true }, { type: 'stdio', command: 'x', enabled: false }],
    ['an entry with unknown keys', { command: 'x', alwaysAllow: [], timeout: 5 }, { type: 'stdio', command: 'x' }],
    [
      'numbers and null in env',
      { command: 'x', env: { A: 1, B: null } },
      { type: 'stdio', command: 'x', env: { A: 1, B: null } },
    ],
  ];
  for (const [what, original, imported] of entries) {
    it(`translates ${what}`, () => assert.deepEqual(convert('cursor', original), { entry: imported, problems: [] }));
  }

  it('reports keys that are not imported', () => {
    const { entry, problems } = convert('claude-code', { url: 'http://h/', headersHelper: './token.sh' });
    assert.ok(entry);
    assert.deepEqual(problems, ['files: headersHelper is not imported.']);
  });

  it('imports a pre-registered client, and no other OAuth keys', () => {
    const oauth = {
      clientId: `\${TEAM}-desk`,
      clientSecret: 'plain-secret',
      callbackPort: 8080,
      authServerMetadataUrl: 'x',
    };
    const url = 'https://h/';
    const { candidates, problems } = read('claude-code', { mcpServers: { files: { type: 'http', url, oauth } } });
    const client = { clientId: `\${env:TEAM}-desk`, clientSecret: 'plain-secret', callbackPort: 8080 };
    assert.deepEqual(candidates[0]?.entry, { type: 'http', url, oauth: client });
    assert.deepEqual(candidates[0]?.secrets, [
      { key: 'oauth.clientSecret', name: 'clientSecret', value: 'plain-secret' },
    ]);
    assert.deepEqual(problems, ['files: oauth.authServerMetadataUrl is not imported.']);
    assert.deepEqual(convert('cursor', { url, auth: { CLIENT_ID: 'theirs' } }).problems, [
      'files: auth is not imported.',
    ]);
  });

  it('reports a faulty server and reads the others', () => {
    const { candidates, problems } = read('cursor', {
      mcpServers: { bad: { args: [] }, odd: 'x', good: { command: 'x' }, 'a\u202eb': { command: 'x' } },
    });
    assert.deepEqual(
      candidates.map(({ name }) => name),
      ['good'],
    );
    assert.equal(problems.length, 3);
    assert.match(problems[0] ?? '', /^bad: The entry has neither command nor url\./);
    assert.match(problems[1] ?? '', /^odd: The entry must be an object/);
    assert.match(problems[2] ?? '', /^a\[U\+202E\]b: The name has/);
  });

  it('lists the plain secrets in an entry', () => {
    const { candidates } = read('cursor', {
      mcpServers: { a: { command: 'x', env: { A_TOKEN: 'abcd1234', B_TOKEN: `\${env:B}`, C: 'c' } } },
    });
    assert.deepEqual(candidates[0]?.secrets, [{ key: 'env.A_TOKEN', name: 'A_TOKEN', value: 'abcd1234' }]);
  });

  it('finds no candidates and no problems in a file without servers', () => {
    for (const kind of ['vscode', 'claude-desktop', 'cursor', 'claude-code'] as const) {
      assert.deepEqual(read(kind, { theme: 'dark' }), { candidates: [], problems: [] });
    }
  });

  const unreadable: [string, string, RegExp][] = [
    ['an empty file', '', /not valid JSON/],
    ['broken JSON', '{\n"servers": {\n"a": {]\n', /not valid JSON \(line 3\)/],
    ['a list', '[]', /does not contain a JSON object/],
    ['servers that are a list', '{"servers": []}', /list of servers is not an object/],
    ['bottomless nesting', `{"a":${'['.repeat(200_000)}`, /nested too deeply/],
  ];
  for (const [what, text, problem] of unreadable) {
    it(`reports ${what}`, () => {
      const { candidates, problems } = readImportFile('vscode', text);
      assert.deepEqual(candidates, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
    });
  }

  it('reads no property of a prototype', () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "x"}, "a": {"__proto__": {"command": "y"}}}, "__proto__": {"b": 1}}';
    const { candidates, problems } = readImportFile('cursor', text);
    assert.deepEqual(
      candidates.map(({ name }) => name),
      ['__proto__'],
    );
    assert.equal(problems.length, 1);
  });
});
