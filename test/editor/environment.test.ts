import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  configure,
  environmentOf,
  executeOurCommand,
  failure,
  handmadeEntry,
  inProject,
  nodePath,
  pidOf,
  scratch,
} from './support.ts';

describe("a server's process", () => {
  const editorVariables = { EDITOR_TEST_VALUE: 'from the editor', EDITOR_TEST_UNSET: 'still there' };
  const envFile = join(scratch, 'server.env');

  before(async () => {
    Object.assign(process.env, editorVariables);
    writeFileSync(envFile, 'FROM_FILE=from the file\nOVERRIDDEN=by the file\nEDITOR_TEST_VALUE=from the file\n');
    await configure({
      plain: handmadeEntry(),
      full: handmadeEntry({
        envFile,
        env: {
          COPIED: `<\${env:EDITOR_TEST_VALUE}>`,
          OVERRIDDEN: 'by the entry',
          NUMBER: 7,
          HOME_FOLDER: `\${userHome}`,
          EDITOR_TEST_UNSET: null,
        },
      }),
      inFolder: handmadeEntry({ env: { FOLDER: `\${workspaceFolder}/data` } }),
      elsewhere: { command: nodePath, args: ['handmade.ts'], cwd: inProject('test/servers') },
      nowhere: handmadeEntry({ cwd: join(scratch, 'missing') }),
      fileless: handmadeEntry({ envFile: join(scratch, 'missing.env') }),
      undefined: handmadeEntry({ env: { KEY: `\${input:undefined}` } }),
    });
  });

  after(async () => {
    for (const name of Object.keys(editorVariables)) {
      delete process.env[name];
    }
    await configure({});
  });

  it("has the editor's environment", async () => {
    const environment = await environmentOf('plain');
    assert.equal(environment['EDITOR_TEST_VALUE'], editorVariables.EDITOR_TEST_VALUE);
    // On Windows its name may be written `Path`.
    const path = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? '';
    assert.equal(environment[path], process.env['PATH']);
  });

  it('has no other variables', async () => {
    const names = Object.keys(await environmentOf('plain'));
    const addedNames = names.filter((name) => !(name in process.env));
    assert.deepEqual(addedNames, []);
  });

  it('has the variables of the entry, with their references replaced', async () => {
    const environment = await environmentOf('full');
    assert.equal(environment['COPIED'], '<from the editor>');
    assert.equal(environment['NUMBER'], '7');
    assert.equal(environment['HOME_FOLDER'], homedir());
  });

  it('has the workspace folder in a variable if the workspace is trusted, and otherwise does not start', async () => {
    if (!vscode.workspace.isTrusted) {
      const refused = failure('WorkspaceNotTrusted', 'inFolder', 'env.FOLDER', `\${workspaceFolder}`);
      await assert.rejects(executeOurCommand('startServer', 'inFolder'), refused);
      return;
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.equal((await environmentOf('inFolder'))['FOLDER'], `${folder}/data`);
  });

  it('has the variables of the envFile, which override those of the editor and not those of the entry', async () => {
    const environment = await environmentOf('full');
    assert.equal(environment['FROM_FILE'], 'from the file');
    assert.equal(environment['EDITOR_TEST_VALUE'], 'from the file');
    assert.equal(environment['OVERRIDDEN'], 'by the entry');
  });

  it('has no variable that the entry sets to null', async () => {
    assert.ok(!('EDITOR_TEST_UNSET' in (await environmentOf('full'))));
  });

  it('has the working directory of cwd', async () => {
    // The path of its script is relative to that folder.
    assert.ok(await pidOf('elsewhere'));
  });

  it('is not started if its working directory is missing', () =>
    assert.rejects(executeOurCommand('startServer', 'nowhere'), failure('ServerFailedToStart', 'missing', 'cwd')));

  it('is not started if its envFile is missing', () =>
    assert.rejects(executeOurCommand('startServer', 'fileless'), failure('EntryInvalid', 'missing.env')));

  it('is not started if its input has no definition', () =>
    assert.rejects(executeOurCommand('startServer', 'undefined'), failure('VariableMissing', 'undefined')));
});
