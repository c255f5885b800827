import type { Screen, ScreenChanges, ToExtension, ToWebview } from '#bridge/messages.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';

/** A message about one screen. */
export type ScreenMessage = Extract<ToExtension, { screen: string }>;

/** A screen of the panel on the extension's side. It stores the user's inputs and handles the messages about the screen. */
export interface PanelScreen {
  readonly id: string;
  /** The id of the server that the screen is about. */
  readonly serverId: string;
  /** The configured name of the server that the screen is about. */
  readonly serverName: string;
  /** The request on the screen. Absent if the screen is not about a request. */
  readonly request?: ElicitationRequest;
  /** True if the user has to fill in or decide something. Other screens do not replace this one. */
  readonly waits: boolean;
  /** True if a server or a program waits until the user has settled the screen. The screen is counted while another one is shown. */
  readonly blocksServer: boolean;
  /** What the screen waits for, if not for the answer to a request. */
  readonly waitsFor?: 'arguments' | 'agreement' | 'delivery';
  /** True for an answer that was not delivered. */
  readonly undelivered?: true;
  /** Composes the data that the webview draws. `ignoreInputMs`: how long the buttons ignore input. */
  compose(ignoreInputMs: number): Screen;
  /** The properties of the screen that may change after it was drawn. Absent if none changes. */
  changes?(): ScreenChanges;
  /** Handles a message about this screen. `reply` posts to the webview. */
  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void;
  /** Settles the screen with the least effect, after the user closed the tab. */
  dismiss(): void;
  /** Handles that the webview could not draw the screen. If absent, the screen is dismissed. */
  drawFailed?(): void;
}

/** The name of a server on a screen, with the scope of its entry if it is not one of the user settings. */
export function serverLabel(definition: Pick<ServerDefinition, 'name' | 'scope'>, reportedName?: string) {
  const { name, scope } = definition;
  return {
    name,
    scope: scope.kind === 'folder' ? scope.name : scope.kind === 'workspace' ? 'workspace' : undefined,
    reportedName,
  };
}
