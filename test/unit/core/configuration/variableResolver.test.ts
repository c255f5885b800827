import assert from 'node:assert/strict';
import { VariableResolver } from '#core/configuration/variableResolver.ts';
import { parseVariables, type VariableContext, variablesUsedBy } from '#core/configuration/variables.ts';
import type { Scope, ServerEntry } from '#core/model/definition.ts';

const context: VariableContext = {
  workspaceFolders: [
    { name: 'app', path: '/projects/app' },
    { name: 'lib', path: '/work/lib' },
  ],
  userHome: '/home/me',
  environment: { HOST: 'example.com', NESTED: `\${env:HOST}`, Path: '/bin' },
  platform: 'linux',
  input: async (id) => ({ key: { value: 'hush', isSecret: true }, port: { value: '80', isSecret: false } })[id],
};
const user = { kind: 'user' } as const;
const folder = { kind: 'folder', name: 'lib', path: '/work/lib' } as const;

const replace = (text: string, changes: Partial<VariableContext> = {}, scope: Scope = user) =>
  new VariableResolver({ ...context, ...changes }, scope).replace(text);

describe('the replacement of variables', () => {
  const rows: [string, string][] = [
    ['plain', 'plain'],
    ['', ''],
    [`\${workspaceFolder}/x`, '/projects/app/x'],
    [`\${workspaceFolder:lib}/x`, '/work/lib/x'],
    [`\${workspaceFolderBasename}`, 'app'],
    [`\${userHome}\${/}a\${pathSeparator}b`, '/home/me/a/b'],
    [`https://\${env:HOST}:\${input:port}/`, 'https://example.com:80/'],
    [`[\${env:UNSET}]`, '[]'],
    [`[\${env:path}]`, '[]'],
    [`[\${env:constructor}]`, '[]'],
    [`\${env:NESTED}`, `\${env:HOST}`],
    [`$\${env:HOST}`, '$example.com'],
    [`$HOST {a} $ {b}`, '$HOST {a} $ {b}'],
    [`\${env:HOST`, `\${env:HOST`],
    [`\${open \${env:HOST} {`, `\${open example.com {`],
  ];
  for (const [text, expected] of rows) {
    it(`turns ${JSON.stringify(text)} into ${JSON.stringify(expected)}`, async () => {
      assert.equal(await replace(text), expected);
    });
  }

  it('uses the folder whose settings contain the entry', async () => {
    assert.equal(await replace(`\${workspaceFolder}`, {}, folder), '/work/lib');
  });

  it('fails for the folder of the entry if it is virtual, even if another folder is on a disk', async () => {
    const virtual = { kind: 'folder', name: 'lib', path: 'vscode-vfs://host/work/lib' } as const;
    const error = { name: 'VariableMissing', message: /no folder on a disk is open/ };
    await assert.rejects(replace(`\${workspaceFolder}`, {}, virtual), error);
  });

  it('ignores the case of environment variables on Windows, and separates paths with a backslash', async () => {
    assert.equal(await replace(`\${env:PATH}\${/}`, { platform: 'win32' }), '/bin\\');
  });

  const failures: [string, Partial<VariableContext>, string, RegExp][] = [
    [
      `\${workspaceFolder}`,
      { workspaceFolders: [] },
      'VariableMissing',
      /no folder on a disk is open.* Open a folder, or write a path/,
    ],
    [`\${workspaceFolder:x}`, {}, 'VariableMissing', /no open folder has that name.* "app", "lib"/],
    [`\${input:nobody}`, {}, 'VariableMissing', /no value for \$\{input:nobody\}/],
    [`\${config:a.b}`, {}, 'EntryInvalid', /\$\{config:a\.b\} is not a variable.*\$\{env:NAME\}/],
    [`\${HOME}`, {}, 'EntryInvalid', /\$\{HOME\} is not a variable/],
    [`\${env}`, {}, 'EntryInvalid', /\$\{env\} is not a variable/],
    [`\${input:}`, {}, 'EntryInvalid', /not a variable/],
    [`\${a\${env:HOST}}`, {}, 'EntryInvalid', /not a variable/],
    [`\${__proto__}`, {}, 'EntryInvalid', /not a variable/],
  ];
  for (const [text, changes, name, message] of failures) {
    it(`fails with ${name} for ${text}`, async () => {
      await assert.rejects(replace(text, changes), { name, message });
    });
  }

  it('requests each input once and collects the secret values', async () => {
    const requestedIds: string[] = [];
    const variables = new VariableResolver(
      {
        ...context,
        input: (id) => {
          requestedIds.push(id);
          return context.input(id);
        },
      },
      user,
    );
    assert.equal(await variables.replace(`\${input:key}\${input:port}\${input:key}`), 'hush80hush');
    assert.equal(await variables.replace(`\${input:key}`), 'hush');
    assert.deepEqual(requestedIds, ['key', 'port']);
    assert.deepEqual([...variables.secrets], ['hush']);
  });
});

describe('the parser of variables', () => {
  it('ends a variable at the matching brace', () => {
    assert.deepEqual(parseVariables(`a\${b:{c}}d`), ['a', { text: `\${b:{c}}`, name: 'b', argument: '{c}' }, 'd']);
  });

  it('takes linear time for a megabyte of braces', () => {
    assert.equal(parseVariables('${'.repeat(500_000)).length, 1);
    assert.equal(parseVariables(`${'${'.repeat(250_000)}${'}'.repeat(250_000)}`).length, 1);
  });

  it('finds the variables that an entry uses', () => {
    const common = { enabled: true, elicitation: { form: true, url: true } };
    const entry: ServerEntry = {
      type: 'stdio',
      command: `\${workspaceFolder}/run`,
      args: [`--key=\${input:key}`, `\${command:x}`],
      env: { A: `\${env:HOST}`, B: 1, C: null, D: `\${env:HOST}\${input:key}` },
      envFile: `\${env:FILE}`,
      cwd: `\${input:folder}`,
      ...common,
    };
    assert.deepEqual(variablesUsedBy(entry), {
      inputs: ['key', 'folder'],
      environment: ['HOST', 'FILE'],
      unsupported: [`\${command:x}`],
    });
    const remote: ServerEntry = { type: 'http', url: `\${env:URL}`, headers: { A: `Bearer \${input:key}` }, ...common };
    assert.deepEqual(variablesUsedBy(remote), { inputs: ['key'], environment: ['URL'], unsupported: [] });
  });
});
