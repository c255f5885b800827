/** What is known about an answer that a user gave. */
export interface AnswerFacts {
  readonly action: string;
  /** The tool of its call. */
  readonly tool: string | undefined;
  /** True if the server of its call has received it. */
  readonly hasArrived: boolean;
  /** True if the window said that its request was gone. */
  readonly isTooLate: boolean;
  /** What the window showed last of its way. */
  readonly shown: string | undefined;
  readonly isWindowKilled: boolean;
  /** The fault that ended the session of its call; empty if none did. */
  readonly endedBy: string;
  /** True if the session's server recorded the end of its input: until then it had read all that was sent to it. */
  readonly hasReadAll: boolean;
}

/** What was on the way to the server is lost after these. */
const killFaults: ReadonlySet<string> = new Set([
  'a proxy is killed',
  'a server is killed',
  'an agent is killed with its proxy and its server',
]);

/** What became of the answer; `undefined` if that is not known, although everything has ended. */
export function answerOutcome(facts: AnswerFacts): string | undefined {
  const { action, tool, hasArrived, isTooLate, shown = 'nothing', isWindowKilled, endedBy, hasReadAll } = facts;
  const isKnownToArrive = /^(sent|delivered)/.test(shown);
  // An answer of a round that ended before all of it was answered was never on its way. It stays a draft.
  const isKnownToFail = /^(refused|unknown|held, ended$)/.test(shown);
  // A decline carries no text, and a page none either.
  const isTraceable = action === 'accept' && tool !== 'ask_url';
  if (hasArrived) return `reached its call; the window shows ${shown}`;
  if (isTooLate) return 'was too late, and the window said so';
  if (isKnownToFail) return `did not reach its call, and the window says so: ${shown}`;
  if (!isTraceable && isKnownToArrive) return `without text; the window shows ${shown}`;
  if (isWindowKilled && !isKnownToArrive) return `lost with its window, which showed ${shown}`;
  // The proxy ends a server that has not ended a second after its input, as agents do.
  const isServerKilled = killFaults.has(endedBy) || (endedBy !== '' && !hasReadAll);
  if (isServerKilled && /^(sent|unknown|refused|held)/.test(shown)) {
    return `lost with its server; the window shows ${shown}`;
  }
  return undefined;
}
