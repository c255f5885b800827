import type { Screen, ScreenChanges, ToExtension, ToWebview } from '#bridge/messages.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';

/** A message about one screen. */
export type ScreenMessage = Extract<ToExtension, { screen: string }>;

/** A screen of the panel, on the extension's side. It holds the user's inputs and handles the messages about it. */
export interface PanelScreen {
  readonly id: string;
  /** The configured name of the server that the screen is about. */
  readonly serverName: string;
  /** The request on the screen. Absent: the screen is about something else. */
  readonly request?: ElicitationRequest;
  /** True if the user has to fill in or decide something: other screens do not replace it. */
  readonly waits: boolean;
  /** True if a server or a program waits until the user has settled the screen: it is counted while another one is shown. */
  readonly blocksServer: boolean;
  /** True for an answer that was not delivered. */
  readonly undelivered?: true;
  /** What the webview draws. `ignoreInputMs`: how long its buttons ignore input. */
  draw(ignoreInputMs: number): Screen;
  /** The part of the screen that may change after it was drawn. Absent: nothing changes. */
  changes?(): ScreenChanges;
  /** Handles a message about this screen. `reply` posts to the webview. */
  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void;
  /** The user closed the tab: settles the screen with the least effect. */
  dismiss(): void;
  /** The webview could not draw the screen. Absent: the screen is dismissed. */
  drawFailed?(): void;
}

/** The name of a server on a screen, and the scope of its entry if it is not the user's own. */
export function serverLabel(definition: Pick<ServerDefinition, 'name' | 'scope'>, reportedName?: string) {
  const { name, scope } = definition;
  return {
    name,
    scope: scope.kind === 'folder' ? scope.name : scope.kind === 'workspace' ? 'workspace' : undefined,
    reportedName,
  };
}
