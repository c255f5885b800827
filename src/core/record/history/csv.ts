import type { CallBody, ElicitationBody, RecordEntry } from '#core/record/entries/entry.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import type { RecordFilter } from './recordFilter.ts';

/** The user and the computer that export the record. */
export interface Exporter {
  /** The user name of the operating system. */
  readonly user: string;
  /** The name of the computer. */
  readonly host: string;
}

/** What an export says about itself: who exported it, and the filter that its entries match. */
interface ExportHead {
  readonly exporter?: Exporter | undefined;
  readonly filter?: RecordFilter | undefined;
}

/** A filter as an export names it, with times in ISO 8601. */
export function namedFilter({ from, to, ...conditions }: RecordFilter): Readonly<Record<string, unknown>> {
  return {
    ...conditions,
    ...(from !== undefined && { from: isoOf(from) }),
    ...(to !== undefined && { to: isoOf(to) }),
  };
}

type Cell = string | number | undefined;
type RequestColumns = Partial<Omit<ElicitationBody, 'kind' | 'by'>> & Partial<Omit<CallBody, 'kind'>>;
type Column = readonly [title: string, cell: (entry: RecordEntry, request: RequestColumns, file: string) => Cell];

const columns: readonly Column[] = [
  ['at', ({ at }) => at],
  ['kind', ({ kind }) => kind],
  ['server', (_, { server }) => server?.name],
  ['server id', (_, { server }) => server?.id],
  ['scope', (_, { server }) => server?.scope],
  ['call', (_, { call }) => call?.kind],
  ['call id', (_, { call }) => call?.id],
  ['target', (_, { call }) => call?.target],
  ['mode', (_, { mode }) => mode],
  ['way', (_, { way }) => way],
  ['protocol', (_, { protocol }) => protocol],
  ['decision', (_, { decision }) => decision],
  ['decided by', (_, { decidedBy }) => decidedBy],
  ['reason', (entry) => ('reason' in entry ? entry.reason : undefined)],
  ['unsent', (_, { unsent }) => unsent && 'yes'],
  ['delivery', (_, { delivery }) => delivery],
  ['status', (_, { status }) => status],
  ['unread', (_, { unread }) => unread && 'yes'],
  ['opened', (_, { opened }) => opened && (opened === 'unknown' ? opened : 'yes')],
  ['times', (_, { times }) => times],
  ['waited ms', (_, { waitedMs }) => waitedMs],
  ['shown ms', (_, { shownMs }) => shownMs],
  ['message', (_, { message }) => (message && 'text' in message ? message.text : message?.sha256)],
  ['fields', (_, { fields }) => fields && JSON.stringify(fields)],
  ['site', (_, { site }) => site],
  ['url', (_, { url }) => url],
  ['findings', (_, { findings }) => findings?.join(' ')],
  ['limits', (_, { limits }) => limits?.join(' ')],
  ['called by', (entry, { by, calledBy }) => by ?? calledBy ?? (entry.kind === 'elicitation' ? 'person' : undefined)],
  ['outcome', (_, { outcome }) => outcome],
  ['failure', (_, { failure }) => failure],
  ['ms', (_, { ms }) => ms],
  ['agent', (_, { agent }) => agent],
  ['not connected', (_, { unverified }) => unverified && 'yes'],
  ['asked', (_, { asked }) => asked && 'yes'],
  ['about the record', (entry) => recordDetails(entry)],
  ['file', (_entry, _request, file) => file],
  ['line', ({ seq }) => seq],
];

/**
 * The header line of the CSV, with more columns for the head of the export: CSV has no other place for it that a spreadsheet does not take
 * for an entry.
 */
export function csvHeader({ exporter, filter }: ExportHead): string {
  return row([
    ...columns.map(([title]) => title),
    ...(filter ? ['filters of the export'] : []),
    ...(exporter ? ['exported by', 'exported on'] : []),
  ]);
}

/** An entry as a line of CSV, in the columns of `csvHeader`. */
export function csvRow(file: string, entry: RecordEntry, { exporter, filter }: ExportHead): string {
  const request: RequestColumns = entry.kind === 'elicitation' || entry.kind === 'call' ? entry : {};
  const cells = columns.map(([, cell]) => cell(entry, request, file));
  return row([
    ...cells,
    ...(filter ? [JSON.stringify(namedFilter(filter))] : []),
    ...(exporter ? [exporter.user, exporter.host] : []),
  ]);
}

/** A line of CSV. Each cell is quoted, because spreadsheets use a separator that depends on the country. Source: RFC 4180, section 2. */
function row(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${escapeFormula(String(cell ?? '')).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/**
 * Adds an apostrophe before a text that a spreadsheet would evaluate as a formula, also after white space, and after what may begin a cell
 * or a line where the separator is a semicolon or a tab: quotes then count at the start of a cell only. Replaces control characters,
 * because some programs remove them before they detect formulas. Source: OWASP, "CSV Injection".
 */
function escapeFormula(text: string): string {
  const visible = text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufeff]/gu, '\ufffd');
  const inside = visible.replace(/([;\t\r\n])(?=(?:[^\S\t\r\n]|["\ufffd])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu, "$1'");
  return /^[\s\ufffd]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(visible) ? `'${inside}` : inside;
}

function recordDetails(entry: RecordEntry): string | undefined {
  switch (entry.kind) {
    case 'elicitation':
    case 'call':
      return undefined;
    case 'gap':
      return JSON.stringify({ since: entry.since, late: entry.late, lost: entry.lost });
    case 'repair':
      return JSON.stringify(entry.found);
    default:
      return JSON.stringify(entry.files);
  }
}
