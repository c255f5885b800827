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

/** What the screen offers, by what the user has set up; the most useful first. */
const offers: Readonly<Record<'servers' | 'onlyAgents' | 'nothing', readonly Command[]>> = {
  servers: ['callTool', 'tryDemo', 'addServer', 'connectAgent'],
  onlyAgents: ['connectAgent', 'tryDemo', 'addServer', 'openWalkthrough'],
  nothing: ['tryDemo', 'addServer', 'connectAgent', 'openWalkthrough'],
};

/** The screen while no request waits: the purpose of the panel, and commands for a start. */
export function drawWelcomeScreen({ setUp, results: rows }: ScreenOf<'welcome'>, post: PostToExtension): ScreenView {
  const results = new ResultList({ heading: t('Earlier results') }, rows, post);
  const commands = offers[setUp ?? 'servers'].map((command) => {
    const { name, description } = commandTexts(command, setUp === 'onlyAgents');
    return { button: button(name, 'secondary', () => post({ type: 'runCommand', command })), description };
  });
  const parts = {
    heading: [t('Nothing is waiting for you')],
    content: [
      el('p', {}, setUp === 'onlyAgents' ? agentsPurposeText() : purposeText()),
      el(
        'ul',
        { class: 'commands' },
        ...commands.map((one) => el('li', {}, one.button, el('p', { class: 'hint' }, one.description))),
      ),
      results.element,
    ],
  };
  return drawScreenFrame(parts, {
    focusFirst: () => commands[0]?.button.focus(),
    update: (newer) => results.show(newer.results ?? []),
  });
}

function purposeText(): string {
  return t(
    'When an MCP server needs something from you, it asks here. You can answer, decline or cancel; nothing is ever answered in your name.',
  );
}

function agentsPurposeText(): string {
  return t(
    'When a server of a connected agent needs something from you, it asks here. You can answer, decline or cancel; nothing is ever answered in your name.',
  );
}

function commandTexts(command: Command, hasAgents: boolean): { readonly name: string; readonly description: string } {
  switch (command) {
    case 'callTool':
      return { name: t('Run Tool'), description: t('Runs a tool of one of your servers and shows its result here.') };
    case 'tryDemo':
      return {
        name: t('Try the Demo'),
        description: t('Starts a server that asks every kind of question. It needs no settings.'),
      };
    case 'addServer':
      return { name: t('Add Server'), description: t('Sets up a server of your own.') };
    case 'connectAgent':
      return {
        name: t('Connect an Agent'),
        description: hasAgents
          ? t('Lets another agent, or more servers of one, ask here.')
          : t('Lets the servers of Codex, Claude Code and others ask here.'),
      };
    case 'openWalkthrough':
      return { name: t('Get Started'), description: t('Shows the first steps, one by one.') };
  }
}

/** The screen while calls run; their cards are above. It shows the earlier steps of the calls. */
export function drawRunningScreen(
  { waitsFor, resultsGoToAgents, answered: callsWithSteps, results: rows }: ScreenOf<'running'>,
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
    heading: [waitingHeading(waitsFor)],
    drawHeading: (heading: HTMLElement) => {
      // The cards above begin with what they wait for. A heading below them would be for screen readers only.
      heading.classList.toggle('visually-hidden', waitsFor !== undefined);
      return [heading];
    },
    content: [
      el('p', { class: 'hint' }, resultsGoToAgents ? agentHint(waitsFor) : resultHint(waitsFor)),
      sending,
      calls.element,
      results.element,
    ],
  };
  return drawScreenFrame(parts, {
    update: (newer) => {
      show(newer.answered ?? []);
      results.show(newer.results ?? []);
    },
  });
}

type WaitsFor = ScreenOf<'running'>['waitsFor'];

function waitingHeading(waitsFor: WaitsFor): string {
  switch (waitsFor) {
    case 'pages':
      return t('Finish on the web page, then continue');
    case 'user':
      return t('Waiting for you');
    case undefined:
      return t('Running…');
  }
}

function resultHint(waitsFor: WaitsFor): string {
  switch (waitsFor) {
    case 'pages':
      return t('The result follows here.');
    case 'user':
      return t('Continue or stop the call above. The result follows here.');
    case undefined:
      return t('If the server needs something from you, it asks here. The result follows.');
  }
}

/** The hint where an agent gets the results. */
function agentHint(waitsFor: WaitsFor): string {
  switch (waitsFor) {
    case 'pages':
      return t('Then the agent goes on.');
    case 'user':
      return t('Continue or stop the call above. The agent gets the result.');
    case undefined:
      return t('If the server needs something from you, it asks here. The agent gets the result.');
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
