import { t } from '@vscode/l10n';
import type { CallWithEarlierSteps, ScreenOf, ToExtension } from '#bridge/messages.ts';
import { quotedName } from '#webview/shell/attributionView.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { ResultList } from './resultList.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { EarlierStepsView } from './stepsView.ts';

type Command = Extract<ToExtension, { type: 'runCommand' }>['command'];

/** The screen while no request waits: the purpose of the panel, and commands for a start. */
export function drawWelcomeScreen({ results: rows }: ScreenOf<'welcome'>, post: PostToExtension): ScreenView {
  const results = new ResultList({ heading: t('Earlier results') }, rows, post);
  const commandButton = (command: Command, name: string) =>
    button(name, 'secondary', () => post({ type: 'runCommand', command }));
  const runTool = commandButton('callTool', t('Run Tool'));
  const row = (element: HTMLElement, description: string) =>
    el('li', {}, element, el('p', { class: 'hint' }, description));
  const parts = {
    heading: [t('Nothing is waiting for you')],
    content: [
      el(
        'p',
        {},
        t(
          'When an MCP server needs something from you, it asks here. You can answer, decline or cancel; nothing is ever answered in your name.',
        ),
      ),
      el(
        'ul',
        { class: 'commands' },
        row(runTool, t('Runs a tool of one of your servers and shows its result here.')),
        row(
          commandButton('tryDemo', t('Try the Demo')),
          t('Starts a server that asks every kind of question. It needs no settings.'),
        ),
        row(commandButton('addServer', t('Add Server')), t('Sets up a server of your own.')),
      ),
      results.element,
    ],
  };
  return drawScreenFrame(parts, {
    focusFirst: () => runTool.focus(),
    update: (newer) => results.show(newer.results ?? []),
  });
}

/** The screen while calls run; their cards are above. It shows the earlier steps of the calls. */
export function drawRunningScreen(
  { waitsFor, answered: callsWithSteps, results: rows }: ScreenOf<'running'>,
  post: PostToExtension,
): ScreenView {
  const results = new ResultList({ heading: t('Earlier results') }, rows, post);
  const calls = new KeyedList(el('div', { class: 'calls-with-steps' }), drawCallSteps);
  const sending = el('p', { role: 'status' });
  const show = (newer: readonly CallWithEarlierSteps[]) => {
    calls.show(newer);
    const text = sendingText(newer);
    sending.hidden = text === undefined;
    if (sending.textContent !== (text ?? '')) {
      sending.textContent = text ?? '';
    }
  };
  show(callsWithSteps);
  const parts = {
    heading: [waitingTexts(waitsFor).heading],
    content: [el('p', { class: 'hint' }, waitingTexts(waitsFor).hint), sending, calls.element, results.element],
  };
  return drawScreenFrame(parts, {
    update: (newer) => {
      show(newer.answered ?? []);
      results.show(newer.results ?? []);
    },
  });
}

function waitingTexts(waitsFor: ScreenOf<'running'>['waitsFor']): { heading: string; hint: string } {
  switch (waitsFor) {
    case 'pages':
      return { heading: t('Finish on the web page, then continue'), hint: t('The result follows here.') };
    case 'user':
      return { heading: t('Waiting for you'), hint: t('Continue or stop the call above. The result follows here.') };
    case undefined:
      return {
        heading: t('Running…'),
        hint: t('If the server needs something from you, it asks here. The result follows.'),
      };
  }
}

/** The most notable state of the replies that are being sent; `undefined` if there are none. */
function sendingText(callsWithSteps: readonly CallWithEarlierSteps[]): string | undefined {
  const states = new Set(callsWithSteps.flatMap(({ earlierSteps }) => earlierSteps.steps.map(({ state }) => state)));
  if (states.has('signIn')) {
    return t('The server requires you to sign in before it accepts your answer.');
  }
  if (states.has('paused')) {
    return t('The server asked to get your answer later. It is sent again in a moment.');
  }
  if (states.has('slow')) {
    return t(
      'Your answer is being sent, but the server has not replied for 20 seconds. Wait, or stop the call; your answer is kept.',
    );
  }
  if (states.has('silent')) {
    return t(
      'The server has not replied for 20 seconds. It may be working on your answer, or may not have it yet. Wait, or stop the call; your answer is kept.',
    );
  }
  return states.has('sending') ? t('Sending your answer…') : undefined;
}

function drawCallSteps({ target, earlierSteps }: CallWithEarlierSteps): KeyedItem<CallWithEarlierSteps> {
  const steps = new EarlierStepsView(earlierSteps);
  return {
    element: el(
      'section',
      { class: 'call-steps' },
      // The first is shown if the header names the call.
      el('h2', { class: 'of-named-call' }, t('Steps so far')),
      el('h2', {}, ...interpolate<Node | string>(t('Steps so far: {0}'), quotedName(target.name))),
      steps.element,
    ),
    update: (newer) => steps.show(newer.earlierSteps),
  };
}
