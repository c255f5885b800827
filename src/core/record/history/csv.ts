import type { CallBody, ElicitationBody, RecordEntry } from '#core/record/entries/entry.ts';

/** Who exports, where it is to be known. */
export interface Exporter {
  /** The signed-in user of the operating system. */
  readonly user: string;
  /** The name of the computer. */
  readonly host: string;
}

type Cell = string | number | undefined;
type Request = Partial<Pick<ElicitationBody | CallBody, 'server' | 'call' | 'protocol' | 'times'>> &
  Partial<Omit<ElicitationBody, 'kind'>> &
  Partial<Omit<CallBody, 'kind'>>;
type Column = readonly [title: string, cell: (entry: RecordEntry, request: Request, file: string) => Cell];

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
  ['called by', (_, { by }) => by],
  ['outcome', (_, { outcome }) => outcome],
  ['failure', (_, { failure }) => failure],
  ['ms', (_, { ms }) => ms],
  ['about the record', (entry) => aboutRecord(entry)],
  ['file', (_entry, _request, file) => file],
  ['line', ({ seq }) => seq],
];

/** The titles; two more where the exporter is to be known. */
export function csvHeader(exporter: Exporter | undefined): string {
  return row([...columns.map(([title]) => title), ...(exporter ? ['exported by', 'exported on'] : [])]);
}

/** An entry as a line of CSV, in the columns of `csvHeader`. */
export function csvRow(file: string, entry: RecordEntry, exporter: Exporter | undefined): string {
  const request: Request = entry.kind === 'elicitation' || entry.kind === 'call' ? entry : {};
  const cells = columns.map(([, cell]) => cell(entry, request, file));
  return row([...cells, ...(exporter ? [exporter.user, exporter.host] : [])]);
}

/** Source: RFC 4180, section 2. Every cell is quoted, so that no separator of any country means anything. */
function row(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${harmless(String(cell ?? '')).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/**
 * A cell that a spreadsheet would take for a formula begins with an apostrophe, also behind white space; control
 * characters, which some programs drop before they look, are shown as such. Source: OWASP, "CSV Injection".
 */
function harmless(text: string): string {
  const shown = text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufeff]/gu, '\ufffd');
  return /^[\s\ufffd]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(shown) ? `'${shown}` : shown;
}

function aboutRecord(entry: RecordEntry): string | undefined {
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
