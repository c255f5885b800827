import type { ElicitationMode, RecordEntry, RecordedDecision } from '#core/record/entries/entry.ts';

/** The conditions that an entry must fulfil. Entries about the record itself fulfil no condition on requests or calls. */
export interface RecordFilter {
  /** `requests`: all entries except tool calls; `calls`: only tool calls. */
  readonly only?: 'requests' | 'calls';
  /** A server's id. */
  readonly server?: string;
  /** `accept` also matches a withdrawn or cancelled request whose page was opened. */
  readonly decision?: RecordedDecision;
  /** Present if only answers of the user match that were not delivered, or whose delivery is unknown. */
  readonly undelivered?: true;
  readonly mode?: ElicitationMode;
  /** A part of any recorded name, text or answer, in upper or lower case. */
  readonly text?: string;
  /** Milliseconds since the epoch, inclusive. */
  readonly from?: number;
  /** Milliseconds since the epoch, exclusive. */
  readonly to?: number;
}

/** Returns a function that tests an entry against a filter. */
export function entryMatcher(filter: RecordFilter): (entry: RecordEntry) => boolean {
  const { only, server, decision, undelivered, mode, from, to } = filter;
  const text = filter.text?.toLowerCase() ?? '';
  const hasRequestCondition = server !== undefined || decision !== undefined || undelivered || mode !== undefined;
  const hasTime = from !== undefined || to !== undefined;
  return (entry) => {
    if (only !== undefined && (entry.kind === 'call') !== (only === 'calls')) {
      return false;
    }
    if (hasTime) {
      const at = Date.parse(entry.at);
      if (!(at >= (from ?? Number.NEGATIVE_INFINITY) && at < (to ?? Number.POSITIVE_INFINITY))) {
        return false;
      }
    }
    if (hasRequestCondition) {
      const matches =
        (entry.kind === 'elicitation' &&
          (server === undefined || entry.server.id === server) &&
          (decision === undefined || entry.decision === decision || (decision === 'accept' && entry.opened === true)) &&
          (!undelivered || entry.delivery !== undefined) &&
          (mode === undefined || entry.mode === mode)) ||
        (entry.kind === 'call' &&
          entry.server.id === server &&
          decision === undefined &&
          !undelivered &&
          mode === undefined);
      if (!matches) {
        return false;
      }
    }
    return text === '' || textsOf(entry).some((part) => part.toLowerCase().includes(text));
  };
}

function textsOf(entry: RecordEntry): readonly string[] {
  switch (entry.kind) {
    case 'elicitation': {
      const { server, agent, call, message, reason, site, url, findings, limits, fields } = entry;
      return [
        server.name,
        agent,
        call?.id,
        call?.target,
        message && 'text' in message ? message.text : undefined,
        reason,
        site,
        url,
        ...(findings ?? []),
        ...(limits ?? []),
        ...(fields ?? []).flatMap(({ name, value }) => [name, ...[value ?? []].flat().map(String)]),
      ].filter((part) => part !== undefined);
    }
    case 'call':
      return [entry.server.name, entry.agent, entry.call?.id, entry.call?.target, entry.failure].filter(
        (part) => part !== undefined,
      );
    case 'gap':
      return [entry.reason];
    case 'repair':
      return entry.found.map(({ file }) => file);
    default:
      return entry.files.map(({ file }) => file);
  }
}
