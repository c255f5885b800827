import type { RecordEntry } from '#core/record/entries/entry.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { lineBatches } from '#core/record/store/lineReaders.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { csvHeader, csvRow, type Exporter } from './csv.ts';
import { entryMatcher, type RecordFilter } from './recordFilter.ts';

interface ExportOptions {
  /** Only these entries. */
  readonly filter?: RecordFilter;
  /** Written into the export. */
  readonly exporter?: Exporter;
  readonly signal?: AbortSignal;
}

/**
 * The record as JSON Lines, in pieces: file by file, the one written to last at the end, and each line as it is in the
 * file, so that the chain of a whole export can be followed. What is no entry is said by
 * `{"unreadable": true, "file", "bytes"}` in its place. Before all that, where the exporter is to be known:
 * `{"exportedBy": {"user", "host"}}`. Rejects when `signal` aborts or a file cannot be read.
 */
export async function* exportJsonLines(files: RecordFiles, options: ExportOptions = {}): AsyncGenerator<string> {
  if (options.exporter) {
    yield `${JSON.stringify({ exportedBy: options.exporter })}\n`;
  }
  for await (const lines of entriesOf(files, options)) {
    yield lines
      .map(({ file, line, entry }) =>
        entry ? `${line}\n` : `${JSON.stringify({ unreadable: true, file, bytes: line.length })}\n`,
      )
      .join('');
  }
}

/**
 * The record as CSV for a spreadsheet, in pieces, with a header, in the order of `exportJsonLines`. Begins with a byte
 * order mark: without it, Excel takes UTF-8 for something else. Source: RFC 4180.
 */
export async function* exportCsv(files: RecordFiles, options: ExportOptions = {}): AsyncGenerator<string> {
  const { exporter } = options;
  yield `\ufeff${csvHeader(exporter)}`;
  for await (const lines of entriesOf(files, options)) {
    yield lines.map(({ file, entry }) => (entry ? csvRow(file, entry, exporter) : '')).join('');
  }
}

interface ExportedLine {
  readonly file: string;
  readonly line: Buffer;
  readonly entry: RecordEntry | undefined;
}

async function* entriesOf(files: RecordFiles, { filter, signal }: ExportOptions): AsyncGenerator<ExportedLine[]> {
  const wanted = entryMatcher(filter ?? {});
  const listed = (await files.list()).toSorted((one, other) => one.modified - other.modified);
  for (const { name: file } of listed) {
    for await (const lines of lineBatches(files, file, 0, signal)) {
      const exported = lines
        .filter(({ whole }) => whole)
        .map(({ bytes }) => ({ file, line: bytes, entry: parseEntry(bytes) }))
        .filter(({ entry }) => (entry ? wanted(entry) : !filter));
      if (exported.length > 0) {
        yield exported;
      }
    }
  }
}
