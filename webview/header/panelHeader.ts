import { t } from '@vscode/l10n';
import type {
  CallTarget,
  RunningCall,
  Screen,
  ScreenChanges,
  ServerDetails,
  ShownSteps,
  View,
} from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { escapeInvisible, hasInvisible, inOneLine } from '#form/text.ts';
import { stopConsequenceText, stopLabel, waitingText } from '#webview/cards/cardTexts.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { quotedName, serverName } from '#webview/shell/attributionView.ts';
import { definedOnly, el, replaceChanged, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { ignoreInputMs } from '#webview/shell/presses/inputPause.ts';
import { serverScopeText, stepText, targetText } from '#webview/shell/shellTexts.ts';
import { type HeaderSubject, subjectOf } from './headerSubject.ts';
import { QueueStrip } from './queueStrip.ts';
import { ServerDetailsView } from './serverDetailsView.ts';
import { shortenedText } from './shortenedText.ts';

/**
 * The line above every screen: the server, its tool and the step, the requests that wait, and the button that stops the call. It is not part of the screen, so it stays while the screens change.
 */
export class PanelHeader {
  readonly element: HTMLElement;
  readonly #post: PostToExtension;
  readonly #name = el('button', { type: 'button', class: 'header-name' });
  readonly #details = new ServerDetailsView(this.#name);
  /** The texts after the name. */
  readonly #parts = el('p', { class: 'header-parts' });
  /** The number of waiting requests, for screen readers: the queue shows it to others. */
  readonly #waiting = el('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #queue: QueueStrip;
  readonly #stopPlace = el('div', { class: 'header-stop' });
  readonly #warnings = el('div', { class: 'header-warnings', role: 'note' });
  #stop: { readonly call: string; readonly bar: ActionBar; readonly action: Action } | undefined;
  #screen: Screen | undefined;

  constructor(post: PostToExtension) {
    this.#post = post;
    this.#queue = new QueueStrip(post);
    this.element = el(
      'header',
      { class: 'panel-header' },
      el(
        'div',
        { class: 'header-row' },
        el(
          'div',
          { class: 'header-line' },
          this.#name,
          this.#parts,
          this.#queue.element,
          this.#stopPlace,
          this.#waiting,
        ),
        this.#warnings,
      ),
      this.#details.element,
      this.#queue.menu.element,
    );
    this.#showSubject(undefined, {}, undefined);
  }

  /** Shows the header of `view`. `changes`: the properties of its screen that can change after the screen was drawn. */
  show(view: View, changes: ScreenChanges): void {
    const { screen } = view;
    const isNew = screen.id !== this.#screen?.id;
    if (screen.kind !== 'drawn') {
      this.#screen = screen;
    }
    if (isNew) {
      this.#details.close();
    }
    const subject = this.#screen && subjectOf(this.#screen, changes, view);
    const call = view.calls.find(({ id }) => id === view.shownCall);
    this.#showSubject(subject, view.serverDetails ?? {}, call);
    this.#showStop(call);
    this.#showWaitingText(view);
    this.#queue.show(view.waiting, screen.id, subject?.target !== undefined);
  }

  #showSubject(subject: HeaderSubject | undefined, details: ServerDetails, call: RunningCall | undefined): void {
    this.#name.hidden = subject === undefined;
    if (!subject) {
      this.#warnings.hidden = true;
      replaceChanged(this.#parts, [el('span', { class: 'header-part' }, t('MCP Elicitation'))]);
      return;
    }
    const { server, target } = subject;
    const name = t('{0}: details of the server', inOneLine(server.name, 80));
    const shownName = serverName(server);
    // On the text, because a tooltip of the button would repeat its name to screen readers.
    shownName.title = name;
    setAttributes(this.#name, { 'aria-label': name });
    replaceChanged(this.#name, [shownName, icon('chevron')]);
    replaceChanged(this.#parts, partsOf(subject));
    this.#details.show({ server, details, target, progress: call?.progress });
    const warnings = definedOnly([nameWarning(subject, details), addressWarning(details)]);
    this.#warnings.hidden = warnings.length === 0;
    replaceChanged(
      this.#warnings,
      warnings.map((texts) => el('p', { class: 'header-warning' }, icon('warning'), el('span', {}, ...texts))),
    );
  }

  #showStop(call: RunningCall | undefined): void {
    if (call?.id !== this.#stop?.call) {
      this.#stop?.bar.dispose();
      this.#stop = call && this.#newStop(call.id);
      this.#stopPlace.replaceChildren(...(this.#stop ? [this.#stop.bar.element] : []));
    }
    if (call && this.#stop) {
      setAttributes(this.#stop.bar.button(this.#stop.action) ?? this.#stopPlace, {
        'aria-label': stopLabel(call.waiting),
        title: stopConsequenceText(call.waiting),
      });
    }
  }

  #newStop(call: string) {
    const action: Action = {
      label: t('Stop'),
      appearance: 'secondary',
      unavailableWhileBusy: false,
      run: () => this.#post({ type: 'stopCall', call }),
    };
    return { call, action, bar: new ActionBar([action], { ignoreInputMs, place: 'card' }) };
  }

  #showWaitingText({ screen, waitingBehind }: View): void {
    const isRequest = this.#screen?.kind === 'form' || this.#screen?.kind === 'url';
    const ofSameCall = isRequest && 'steps' in screen ? (screen.steps?.waiting ?? 0) : 0;
    const text = waitingText(waitingBehind, isRequest, ofSameCall) ?? '';
    if (this.#waiting.textContent !== text) {
      this.#waiting.textContent = text;
    }
  }
}

