import { t } from '@vscode/l10n';
import type { ScreenOf, ShownKeptOutcome } from '#bridge/messages.ts';
import { inBlock, inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { targetTitle } from '#webview/shell/shellTexts.ts';
import { ResultList } from './resultList.ts';
import { drawFoldedPart, drawResultPart, type PartActions } from './resultParts.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { EarlierStepsView } from './stepsView.ts';

type ResultAction = 'runAgain' | 'changeArguments' | 'copyResult' | 'back' | 'cancel';

/** The screen of an ended call: its result or error, its arguments and earlier steps, and other results. */
export function drawResultScreen(screen: ScreenOf<'result'>, post: PostToExtension): ScreenView {
  const action = (label: string, type: ResultAction, more: Partial<Action> = {}): Action => ({
    label,
    appearance: 'secondary',
    unavailableWhileBusy: false,
    run: () => post({ type, screen: screen.id }),
    ...more,
  });
  /** An action that begins a call. Only one of these is done: the call takes the place of the result. */
  const beginning = (label: string, type: 'runAgain' | 'changeArguments', more: Partial<Action>): Action =>
    action(label, type, {
      unavailableWhileBusy: true,
      run: () => {
        bar.setBusy(t('Starting…'));
        post({ type, screen: screen.id });
      },
      ...more,
    });
  const { id, outcome, ignoreInputMs, canGoBack, canChangeArguments, withoutArguments } = screen;
  const results = new ResultList({ heading: t('Other results') }, screen.results, post);
  const runAgain = beginning(t('Run Again'), 'runAgain', {
    place: 'main',
  });
  const close = action(t('Close'), 'cancel', { place: 'cancel' });
  const isFinished = outcome.kind === 'result' && !outcome.failed;
  const back = canGoBack ? [action(t('Back'), 'back', { appearance: 'link', unavailableWhileBusy: true })] : [];
  const copy = outcome.kind === 'result' ? [action(t('Copy'), 'copyResult', { appearance: 'link' })] : [];
  const tools = [...back, ...copy];
  const actions: PartActions = {
    read: (uri) => post({ type: 'readResource', screen: id, uri }),
    openInEditor: (part) => post({ type: 'openPart', screen: id, part }),
  };
  const parts = drawOutcome(outcome, actions);
  const bar = new ActionBar(
    [
      ...(withoutArguments ? [] : [runAgain]),
      ...(canChangeArguments ? [beginning(t('Change Arguments'), 'changeArguments', { place: 'decline' })] : []),
      close,
    ],
    { ignoreInputMs, elsewhere: tools },
  );
  const frame = drawScreenFrame({
    heading: interpolate<Node | string>(
      t('Result of {0} on {1}'),
      el('bdi', {}, targetTitle(screen.target)),
      serverName(screen.server),
    ),
    content: [
      tools.length > 0
        ? el(
            'div',
            { class: 'result-tools' },
            ...back.map((tool) => bar.button(tool)),
            isFinished ? el('span', { class: 'result-outcome' }, icon('check'), t('Finished')) : undefined,
            ...copy.map((tool) => bar.button(tool)),
          )
        : undefined,
      el('div', { class: 'result-parts' }, ...parts),
      screen.callArguments === undefined
        ? undefined
        : drawFoldedPart('arguments', t('Arguments'), screen.callArguments, actions),
      screen.earlierSteps && new EarlierStepsView(screen.earlierSteps, 'count').element,
      withoutArguments &&
        el(
          'p',
          { class: 'hint' },
          t('Its arguments had secrets and are not kept, so it cannot be run again from here.'),
        ),
      results.element,
    ],
    bar,
    cancel: close,
  });
  return {
    ...frame,
    announcement: resultAnnouncement(targetTitle(screen.target), outcome),
    onRejected: () => bar.setBusy(undefined),
    update: (newer) => results.show(newer.results ?? []),
  };
}

/** The list of results as a screen of its own. */
export function drawResultListScreen(screen: ScreenOf<'results'>, post: PostToExtension): ScreenView {
  const results = new ResultList({ emptyText: t('No results are kept.') }, screen.results, post);
  const close: Action = {
    label: t('Close'),
    appearance: 'secondary',
    unavailableWhileBusy: false,
    place: 'cancel',
    run: () => post({ type: 'cancel', screen: screen.id }),
  };
  const { ignoreInputMs, canGoBack } = screen;
  const back: Action = {
    label: t('Back'),
    appearance: 'link',
    unavailableWhileBusy: false,
    run: () => post({ type: 'back', screen: screen.id }),
  };
  const bar = new ActionBar([close], { ignoreInputMs, elsewhere: canGoBack ? [back] : [] });
  const tools = canGoBack ? el('div', { class: 'result-tools' }, bar.button(back)) : undefined;
  return drawScreenFrame(
    { heading: [t('Results')], content: [tools, results.element], bar, cancel: close },
    { announcement: [t('Results')], update: (newer) => results.show(newer.results ?? []) },
  );
}

type ResultMismatch = NonNullable<Extract<ShownKeptOutcome, { kind: 'result' }>['mismatch']>;

/** Each begins with words of this extension, because the title is the server's. */
function resultAnnouncement(title: string, outcome: ShownKeptOutcome): string[] {
  switch (outcome.kind) {
    case 'result':
      return [
        outcome.failed ? t('The server reports that {0} failed', title) : t('The result of {0} is here', title),
        ...(outcome.mismatch ? [mismatchHead(outcome.mismatch)] : []),
      ];
    case 'error':
      return [t('The call of {0} failed', title), inOneLine(outcome.summary, 200)];
    case 'cancelled':
      return [t('The call of {0} was cancelled', title)];
    case 'declined':
      return [t('The call of {0} was declined', title)];
  }
}

function drawOutcome(outcome: ShownKeptOutcome, actions: PartActions): HTMLElement[] {
  switch (outcome.kind) {
    case 'cancelled':
      return [el('p', {}, t('The call was cancelled. There is no result.'))];
    case 'declined':
      return [el('p', { dir: 'auto' }, inBlock(outcome.summary))];
    case 'error':
      return [
        el(
          'div',
          { class: 'banner error' },
          icon('error'),
          el(
            'div',
            { class: 'banner-text' },
            el('p', { class: 'banner-head', dir: 'auto' }, inBlock(outcome.summary)),
            outcome.remedy ? el('p', { dir: 'auto' }, inBlock(outcome.remedy)) : undefined,
          ),
        ),
        ...(outcome.detail ? [drawFoldedPart('details', t('Details'), outcome.detail, actions)] : []),
      ];
    case 'result': {
      const failed = el(
        'div',
        { class: 'banner error' },
        icon('error'),
        el('p', { class: 'banner-text banner-head' }, t('The server ran this and reports that it failed.')),
      );
      const parts = outcome.parts.map((part, index) => drawResultPart(part, index, actions));
      const empty = el('p', { class: 'hint' }, t('The result is empty.'));
      const mismatch = outcome.mismatch ? [drawMismatch(outcome.mismatch)] : [];
      return [...(outcome.failed ? [failed] : []), ...mismatch, ...(parts.length > 0 ? parts : [empty])];
    }
  }
}

function mismatchHead({ unchecked }: ResultMismatch): string {
  return unchecked === undefined
    ? t('The structured content does not match the output schema of the tool.')
    : t('The structured content was not checked against the output schema of the tool.');
}

function drawMismatch({ problems, unchecked }: ResultMismatch): HTMLElement {
  const lines = unchecked === undefined ? problems : [unchecked];
  return el(
    'div',
    { class: 'banner warning' },
    icon('warning'),
    el(
      'div',
      { class: 'banner-text' },
      el('p', { class: 'banner-head' }, mismatchHead({ problems, unchecked })),
      ...lines.map((one) => el('p', { dir: 'auto' }, inOneLine(one, 300))),
    ),
  );
}
