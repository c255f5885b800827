import { t } from '@vscode/l10n';
import type { CallTarget, ServerLabel } from '#bridge/messages.ts';
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';
import { definedOnly, el } from './dom.ts';
import { interpolate } from './interpolate.ts';
import { endedCallText, runningCallText, serverScopeText } from './shellTexts.ts';

/** An element with the configured name of the server. */
export function serverName(server: ServerLabel): HTMLElement {
  return el('bdi', { class: 'server-name' }, inOneLine(server.name, 80) || t('(no name)'));
}

/** An element with a name that the server chose. Quotation marks in the name cannot end the quotation. */
export function quotedName(name: string): HTMLElement {
  return el('bdi', { class: 'quoted' }, withoutQuotationMarks(inOneLine(name)));
}

/** The lines under a heading about a server: its scope, and the name that it reports. */
export function attribution(server: ServerLabel): HTMLElement | undefined {
  return drawLines(server);
}

/** The attribution of a request: server and call. The call can end while the request waits. */
export class RequestAttribution {
  readonly element: HTMLElement | undefined;
  readonly #call: CallTarget | undefined;
  readonly #callLine = el('li', {});
  #isEnded: boolean | undefined;

  constructor(server: ServerLabel, call: CallTarget | undefined, isEnded: boolean) {
    this.#call = call;
    this.show(isEnded);
    this.element = drawLines(server, call && this.#callLine);
  }

  show(isEnded: boolean): void {
    if (this.#call && isEnded !== this.#isEnded) {
      this.#isEnded = isEnded;
      const { kind, name } = this.#call;
      const text = isEnded ? endedCallText<Node | string> : runningCallText<Node | string>;
      this.#callLine.replaceChildren(...text(kind, quotedName(name)));
    }
  }
}

/** Each line is a list item, so that no name can look like the next line. */
function drawLines(server: ServerLabel, callLine?: HTMLElement): HTMLElement | undefined {
  const scope = serverScopeText(server);
  const reportedName =
    server.reportedName && inOneLine(server.reportedName) !== inOneLine(server.name) ? server.reportedName : undefined;
  const lines = definedOnly([
    scope === undefined ? undefined : el('li', { class: 'scope' }, el('bdi', {}, scope)),
    reportedName === undefined
      ? undefined
      : el('li', {}, ...interpolate<Node | string>(t('calls itself {0}'), quotedName(reportedName))),
    callLine,
  ]);
  return lines.length > 0 ? el('ul', { class: 'attribution' }, ...lines) : undefined;
}
