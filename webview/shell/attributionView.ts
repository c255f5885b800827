import { t } from '@vscode/l10n';
import type { ServerLabel } from '#bridge/messages.ts';
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';
import { el } from './dom.ts';

/** An element with the configured name of the server. */
export function serverName(server: ServerLabel): HTMLElement {
  return el('bdi', { class: 'server-name' }, inOneLine(server.name, 80) || t('(no name)'));
}

/** An element with a name that the server chose. Quotation marks in the name cannot end the quotation. */
export function quotedName(name: string): HTMLElement {
  return el('bdi', { class: 'quoted' }, withoutQuotationMarks(inOneLine(name)));
}
