import type { ScreenOf, ToExtension } from '../../src/bridge/messages.ts';
import { el } from '../dom.ts';
import type { Post } from '../host.ts';
import { button } from '../toolkit.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

type Command = Extract<ToExtension, { type: 'runCommand' }>['command'];

/** Nothing waits: what this panel is for, and what can be done from here. */
export function drawWelcome(_screen: ScreenOf<'welcome'>, post: Post): DrawnScreen {
  const offer = (command: Command, name: string) =>
    button(name, 'secondary', () => post({ type: 'runCommand', command }));
  const runTool = offer('callTool', 'Run Tool');
  const row = (offered: HTMLElement, what: string) => el('li', {}, offered, el('p', { class: 'hint' }, what));
  const parts = {
    heading: ['No question waits'],
    content: [
      el(
        'p',
        {},
        'When an MCP server needs something from you, it asks here. You can answer, decline or cancel; nothing is ever answered in your name.',
      ),
      el(
        'ul',
        { class: 'commands' },
        row(runTool, 'Runs a tool of one of your servers and shows its result here.'),
        row(
          offer('tryDemo', 'Try the Demo'),
          'Starts a server that asks every kind of question. It needs no settings.',
        ),
        row(offer('addServer', 'Add Server'), 'Sets up a server of your own.'),
      ),
    ],
  };
  return drawScreen(parts, { focusFirst: () => runTool.focus() });
}

/** A call goes on: its progress and Cancel stand above, or what it waits for. */
export function drawRunning({ held }: ScreenOf<'running'>): DrawnScreen {
  return drawScreen({
    heading: [held ? 'The call waits' : 'The call goes on'],
    content: [
      el(
        'p',
        { class: 'hint' },
        held
          ? 'What it waits for stands above. The result follows here.'
          : 'If the server needs something from you, it asks here. The result follows.',
      ),
    ],
  });
}
