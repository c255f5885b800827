import type { Screen, ScreenChanges, ToExtension, ToWebview } from '#bridge/messages.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';

/** A message of the webview that belongs to one screen. */
export type ScreenMessage = Extract<ToExtension, { screen: string }>;

/** One thing that can fill the panel, on the extension's side. It owns what was typed and what a click means. */
export interface PanelScreen {
  readonly id: string;
  /** The configured name of the server it is about. */
  readonly serverName: string;
  /** The question, where it is a server's. */
  readonly request?: ElicitationRequest;
  /** True where something is to be filled in or decided: such a screen is not pushed aside by what arrives. */
  readonly waits: boolean;
  /** True where a server is held up until the person acts: such a screen is counted while another one is shown. */
  readonly holdsUp: boolean;
  /** True for an answer that did not arrive. */
  readonly undelivered?: true;
  /** What the webview draws. `ignoreInputMs`: milliseconds during which buttons ignore input. */
  draw(ignoreInputMs: number): Screen;
  /** What of it may change after it was drawn. Absent: nothing. */
  changing?(): ScreenChanges;
  /** What the person did on this very screen. `reply` goes back to the webview. */
  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void;
  /** The tab was closed: the mildest answer there is. */
  dismiss(): void;
  /** It could not be drawn. Absent: as if the tab was closed. */
  undrawn?(): void;
}

/** How a server is named on a screen. */
export function serverLabel(definition: Pick<ServerDefinition, 'name' | 'scope'>, selfName?: string) {
  const { name, scope } = definition;
  return {
    name,
    scope: scope.kind === 'folder' ? scope.name : scope.kind === 'workspace' ? 'workspace' : undefined,
    selfName,
  };
}
