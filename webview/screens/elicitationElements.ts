import { t } from '@vscode/l10n';
import type { CallTarget, ScreenOf } from '#bridge/messages.ts';
import { formatNumber, spaceAfter } from '#form/language.ts';
import { inBlock } from '#form/text.ts';
import type { Action } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { foldable } from '#webview/shell/foldedText.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import type { ScreenParts } from './screenFrame.ts';

/** The maximum length of the part of a message that is initially shown. In UTF-16 code units. */
const maxShownLength = 100_000;

/** The longest first line of a message that is a heading. In UTF-16 code units. */
const maxHeadingLength = 300;

/**
 * The server's message as plain text, folded to its first lines; `undefined` if it is blank. A very long message is cut, with a
 * button for the rest. `heading`: contains the beginning of the message, and is part of it.
 */
export function messageBlock(message: string, heading?: MessageHeading): HTMLElement | undefined {
  if (!message.trim()) {
    return undefined;
  }
  const restOf = (shown: string) => withFewBlankLines(shown.slice(heading?.length ?? 0)).replace(/^\n/, '');
  const text = el('div', {}, restOf(inBlock(message, maxShownLength)));
  const block = el('div', { class: 'message', dir: 'auto' }, heading?.element, text);
  const messageElement = scrollable(block, t('What the server says'));
  if (message.length <= maxShownLength) {
    return foldable(messageElement);
  }
  const hiddenCount = message.length - maxShownLength;
  const showRest = el(
    'button',
    { type: 'button', class: 'link' },
    hiddenCount === 1
      ? t('Show the rest of the message: 1 character')
      : t('Show the rest of the message: {0} characters', formatNumber(hiddenCount)),
  );
  showRest.addEventListener('click', () => {
    text.textContent = restOf(inBlock(message));
    showRest.remove();
    block.focus();
  });
  const cutNote = el(
    'p',
    { class: 'hint cut-note' },
    t('This message is very long. Only its beginning is shown.'),
    ' ',
    showRest,
  );
  showRest.addEventListener('click', () => cutNote.remove());
  return foldable(messageElement, cutNote);
}

/** The text with at most one blank line between two others, and none at the end. */
function withFewBlankLines(text: string): string {
  return text.trimEnd().replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n');
}

/** A heading with the beginning of a message. */
interface MessageHeading {
  readonly element: HTMLElement;
  /** The length of the part of the message that the heading contains. In UTF-16 code units. */
  readonly length: number;
}

/**
 * The heading of a request: its message, so far as that is a line of its own. Screen readers announce whose words it is. `ownHeading`
 * is the heading if there is no such line.
 */
export function requestHeading(
  { server, message }: ScreenOf<'form' | 'url'>,
  ownHeading: readonly (Node | string)[],
): Pick<ScreenParts, 'heading' | 'drawHeading'> {
  const [line = ''] = inBlock(message, maxShownLength).split('\n', 1);
  if (!line.trim() || line.length > maxHeadingLength) {
    return {
      heading: ownHeading,
      drawHeading: (element) => definedOnly([element, messageBlock(message)]),
    };
  }
  const asks = t('{0} asks:');
  const asker = el(
    'span',
    { class: 'visually-hidden', dir: 'auto' },
    ...interpolate<Node | string>(asks, serverName(server)),
    spaceAfter(asks),
  );
  return {
    heading: [asker, line],
    drawHeading: (element) => definedOnly([messageBlock(message, { element, length: line.length })]),
  };
}

/** Says why none of the buttons is the obvious one; `undefined` unless the tool is declared destructive. */
export function destructiveText(target: CallTarget | undefined): string | undefined {
  return target?.isDestructive ? t('This tool may change or delete data.') : undefined;
}

/** A line above the buttons; `undefined` if there is no text. */
export function warningLine(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : el('p', { class: 'warning-line' }, icon('warning'), el('span', {}, text));
}

export function declineRestLabel(): string {
  return t('Decline for the Rest of This Call');
}

/** True if the user declined the same request before, and can decline it for the rest of the call. */
export function canDeclineRest({ declinedBefore, call }: ScreenOf<'form' | 'url'>): boolean {
  return declinedBefore && call !== undefined;
}

/** The text about an earlier decline of the same request; `undefined` if there was none. */
export function declinedBeforeText({ declinedBefore }: ScreenOf<'form' | 'url'>): string | undefined {
  return declinedBefore ? t('You declined this before, and the server asks again.') : undefined;
}

/** A line above the request, with a button; `undefined` if there is no text. */
export function infoLine(text: string | undefined, lineButton?: HTMLElement): HTMLElement | undefined {
  return text === undefined
    ? undefined
    : el('div', { class: 'info-line' }, icon('info'), el('p', {}, text), lineButton);
}

/** An action that replies to the request. */
export function answerAction(label: string, run: () => void): Action {
  return { label, appearance: 'secondary', unavailableWhileBusy: true, run };
}

/** The action of a request that the user can answer in the agent that asks; `undefined` for any other request. */
export function answerInAgentAction({ answersInAgent }: ScreenOf<'form' | 'url'>, run: () => void): Action | undefined {
  return answersInAgent && answerAction(t('Answer in the Terminal'), run);
}

/** The actions that reply without answers, which users confuse: each has a note (MCP, elicitation, "Response actions"). */
export function declineAction(run: () => void, note = t('Tells the server no. It gets no answers.')): Action {
  return { ...answerAction(t('Decline'), run), place: 'decline', note };
}

export function cancelAction(
  run: () => void,
  note = t('Tells the server that you did not decide. It gets no answers.'),
): Action {
  return { ...answerAction(t('Cancel'), run), place: 'cancel', note };
}
