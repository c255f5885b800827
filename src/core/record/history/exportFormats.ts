import type { RecordEntry } from '#core/record/entries/entry.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { linesByChunk } from '#core/record/store/lineReaders.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { csvHeader, csvRow, type Exporter, namedFilter } from './csv.ts';
import { entryMatcher, type RecordFilter } from './recordFilter.ts';

interface ExportOptions {
  /** The filter for the exported entries. */
  readonly filter?: RecordFilter;
  /** The user and the computer that the export names. */
  readonly exporter?: Exporter;
  readonly signal?: AbortSignal;
}

/**
 * The record as JSON Lines, in pieces: file by file, in the order of their last write. Each line is unchanged, so that the chains of
 * a complete export can be verified. A line that is not an entry is replaced by `{"unreadable": true, "file", "bytes"}`. If there is
 * an exporter or a filter, the first line is `{"exportedBy": {"user", "host"}, "filters": {...}}`. Rejects if `signal` is aborted or a file
 * cannot be read.
 */
export async function* exportJsonLines(files: RecordFiles, options: ExportOptions = {}): AsyncGenerator<string> {
  const { exporter, filter } = options;
  if (exporter || filter) {
    yield `${JSON.stringify({ exportedBy: exporter, filters: filter && namedFilter(filter) })}\n`;
  }
  for await (const lines of exportedLines(files, options)) {
    yield lines
      .map(({ file, line, entry }) =>
        entry ? `${line}\n` : `${JSON.stringify({ unreadable: true, file, bytes: line.length })}\n`,
      )
      .join('');
  }
}

/**
 * The record as CSV for a spreadsheet, in pieces, with a header, in the order of `exportJsonLines`. Starts with a byte order mark,
 * because Excel does not detect UTF-8 without one. Source: RFC 4180.
 */
export async function* exportCsv(files: RecordFiles, options: ExportOptions = {}): AsyncGenerator<string> {
  yield `\ufeff${csvHeader(options)}`;
  for await (const lines of exportedLines(files, options)) {
    yield lines.map(({ file, entry }) => (entry ? csvRow(file, entry, options) : '')).join('');
  }
}

interface ExportedLine {
  readonly file: string;
  readonly line: Buffer;
  readonly entry: RecordEntry | undefined;
}

async function* exportedLines(files: RecordFiles, { filter, signal }: ExportOptions): AsyncGenerator<ExportedLine[]> {
  const matches = entryMatcher(filter ?? {});
  const allFiles = (await files.list()).toSorted((one, other) => one.modified - other.modified);
  for (const { name: file } of allFiles) {
    for await (const lines of linesByChunk(files, file, 0, signal)) {
      const exported = lines
        .filter(({ whole }) => whole)
        .map(({ bytes }) => ({ file, line: bytes, entry: parseEntry(bytes) }))
        .filter(({ entry }) => (entry ? matches(entry) : !filter));
      if (exported.length > 0) {
        yield exported;
      }
    }
  }
}
