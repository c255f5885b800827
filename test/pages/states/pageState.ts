import type { Screen, ToWebview, View } from '#bridge/messages.ts';
import type { PageName } from '#test/pages/harness/documentServer.ts';
import type { MessageTo, WebviewPage } from '#test/pages/harness/webviewPage.ts';

/** A state of one of the pages. */
export interface PageState<P extends PageName> {
  /** Unique, and the name of the snapshot: lower case and hyphens. */
  readonly name: string;
  readonly page: P;
  /** The messages of the extension. Created for each use, in the current language. */
  readonly messages: () => readonly MessageTo<P>[];
  /** The actions of the user after the messages, and the responses of the extension. */
  readonly act?: (page: WebviewPage<P>) => Promise<void>;
}

export type PanelState = PageState<'panel'>;
export type HistoryState = PageState<'history'>;

/**
 * Marks a text that is not translated: one of a server, of the user, or one that the extension has translated. Tests
 * distinguish it from the texts of the page.
 */
export function untranslated(text: string): string {
  return `‹${text}›`;
}

/** A message that shows this screen, with `more` above it. */
export function showScreen(screen: View['screen'], more: Partial<Omit<View, 'screen'>> = {}): ToWebview {
  return {
    type: 'show',
    view: {
      screen,
      waitingBehind: 0,
      waiting: [],
      calls: [],
      suspendedCalls: [],
      rateLimitCards: [],
      notices: [],
      ...more,
    },
  };
}

/** A state in which the panel shows this screen. */
export function panelState(name: string, screen: () => Screen, more: () => Partial<View> = () => ({})): PanelState {
  return { name, page: 'panel', messages: () => [showScreen(screen(), more())] };
}

/** A state after an action of the user. */
export function afterAction(state: PanelState, act: NonNullable<PanelState['act']>): PanelState {
  return { ...state, act };
}

/** Reloads the page and brings it into the state, in which everything takes input. */
export async function openState<P extends PageName>(page: WebviewPage<P>, state: PageState<P>): Promise<void> {
  await page.load();
  await page.send(...state.messages());
  // New cards and requests ignore input at first.
  await page.advanceTime();
  await state.act?.(page);
  await page.advanceTime();
}
