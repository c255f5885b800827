import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { pageKey } from '#core/elicitation/elicitationKey.ts';
import { readUrlElicitation, type UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { exchangeFindings, refusalCodes } from '#core/elicitation/exchangeFindings.ts';
import { refusedElicitation } from '#core/elicitation/refusedElicitation.ts';
import type { Exchange, NotShownReason } from '#core/inbox/exchanges.ts';
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
 * Sends a request until the server responds with something else than -32042 (URL elicitation required, revision 2025-11-25).
 * Before each repetition the user is asked to open the pages: see `RequiredUrls`.
 * @throws the errors of `RequiredUrls.ask`, and that of `send` if it is another error
 * Source: MCP specification 2025-11-25, client/elicitation, "URL Elicitation Required Error".
 */
export async function throughRequiredUrls(send: () => Promise<unknown>, context: ElicitingRequest): Promise<unknown> {
  const { signal } = context;
  const requiredUrls = new RequiredUrls(context);
  try {
    for (;;) {
      try {
        return await rejectOnAbort(send(), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!requiresPages(error)) {
          throw error;
        }
        await requiredUrls.ask(error.data);
      }
    }
  } finally {
    requiredUrls.end();
  }
}

/** The pages that a server requires before it processes one request. Its owner calls `end` when the request has ended. */
export class RequiredUrls {
  readonly #context: ElicitingRequest;
  readonly #wait: RequiredPagesWait;

  constructor(context: ElicitingRequest) {
    this.#context = context;
    this.#wait = new RequiredPagesWait(context);
  }

  /**
   * Asks the user to open one page after the other. Resolves when the request is to be sent again: once all pages are open, and the
   * server has reported all of them complete or the user continues. If a page is required again with the same message, it is not
   * done yet, and the user is not asked to open it again.
   * @param data the `data` of the error -32042
   * @throws HostError `CallFailed` if the list cannot be used (then no page is shown)
   * @throws HostError `CallDeclined` or `CallCancelled` if the user does not accept a page
   * @throws the signal's reason if the signal is aborted
   */
  async ask(data: unknown): Promise<void> {
    const required = readRequired(data, this.#context);
    const unopened = withoutOpened(required, this.#wait.openedKeys);
    if (unopened.length > 0) {
      this.#wait.reset();
    }
    await askInTurn(unopened, required, this.#context);
    await this.#wait.wait(required.map(({ elicitation }) => elicitation));
  }

  end(): void {
    this.#wait.reset();
  }
}

/** True for the error -32042: the user must open pages before the server processes the request. */
export function requiresPages(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.UrlElicitationRequired;
}

/** Reads the list of the error. One invalid element makes the whole list unusable. */
function readRequired(data: unknown, { elicitations, call }: ElicitingRequest): readonly RequiredUrl[] {
  const list = isRecord(data) ? data['elicitations'] : undefined;
  const elements: readonly unknown[] = Array.isArray(list) ? list : [];
  const listProblem = listProblemOf(list, elicitations.context.modes.url);
  const { exchanges } = elicitations;
  if (listProblem !== undefined) {
    const id = randomUUID();
    const limits: LimitCode[] = elements.length > maxUrls ? ['requiredPages'] : [];
    const findings = [`Refused: ${listProblem}.`];
    exchanges.addRequest({ id, arrival: 'required', received: data, findings, codes: { limits, unread: true } }, call);
    exchanges.setNoReply(id, unusableListNote, 'refused');
    elicitations.logRefusal(listProblem);
    throw unusableListError(listProblem);
  }
  const problems: string[] = [];
  const required = elements.flatMap((received, index) => {
    const id = randomUUID();
    const addExchange = (details: Pick<Exchange, 'findings' | 'codes'>) =>
      exchanges.addRequest({ id, arrival: 'required', key: String(index), received, ...details }, call);
    const elicitation = readElement(received);
    if (elicitation instanceof ProtocolError) {
      problems.push(`elicitations[${index}]: ${elicitation.message}`);
      addExchange({
        findings: [`Refused: ${elicitation.message}`],
        codes: refusalCodes(elicitation, received, elicitations.context.urls),
      });
      exchanges.setNoReply(id, unusableListNote, 'refused');
      return [];
    }
    addExchange(exchangeFindings(elicitation, received, elicitations.context.urls));
    return [{ id, elicitation }];
  });
  const [problem] = problems;
  if (problem !== undefined) {
    for (const { id } of required) {
      exchanges.setNoReply(id, unusableListNote, 'refused');
    }
    elicitations.logRefusal(problem);
    throw unusableListError(problem);
  }
  return required;
}

const unusableListNote = 'Nothing was sent: the call was ended, because the list cannot be used.';

function listProblemOf(list: unknown, isUrlModeDeclared: boolean): string | undefined {
  if (!isUrlModeDeclared) {
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

/** Returns the elicitation of an element, or the error that describes its problem. */
function readElement(element: unknown): UrlElicitation | ProtocolError {
  if (!isRecord(element)) {
    return refusedElicitation(ProtocolErrorCode.InvalidParams, 'must be an object.', {});
  }
  if (element['mode'] !== 'url') {
    const codes = { findings: ['refused.mode'] };
    return refusedElicitation(ProtocolErrorCode.InvalidParams, 'mode: must be "url".', codes);
  }
  try {
    return readUrlElicitation(element, 'legacy');
  } catch (error) {
    if (error instanceof ProtocolError) {
      return error;
    }
    throw error;
  }
}

/** The pages that the user has not opened with the same message, without duplicates. */
function withoutOpened(required: readonly RequiredUrl[], openedKeys: ReadonlySet<string>): readonly RequiredUrl[] {
  const openedOrListed = new Set(openedKeys);
  return required.filter(({ elicitation }) => {
    const key = pageKey(elicitation);
    return !openedOrListed.has(key) && openedOrListed.add(key);
  });
}

/**
 * Asks the user to open each page of `unopened`, after the request for the previous one is settled. All pages of one error
 * count as one elicitation. If the server has exceeded its rate limit or is muted, the pages wait until the user allows them.
 */
async function askInTurn(
  unopened: readonly RequiredUrl[],
  required: readonly RequiredUrl[],
  { elicitations, call, signal }: ElicitingRequest,
): Promise<void> {
  const { exchanges } = elicitations;
  const groupId = randomUUID();
  let index = 0;
  let withheld: NotShownReason | undefined;
  const addLimit = (limit: LimitCode) => {
    for (const { id } of unopened) {
      exchanges.addLimit(id, limit);
    }
  };
  try {
    const verdict = unopened.length > 0 ? elicitations.admission.admit(call) : undefined;
    if (verdict?.ok === false) {
      withheld = verdict.reason;
      addLimit(verdict.limit);
      await elicitations.admission.waitUntilAllowed({ call, signal, count: unopened.length, reason: withheld });
      withheld = undefined;
      addLimit('allowed');
    }
    for (const { id, elicitation } of unopened) {
      signal.throwIfAborted();
      const group = unopened.length > 1 ? { id: groupId, index, size: unopened.length } : undefined;
      const error = settlementError(await elicitations.ask({ id, elicitation, call, group }));
      if (error) {
        throw error;
      }
      exchanges.setNoReply(
        id,
        'The page was opened. There is no reply to an entry of this error: the call is sent again.',
      );
      index += 1;
    }
    for (const { id } of required) {
      exchanges.setNoReply(id, 'The page is open already; the person was not asked again.', 'opened');
    }
  } catch (error) {
    for (const { id } of required) {
      const reason = error instanceof HostError ? error.summary : t('The call ended.');
      exchanges.setNoReply(id, `Nothing was sent. ${reason}`, withheld);
    }
    throw error;
  }
}

function settlementError(settlement: Settlement): HostError | undefined {
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

function unusableListError(problem: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t(
      'The server requires pages to be opened first, but they cannot be shown: {0}.',
      problem.replace(/\.$/, ''),
    ),
    remedy: t('The server has to be corrected.'),
  });
}
