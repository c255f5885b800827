import { t } from '@vscode/l10n';
import type { ScreenOf, ShownKeptOutcome } from '#bridge/messages.ts';
import { inBlock, inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { mainAppearance } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { targetTitle } from '#webview/shell/shellTexts.ts';
import { ResultList } from './resultList.ts';
import { drawResultPart } from './resultParts.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { EarlierStepsView } from './stepsView.ts';

/** The screen of an ended call: its result or error, its earlier steps, and other results. */
export function drawResultScreen(screen: ScreenOf<'result'>, post: PostToExtension): ScreenView {
  const action = (label: string, type: 'runAgain' | 'copyResult' | 'cancel'): Action => ({
    label,
    appearance: 'secondary',
    unavailableWhileBusy: false,
    run: () => post({ type, screen: screen.id }),
  });
  const results = new ResultList(t('Other results'), screen.results, post);
  const { openedFrom } = screen;
  const actions = [
    ...(openedFrom === undefined
      ? []
      : [
          {
            label: t('Back'),
            appearance: 'primary' as const,
            unavailableWhileBusy: false,
            run: () => post({ type: 'openResult', result: openedFrom }),
          },
        ]),
    ...(!screen.withoutArguments
      ? [
          {
            ...action(t('Run Again'), 'runAgain'),
            appearance: mainAppearance(openedFrom !== undefined || screen.target.isDestructive),
          },
        ]
      : []),
  ];
  const copyActions = screen.outcome.kind === 'result' ? [action(t('Copy'), 'copyResult')] : [];
  const frame = drawScreenFrame({
    heading: interpolate<Node | string>(
      t('{0} on {1}'),
      el('bdi', {}, targetTitle(screen.target)),
      serverName(screen.server),
    ),
    content: [
      ...drawOutcome(screen.outcome, (uri) => post({ type: 'readResource', screen: screen.id, uri })),
      screen.earlierSteps && new EarlierStepsView(screen.earlierSteps, 'count').element,
      screen.withoutArguments &&
        el(
          'p',
          { class: 'hint' },
          t('Its arguments had secrets and are not kept, so it cannot be run again from here.'),
        ),
      results.element,
    ],
    bar: new ActionBar([...actions, ...copyActions, action(t('Close'), 'cancel')], {
      ignoreInputMs: screen.ignoreInputMs,
    }),
  });
  return {
    ...frame,
    announcement: resultAnnouncement(targetTitle(screen.target), screen.outcome),
    update: (newer) => results.show(newer.results ?? []),
  };
}

type ResultMismatch = NonNullable<Extract<ShownKeptOutcome, { kind: 'result' }>['mismatch']>;

function resultAnnouncement(title: string, outcome: ShownKeptOutcome): string[] {
  switch (outcome.kind) {
    case 'result':
      return [
        outcome.failed ? t('{0}: the server reports a failure', title) : t('{0}: the result is here', title),
        ...(outcome.mismatch ? [mismatchHead(outcome.mismatch)] : []),
      ];
    case 'error':
      return [title, inOneLine(outcome.summary, 200)];
    case 'cancelled':
      return [t('{0}: cancelled', title)];
    case 'declined':
      return [t('{0}: declined', title)];
  }
}

function drawOutcome(outcome: ShownKeptOutcome, onRead: (uri: string) => void): HTMLElement[] {
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
        ...(outcome.detail
          ? [
              el(
                'details',
                {},
                el('summary', {}, t('Details')),
                el('pre', { class: 'code-block', tabindex: 0, dir: 'auto' }, inBlock(outcome.detail)),
              ),
            ]
          : []),
      ];
    case 'result': {
      const failed = el(
        'div',
        { class: 'banner error' },
        icon('error'),
        el('p', { class: 'banner-text banner-head' }, t('The server ran this and reports that it failed.')),
      );
      const parts = outcome.parts.map((part) => drawResultPart(part, onRead));
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
