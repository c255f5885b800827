import { t } from '@vscode/l10n';
import type { CallTarget, ServerLabel } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { definedOnly, el } from './dom.ts';
import { interpolate } from './interpolate.ts';
import { endedCallText, runningCallText, serverScopeText } from './messages.ts';

/** The configured name of the server, in its own element. */
export function serverName(server: ServerLabel): HTMLElement {
  return el('bdi', { class: 'server-name' }, inOneLine(server.name, 80) || t('(no name)'));
}

/** A name that the server chose, in its own element. Quotation marks in it cannot end the quotation. */
export function quotedName(name: string): HTMLElement {
  return el('bdi', { class: 'quoted' }, inOneLine(name).replace(/["“”„‟«»]/g, "'"));
}

/**
 * The lines under a heading: the scope of the server, the name that it gives itself, and the call. Each line is an item
 * of its own, so that no name can look like the next line.
 */
export function attribution(server: ServerLabel): HTMLElement | undefined {
  return linesOf(server);
}

/** The attribution of a request, whose call can end while the request waits. */
export class RequestAttribution {
  readonly element: HTMLElement | undefined;
  readonly #call: CallTarget | undefined;
  readonly #line = el('li', {});
  #ended: boolean | undefined;

  constructor(server: ServerLabel, call: CallTarget | undefined, ended: boolean) {
    this.#call = call;
    this.show(ended);
    this.element = linesOf(server, call && this.#line);
  }

  show(ended: boolean): void {
    if (this.#call && ended !== this.#ended) {
      this.#ended = ended;
      const { kind, name } = this.#call;
      const text = ended ? endedCallText<Node | string> : runningCallText<Node | string>;
      this.#line.replaceChildren(...text(kind, quotedName(name)));
    }
  }
}

function linesOf(server: ServerLabel, call?: HTMLElement): HTMLElement | undefined {
  const scope = serverScopeText(server);
  const self =
    server.reportedName && inOneLine(server.reportedName) !== inOneLine(server.name) ? server.reportedName : undefined;
  const lines = definedOnly([
    scope === undefined ? undefined : el('li', { class: 'scope' }, el('bdi', {}, scope)),
    self === undefined
      ? undefined
      : el('li', {}, ...interpolate<Node | string>(t('calls itself {0}'), quotedName(self))),
    call,
  ]);
  return lines.length > 0 ? el('ul', { class: 'attribution' }, ...lines) : undefined;
}
