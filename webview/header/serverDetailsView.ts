import { t } from '@vscode/l10n';
import type { CallTarget, RunningCall, ServerDetails, ServerLabel } from '#bridge/messages.ts';
import { escapeInvisible, inBlock, inOneLine } from '#form/text.ts';
import { progressText } from '#webview/cards/cardTexts.ts';
import { quotedName, serverName } from '#webview/shell/attributionView.ts';
import { definedOnly, el, replaceChanged, setAttributes } from '#webview/shell/dom.ts';
import { serverScopeText } from '#webview/shell/shellTexts.ts';

/** What the details tell: about the server, and about the call. */
interface DetailsContent {
  readonly server: ServerLabel;
  readonly details: ServerDetails;
  readonly target: CallTarget | undefined;
  readonly progress: RunningCall['progress'] | undefined;
}

/**
 * The details of a server, which the button with its name shows and hides. They lie over the screen, so that they move nothing.
 * Escape, and a press or the focus outside of them, close them.
 */
export class ServerDetailsView {
  readonly element = el('dl', { class: 'server-details', id: 'server-details' });
  readonly #opener: HTMLElement;

  /** `opener`: the button, which is outside of the element. */
  constructor(opener: HTMLElement) {
    this.#opener = opener;
    this.close();
    setAttributes(opener, { 'aria-controls': this.element.id });
    opener.addEventListener('click', () => this.#setOpen(!this.#isOpen));
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !this.element.contains(target) && !opener.contains(target)) {
        this.close();
      }
    };
    document.addEventListener('pointerdown', closeOutside, { capture: true });
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', (event) => this.#handleKey(event), { capture: true });
  }

  show(content: DetailsContent): void {
    replaceChanged(this.element, rowsOf(content));
  }

  close(): void {
    this.#setOpen(false);
  }

  get #isOpen(): boolean {
    return !this.element.hidden;
  }

  #setOpen(isOpen: boolean): void {
    this.element.hidden = !isOpen;
    this.#opener.ariaExpanded = String(isOpen);
  }

  /** Escape closes the details; it does not reach the screen, which it would cancel. Tab leads from the button into them, and back. */
  #handleKey(event: KeyboardEvent): void {
    const inside = this.element.querySelector<HTMLElement>('[tabindex]');
    const [from, to] = event.shiftKey ? [inside, this.#opener] : [this.#opener, inside];
    if (this.#isOpen && event.key === 'Tab' && to && event.target === from) {
      event.preventDefault();
      to.focus();
    } else if (this.#isOpen && event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
      this.#opener.focus();
    }
  }
}

function rowsOf({ server, details, target, progress }: DetailsContent): HTMLElement[] {
  const { url, command, revision, asker } = details;
  const plain = (text: string) => el('bdi', {}, text);
  const row = (label: string, value: Node | undefined) =>
    value && el('div', { class: 'answer-row' }, el('dt', {}, label), el('dd', {}, value));
  const scope = serverScopeText(server);
  return definedOnly([
    row(t('Server'), serverName(server)),
    row(t('Calls itself'), server.reportedName ? quotedName(server.reportedName) : undefined),
    row(t('The agent calls itself'), asker?.reportedName ? quotedName(asker.reportedName) : undefined),
    row(t('Defined as'), scope === undefined ? undefined : plain(scope)),
    row(t('Address'), url === undefined ? undefined : plain(inOneLine(escapeInvisible(url), 500))),
    row(t('Program'), command === undefined ? undefined : plain(inOneLine(escapeInvisible(command), 500))),
    row(t('Protocol revision'), revision === undefined ? undefined : plain(inOneLine(revision, 40))),
    row(t('Folder of the agent'), asker?.folder === undefined ? undefined : plain(escapeInvisible(asker.folder, 500))),
    target && row(targetLabel(target.kind), quotedName(target.name)),
    row(t('Arguments'), asker?.arguments === undefined ? undefined : argumentsBlock(asker.arguments)),
    row(t('Progress'), progress && plain(progressText(progress))),
  ]);
}

/** The arguments of the call, which the agent chose. */
function argumentsBlock(json: string): HTMLElement {
  const name = t('Arguments');
  return el('pre', { class: 'code-block', dir: 'ltr', tabindex: 0, role: 'group', 'aria-label': name }, inBlock(json));
}

function targetLabel(kind: CallTarget['kind']): string {
  switch (kind) {
    case 'tool':
      return t('Tool');
    case 'prompt':
      return t('Prompt');
    case 'resource':
      return t('Resource');
  }
}