/** The scope of the server, its tool, and the step of the call; each in an element of its own, so that no name can look like the next. */
function partsOf({ server, target, candidates = [], steps, hasCallEnded }: HeaderSubject): HTMLElement[] {
  const scope = serverScopeText(server);
  const part = (className: string, ...texts: (Node | string)[]) => {
    const element = el('span', { class: `header-part ${className}` }, ...texts);
    // The text can be cut.
    element.title = element.textContent ?? '';
    return element;
  };
  return definedOnly([
    scope === undefined ? undefined : part('scope', el('bdi', {}, scope)),
    target &&
      part(
        'header-target',
        ...(target.kind === 'tool'
          ? [quotedName(target.name)]
          : targetText<Node | string>(target.kind, quotedName(target.name))),
      ),
    target === undefined && candidates.length > 0
      ? part('header-target', ...interpolate<Node | string>(t('one of {0}'), listed(candidates)))
      : undefined,
    hasCallEnded ? part('', t('the call has ended')) : undefined,
    steps && !hasCallEnded ? stepPart(steps) : undefined,
  ]);
}

/** The names of calls, each in an element of its own. */
function listed(targets: readonly CallTarget[]): HTMLElement {
  return el('span', {}, ...targets.flatMap(({ name }, at) => [at === 0 ? '' : ', ', quotedName(name)]));
}

/** "Step 2 of 4", or "2/4". */
function stepPart(steps: ShownSteps): HTMLElement {
  const full = stepText(steps);
  const { current, total } = steps;
  const short = [current + 1, ...(total === undefined ? [] : [total])].map((count) => formatNumber(count)).join('/');
  return el('span', { class: 'header-part header-step', title: full }, ...shortenedText(full, short));
}

/**
 * A warning about a server that the user has not connected to its agent, or about a name that the server reports, if the name imitates
 * another server, or has characters that nobody sees.
 */
function nameWarning({ server }: HeaderSubject, { imitatedName, asker }: ServerDetails): (Node | string)[] | undefined {
  const { reportedName } = server;
  if (asker?.isConnected === false) {
    return [
      asker.kind === 'agent'
        ? t('This is not a server that you connected.')
        : t('An extension asks this. The editor does not say which one.'),
    ];
  }
  if (reportedName === undefined) {
    return undefined;
  }
  if (imitatedName !== undefined) {
    return interpolate<Node | string>(
      t('It calls itself {0}, but it is not {1}, which is another of your servers.'),
      quotedName(reportedName),
      el('bdi', {}, inOneLine(imitatedName, 80)),
    );
  }
  return hasInvisible(reportedName)
    ? interpolate<Node | string>(t('It calls itself {0}, with invisible characters.'), quotedName(reportedName))
    : undefined;
}

/** A warning about the address of the server, if it imitates another or is not encrypted. */
function addressWarning({ addressFinding }: ServerDetails): (Node | string)[] | undefined {
  return (
    addressFinding &&
    interpolate<Node | string>(
      t('Its address is {0}. {1}'),
      el('bdi', {}, inOneLine(escapeInvisible(addressFinding.host), 80)),
      el('bdi', {}, addressFinding.sentence),
    )
  );
}
