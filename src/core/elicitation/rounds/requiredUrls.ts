import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { pageKey } from '#core/elicitation/elicitationKey.ts';
import { readUrlElicitation, type UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { exchangeFindings, refusalCodes } from '#core/elicitation/exchangeFindings.ts';
import { refusedElicitation } from '#core/elicitation/refusedElicitation.ts';
import type { Exchange, Unasked } from '#core/inbox/exchanges.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { isRecord } from '#form/json.ts';
import type { ElicitingRequest } from './elicitingCall.ts';
import { RequiredPagesWait } from './requiredPagesWait.ts';

interface RequiredUrl {
  /** The host's id of the request. */
  readonly id: string;
  readonly elicitation: UrlElicitation;
}

const maxUrls = 20;

/**
 * Sends a request until the server no longer responds with -32042 (URL elicitation required, revision 2025-11-25). The user
 * is asked to open each page in turn. When all are open, the request is sent again once the server reports them complete or
 * the user continues. A page that is required again with the same message is not done yet and is not asked for a second
 * time; a new page, or a new message, is.
 * @throws HostError `CallFailed` if the list cannot be used (then no page is shown); `CallDeclined` or `CallCancelled`
 * by the user's answer.
 * Source: MCP specification 2025-11-25, client/elicitation, "URL Elicitation Required Error".
 */
export async function throughRequiredUrls(send: () => Promise<unknown>, context: ElicitingRequest): Promise<unknown> {
  const { signal } = context;
  const waiting = new RequiredPagesWait(context);
  try {
    for (;;) {
      try {
        return await rejectOnAbort(send(), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!requiresPages(error)) {
          throw error;
        }
        const required = readRequired(error, context);
        const fresh = notOpened(required, waiting.opened);
        if (fresh.length > 0) {
          waiting.reset();
        }
        await askInTurn(fresh, required, context);
        await waiting.wait(required.map(({ elicitation }) => elicitation));
      }
    }
  } finally {
    waiting.reset();
  }
}

/** True for the error -32042: the user has to open pages before the server serves the request. */
export function requiresPages(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.UrlElicitationRequired;
}

/** Reads the whole list strictly, before the first page is shown. */
function readRequired({ data }: ProtocolError, { elicitations, call }: ElicitingRequest): readonly RequiredUrl[] {
  const list = isRecord(data) ? data['elicitations'] : undefined;
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const listProblem = problemOfList(list, elicitations.context.modes.url);
  const { exchanges } = elicitations;
  if (listProblem !== undefined) {
    const id = randomUUID();
    const limits: LimitCode[] = entries.length > maxUrls ? ['requiredPages'] : [];
    const findings = [`Refused: ${listProblem}.`];
    exchanges.asked({ id, way: 'required', received: data, findings, codes: { limits, unread: true } }, call);
    exchanges.unanswered(id, ended, 'refused');
    elicitations.logRefusal(listProblem);
    throw malformed(listProblem);
  }
  const problems: string[] = [];
  const required = entries.flatMap((received, index) => {
    const id = randomUUID();
    const asked = (found: Pick<Exchange, 'findings' | 'codes'>) =>
      exchanges.asked({ id, way: 'required', key: String(index), received, ...found }, call);
    const entry = readEntry(received);
    if (entry instanceof ProtocolError) {
      problems.push(`elicitations[${index}]: ${entry.message}`);
      asked({
        findings: [`Refused: ${entry.message}`],
        codes: refusalCodes(entry, received, elicitations.context.urls),
      });
      exchanges.unanswered(id, ended, 'refused');
      return [];
    }
    asked(exchangeFindings(entry, received, elicitations.context.urls));
    return [{ id, elicitation: entry }];
  });
  const [problem] = problems;
  if (problem !== undefined) {
    for (const { id } of required) {
      exchanges.unanswered(id, ended, 'refused');
    }
    elicitations.logRefusal(problem);
    throw malformed(problem);
  }
  return required;
}

const ended = 'Nothing was sent: the call was ended, because the list cannot be used.';

function problemOfList(list: unknown, declared: boolean): string | undefined {
  if (!declared) {
    return 'opening pages is switched off for this server';
  }
  if (!Array.isArray(list)) {
    return '"elicitations" must be a list';
  }
  if (list.length === 0) {
    return '"elicitations" is empty';
  }
  return list.length > maxUrls ? `it lists ${list.length} pages, and at most ${maxUrls} can be shown` : undefined;
}

/** The entry, or the error that describes why it is not valid. */
function readEntry(entry: unknown): UrlElicitation | ProtocolError {
  if (!isRecord(entry)) {
    return refusedElicitation(ProtocolErrorCode.InvalidParams, 'must be an object.', {});
  }
  if (entry['mode'] !== 'url') {
    const codes = { findings: ['refused.mode'] };
    return refusedElicitation(ProtocolErrorCode.InvalidParams, 'mode: must be "url".', codes);
  }
  try {
    return readUrlElicitation(entry, 'legacy');
  } catch (error) {
    if (error instanceof ProtocolError) {
      return error;
    }
    throw error;
  }
}

/** The pages that the user has not opened with the same message, without duplicates. */
function notOpened(required: readonly RequiredUrl[], opened: ReadonlySet<string>): readonly RequiredUrl[] {
  const seen = new Set(opened);
  return required.filter(({ elicitation }) => {
    const subject = pageKey(elicitation);
    return !seen.has(subject) && seen.add(subject);
  });
}

/**
 * Asks for each page only after the one before is settled. All pages of one error count as one elicitation. If the server has
 * exceeded its rate limit or is muted, they wait until the user allows them.
 */
async function askInTurn(
  asked: readonly RequiredUrl[],
  required: readonly RequiredUrl[],
  { elicitations, call, signal }: ElicitingRequest,
): Promise<void> {
  const { exchanges } = elicitations;
  const groupId = randomUUID();
  let index = 0;
  let withheld: Unasked | undefined;
  const limited = (limit: LimitCode) => {
    for (const { id } of asked) {
      exchanges.limited(id, limit);
    }
  };
  try {
    const verdict = asked.length > 0 ? elicitations.admission.admit(call) : undefined;
    if (verdict?.ok === false) {
      withheld = verdict.reason;
      limited(verdict.limit);
      await elicitations.admission.waitUntilAllowed({ call, signal, count: asked.length, reason: withheld });
      withheld = undefined;
      limited('allowed');
    }
    for (const { id, elicitation } of asked) {
      signal.throwIfAborted();
      const group = asked.length > 1 ? { id: groupId, index, size: asked.length } : undefined;
      const problem = problemOf(await elicitations.ask({ id, elicitation, call, group }));
      if (problem) {
        throw problem;
      }
      exchanges.unanswered(
        id,
        'The page was opened. There is no reply to an entry of this error: the call is sent again.',
      );
      index += 1;
    }
    for (const { id } of required) {
      exchanges.unanswered(id, 'The page is open already; the person was not asked again.', 'opened');
    }
  } catch (error) {
    for (const { id } of required) {
      const reason = error instanceof HostError ? error.summary : t('The call ended.');
      exchanges.unanswered(id, `Nothing was sent. ${reason}`, withheld);
    }
    throw error;
  }
}

function problemOf(settlement: Settlement): HostError | undefined {
  if (settlement.kind === 'withdrawn') {
    return new HostError({ name: 'CallCancelled', summary: settlement.withdrawal.reason });
  }
  switch (settlement.decision.action) {
    case 'accept':
      return undefined;
    case 'decline':
      return new HostError({
        name: 'CallDeclined',
        summary: t('The server requires a page to be opened first, and that was declined.'),
      });
    case 'cancel':
      return new HostError({
        name: 'CallCancelled',
        summary: t('The server requires a page to be opened first, and that was cancelled.'),
      });
  }
}

function malformed(problem: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t(
      'The server requires pages to be opened first, but they cannot be shown: {0}.',
      problem.replace(/\.$/, ''),
    ),
    remedy: t('The server has to be corrected.'),
  });
}
