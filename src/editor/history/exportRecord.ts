import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import type { Exporter } from '#core/record/history/csv.ts';
import { exportCsv, exportJsonLines } from '#core/record/history/exportFormats.ts';
import { isRestricting, type RecordFilter } from '#core/record/history/recordFilter.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { WindowRecord } from './windowRecord.ts';

/** Asks the user for the entries to export and for a file, and writes JSON Lines or CSV. Never rejects. */
export async function exportRecord(record: WindowRecord, shownFilter: RecordFilter = {}): Promise<void> {
  const choice = await chooseEntries(shownFilter);
  const uri = choice && (await chooseFile());
  if (!choice || !uri) {
    return;
  }
  const name = plainName(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  try {
    const written = await plainWindow.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        cancellable: true,
        title: vscode.l10n.t('Exporting the record'),
      },
      async (_progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        try {
          await record.flush();
          await writeExport(record, uri, choice.filter, abort.signal, choice.isNamed ? exporter() : undefined);
          return true;
        } catch (error) {
          if (abort.signal.aborted) {
            return false;
          }
          throw error;
        }
      },
    );
    if (written) {
      const open = vscode.l10n.t('Open');
      const text = vscode.l10n.t('The record was exported to {0}.', name);
      if ((await plainWindow.showInformationMessage(text, open)) === open) {
        await vscode.commands.executeCommand('vscode.open', uri);
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = vscode.l10n.t('The record could not be exported. {0}', plainLines(reason));
    await plainWindow.showErrorMessage(text);
  }
}

/** The entries that an export contains, and whether it names the user who exported. */
interface ExportChoice {
  readonly filter: RecordFilter;
  readonly isNamed: boolean;
}

/** Lets the user choose the entries to export; `undefined` if the list is dismissed. */
async function chooseEntries(shownFilter: RecordFilter): Promise<ExportChoice | undefined> {
  const named = vscode.l10n.t('With your user name and the name of this computer, {0}', plainName(hostname()));
  const withName = (item: { readonly label: string; readonly description: string; readonly filter: RecordFilter }) => [
    { ...item, isNamed: false },
    { ...item, detail: named, isNamed: true },
  ];
  const description = shownText(shownFilter);
  const items = [
    ...(description === undefined
      ? []
      : withName({ label: vscode.l10n.t('What is listed'), description, filter: shownFilter })),
    ...withName({
      label: vscode.l10n.t('Everything'),
      description: vscode.l10n.t('Questions and tool calls'),
      filter: {},
    }),
  ];
  return plainWindow.showQuickPick(items, {
    title: vscode.l10n.t('Export History'),
    placeHolder: vscode.l10n.t('Choose what to export'),
    ...keepOpen,
  });
}

/** What the list leaves out; `undefined` if it has everything. The head of the export names the filters. */
function shownText(filter: RecordFilter): string | undefined {
  if (isRestricting(filter)) {
    return filter.only === 'requests'
      ? vscode.l10n.t('Matches the filters, without tool calls')
      : vscode.l10n.t('Matches the filters');
  }
  switch (filter.only) {
    case 'requests':
      return vscode.l10n.t('Without tool calls');
    case 'calls':
      return vscode.l10n.t('Tool calls only');
    default:
      return undefined;
  }
}

/** The account and the machine that the extension runs with. */
function exporter(): Exporter {
  return { user: userName(), host: hostname() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The system has no account for this user id.
    return String(process.getuid?.() ?? '');
  }
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `mcp-elicitation-history-${new Date().toISOString().slice(0, 10)}.jsonl`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export History'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { 'JSON Lines': ['jsonl'], CSV: ['csv'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

/** Writes the export to `uri`. Replaces a file on a disk only when the export is complete. Rejects if `signal` is aborted. */
export async function writeExport(
  { files }: Pick<WindowRecord, 'files'>,
  uri: vscode.Uri,
  filter: RecordFilter,
  signal: AbortSignal,
  exportedBy?: Exporter,
): Promise<void> {
  const isUnfiltered = Object.values(filter).every((value) => value === undefined);
  const options = { signal, ...(!isUnfiltered && { filter }), ...(exportedBy && { exporter: exportedBy }) };
  const pieces = /\.csv$/i.test(uri.path) ? exportCsv(files, options) : exportJsonLines(files, options);
  if (uri.scheme !== 'file') {
    await vscode.workspace.fs.writeFile(uri, Buffer.from(await concatenate(pieces)));
    return;
  }
  const temporary = `${uri.fsPath}.${randomUUID()}.tmp`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(temporary, { mode: 0o600 }), { signal });
    await rename(temporary, uri.fsPath);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function concatenate(pieces: AsyncIterable<string>): Promise<string> {
  const texts: string[] = [];
  for await (const piece of pieces) {
    texts.push(piece);
  }
  return texts.join('');
}
