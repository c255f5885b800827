import type { Screen, ToWebview, View } from '#bridge/messages.ts';
import type { PageName } from '#test/pages/harness/documentServer.ts';
import type { MessageTo, WebviewPage } from '#test/pages/harness/webviewPage.ts';

/** Something that one of the pages can show. */
export interface PageState<P extends PageName> {
  /** Unique; names its snapshot, so lower case and hyphens. */
  readonly name: string;
  readonly page: P;
  /** What the extension sends. Made anew each time, so that words of ours are in the language of that moment. */
  readonly messages: () => readonly MessageTo<P>[];
  /** What the person does then, and what the extension says to that. */
  readonly act?: (page: WebviewPage<P>) => Promise<void>;
}

export type PanelState = PageState<'panel'>;
export type HistoryState = PageState<'history'>;

/**
 * Text that is not the page's own: a server's, the person's, or such as arrives in words already. Marked, so that a test can
 * tell it from the page's words, which are to be translated.
 */
export function untranslated(text: string): string {
  return `‹${text}›`;
}

/** A panel that shows this screen and nothing else, or what `more` says. */
export function showScreen(screen: View['screen'], more: Partial<Omit<View, 'screen'>> = {}): ToWebview {
  return {
    type: 'show',
    view: { screen, waitingBehind: 0, calls: [], suspendedCalls: [], rateLimitCards: [], notices: [], ...more },
  };
}

/** A state in which the panel shows this screen. */
export function panelState(name: string, screen: () => Screen, more: () => Partial<View> = () => ({})): PanelState {
  return { name, page: 'panel', messages: () => [showScreen(screen(), more())] };
}

/** The same after the person has done something. */
export function afterAction(state: PanelState, act: NonNullable<PanelState['act']>): PanelState {
  return { ...state, act };
}

/** Opens a fresh document and brings it into the state, in which everything takes input. */
export async function openState<P extends PageName>(page: WebviewPage<P>, state: PageState<P>): Promise<void> {
  await page.load();
  await page.send(...state.messages());
  // Cards and questions that have just come are deaf at first.
  await page.advanceTime();
  await state.act?.(page);
  await page.advanceTime();
}
