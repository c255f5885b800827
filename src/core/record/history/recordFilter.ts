import type {
  CallBody,
  ElicitationBody,
  ElicitationMode,
  RecordEntry,
  RecordedDecision,
} from '#core/record/entries/entry.ts';
import { callerOf } from '#core/record/entries/entryCaller.ts';

type CallOutcome = CallBody['outcome'];

/** The conditions that an entry must fulfil. Entries about the record itself fulfil no condition on requests or calls. */
export interface RecordFilter {
  /** `requests`: all entries except tool calls; `calls`: only tool calls. */
  readonly only?: 'requests' | 'calls';
  /** An `EntryCaller`. */
  readonly caller?: string;
  /** A server's id. */
  readonly server?: string;
  /** The exact name of a tool. */
  readonly tool?: string;
  /**
   * `accept` also matches a withdrawn or cancelled request whose page was opened; `decline` and `cancel` also match the calls that ended
   * so.
   */
  readonly decision?: RecordedDecision;
  /** Matches only calls. */
  readonly callOutcome?: CallOutcome;
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

/** The outcome of the calls that a decision also matches. */
export const callOutcomesOfDecisions: Readonly<Partial<Record<RecordedDecision, CallOutcome>>> = {
  decline: 'declined',
  cancel: 'cancelled',
};

/** True if the filter has a condition beside that on the kind of entry. */
export function isRestricting({ only: _only, ...conditions }: RecordFilter): boolean {
  return Object.values(conditions).some((value) => value !== undefined);
}

/** Returns a function that tests an entry against a filter. */
export function entryMatcher(filter: RecordFilter): (entry: RecordEntry) => boolean {
  const { only, text: searched = '', from, to, ...conditions } = filter;
  const text = searched.toLowerCase();
  const hasCondition = Object.values(conditions).some((value) => value !== undefined);
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
    if (hasCondition && !fulfils(entry, conditions)) {
      return false;
    }
    return text === '' || textsOf(entry).some((part) => part.toLowerCase().includes(text));
  };
}

type Conditions = Omit<RecordFilter, 'only' | 'text' | 'from' | 'to'>;

function fulfils(entry: RecordEntry, conditions: Conditions): boolean {
  return (
    (entry.kind === 'elicitation' || entry.kind === 'call') &&
    isOf(entry, conditions) &&
    (entry.kind === 'elicitation' ? requestEnded(entry, conditions) : callEnded(entry, conditions))
  );
}

function isOf(entry: ElicitationBody | CallBody, { caller, server, tool }: Conditions): boolean {
  return (
    (caller === undefined || callerOf(entry) === caller) &&
    (server === undefined || entry.server.id === server) &&
    (tool === undefined || (entry.call?.kind === 'tool' && entry.call.target === tool))
  );
}

function requestEnded(entry: ElicitationBody, { decision, callOutcome, undelivered, mode }: Conditions): boolean {
  return (
    callOutcome === undefined &&
    (decision === undefined || entry.decision === decision || (decision === 'accept' && entry.opened === true)) &&
    (!undelivered || entry.delivery !== undefined) &&
    (mode === undefined || entry.mode === mode)
  );
}

function callEnded({ outcome }: CallBody, { decision, callOutcome, undelivered, mode }: Conditions): boolean {
  return (
    (decision === undefined || outcome === callOutcomesOfDecisions[decision]) &&
    (callOutcome === undefined || outcome === callOutcome) &&
    !undelivered &&
    mode === undefined
  );
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
