import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { writeExport } from '#editor/history/exportRecord.ts';
import { extensionId } from '#test/extensionId.ts';
import { InMemoryRecordFiles } from '#test/unit/core/record/inMemoryRecord.ts';
import { askHandmade, closePanel, panelTitled } from './panelInEditor.ts';
import { configure, executeOurCommand, handmadeEntry, scratch, untilInEditor } from './support.ts';

/** Reads all lines of the record, which is in the user data of the editor (desktop or server), beside the workspace. */
function recordLines(): string[] {
  const beside = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', '..');
  const folder = ['server/data', 'user-data']
    .map((data) => join(beside, data, 'User/globalStorage', extensionId, 'record'))
    .find((path) => existsSync(path));
  return folder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
}

/** Reads the recorded requests of a server. */
function recordedRequests(server: string) {
  return recordLines().flatMap((line) => {
    const entry = parseEntry(line);
    return entry?.kind === 'elicitation' && entry.server.name === server ? [{ line, entry }] : [];
  });
}

function historyTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('mcpElicitation.history'));
}

describe('the record', () => {
  it('contains every request, without its texts, in the storage of the extension', async () => {
    await configure({ recorded: handmadeEntry() });
    const reply = askHandmade('recorded');
    await panelTitled('recorded');
    await closePanel();
    assert.deepEqual(await reply, { result: { action: 'cancel' } });
    await untilInEditor('the request is recorded', () => recordedRequests('recorded').length > 0);
    const [only, ...others] = recordedRequests('recorded');
    assert.ok(only && others.length === 0);
    const { decision, decidedBy, fields, protocol, server, unsent } = only.entry;
    assert.deepEqual([decision, decidedBy, unsent], ['cancel', 'person', undefined]);
    assert.deepEqual([server.scope, fields], ['user', [{ name: 'name' }]]);
    assert.match(protocol ?? '', /^20\d\d-/);
    assert.ok(!only.line.includes('What is your name?'));
    await configure({});
  });

  it('is shown in one tab', async () => {
    await executeOurCommand('showHistory');
    await untilInEditor('the history is open', () => historyTab()?.isActive);
    await executeOurCommand('showHistory');
    const tab = historyTab();
    assert.equal(tab?.label, 'MCP Elicitation History');
    await vscode.window.tabGroups.close(tab);
  });

  it('has settings that a workspace cannot change', () => {
    const settings = vscode.workspace.getConfiguration('mcpElicitation.record');
    assert.deepEqual(
      [settings.get('enabled'), settings.get('values'), settings.get('retentionDays')],
      [true, 'redacted', 90],
    );
  });

  it('is exported completely, as lines or as a table, and a cancelled export leaves the file as it was', async () => {
    const files = new InMemoryRecordFiles({ now: () => 0 });
    await files.append('2026-03.one.1.jsonl', 'not ours\n', 0);
    const uri = (name: string) => vscode.Uri.file(join(scratch, name));
    const read = (name: string) => readFileSync(join(scratch, name), 'utf8');
    const signal = new AbortController().signal;
    await writeExport({ files }, uri('all.jsonl'), {}, signal);
    assert.equal(read('all.jsonl'), '{"unreadable":true,"file":"2026-03.one.1.jsonl","bytes":8}\n');
    await writeExport({ files }, uri('all.csv'), {}, signal);
    assert.match(read('all.csv'), /^\ufeff"at","kind"/);
    await assert.rejects(writeExport({ files }, uri('all.jsonl'), { text: 'x' }, AbortSignal.abort()));
    assert.match(read('all.jsonl'), /unreadable/);
    assert.deepEqual(
      readdirSync(scratch).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});
