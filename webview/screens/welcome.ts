import { el } from '../dom.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** Nothing waits: what this panel is for, and what can be done from here. */
export function drawWelcome(): DrawnScreen {
  const palette = navigator.userAgent.includes('Mac') ? ['⇧', '⌘', 'P'] : ['Ctrl', 'Shift', 'P'];
  return drawScreen({
    heading: ['No question waits'],
    content: [
      el(
        'p',
        {},
        'When an MCP server needs something from you, it asks here. You can answer, decline or cancel; nothing is ever answered in your name.',
      ),
      el('h2', {}, 'To run something'),
      el(
        'p',
        {},
        'Open the Command Palette (',
        ...palette.flatMap((key, index) => [index > 0 ? '+' : '', el('kbd', {}, key)]),
        ') and type “MCP Elicitation”:',
      ),
      el(
        'ul',
        { class: 'commands' },
        command('Call Tool', 'runs a tool of one of your servers and shows its result here.'),
        command('Try the Demo', 'starts a server that asks every kind of question. It needs no settings.'),
        command('Add Server', 'sets up a server of your own.'),
      ),
    ],
  });
}

function command(name: string, what: string): HTMLElement {
  return el('li', {}, el('strong', {}, name), ` ${what}`);
}
