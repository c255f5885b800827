import { t } from '@vscode/l10n';
import type { ResultRow, ScreenOf, ShownOutcome } from '#bridge/messages.ts';
import { callArguments, schemaOf, server, tool } from './parts.ts';
import { pastOfSix } from './past.ts';
import { after, type PanelState, panelState, theirs } from './state.ts';

const titled = {
  ...tool,
  title: theirs('Book a table'),
  description: theirs('Books a table in the restaurant of your choice.\nIt costs nothing.'),
  claims: theirs('Says that it changes nothing.'),
};

/** One pixel, and a second of silence with no sound in it. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

export function result(outcome: ShownOutcome, more: Partial<ScreenOf<'result'>> = {}): ScreenOf<'result'> {
  return { kind: 'result', id: 'result', server, target: titled, outcome, quietFor: 0, ...more };
}

/** Calls that have ended, each in its own way. */
const rows: ResultRow[] = (['result', 'failed', 'error', 'cancelled', 'declined'] as const).map((outcome, index) => ({
  id: `call-${index}`,
  server: index === 1 ? { name: theirs('cloud'), scope: 'workspace' } : server,
  target: index === 2 ? { kind: 'resource', name: theirs(`bookings://${'w'.repeat(300)}`) } : titled,
  at: Date.UTC(2026, 2, 10, 12, index),
  outcome,
  isNew: index === 0,
}));

export function jsonArguments(text: string, more: Partial<ScreenOf<'jsonArguments'>> = {}): ScreenOf<'jsonArguments'> {
  return {
    kind: 'jsonArguments',
    id: 'json',
    server,
    target: titled,
    reason: theirs('The field "guests" holds objects, which no form can offer.'),
    schema: JSON.stringify({ type: 'object', properties: { guests: { type: 'array' } } }, undefined, 2),
    text,
    quietFor: 0,
    ...more,
  };
}

export const calls: readonly PanelState[] = [
  panelState('welcome', () => ({ kind: 'welcome', id: 'welcome' })),
  panelState('welcome-with-results', () => ({ kind: 'welcome', id: 'welcome', results: rows })),
  panelState('running-with-results', () => ({
    kind: 'running',
    id: 'running',
    held: false,
    answered: [],
    results: rows.slice(0, 1),
  })),
  panelState('result-beside-others', () =>
    result(
      { kind: 'result', failed: false, parts: [{ kind: 'text', text: theirs('Soup, salad, cake') }] },
      { back: 'call-0', results: rows.slice(0, 2) },
    ),
  ),
  panelState('result-without-arguments', () =>
    result({ kind: 'result', failed: false, parts: [] }, { withoutArguments: true }),
  ),
  panelState('result-declined', () =>
    result({ kind: 'declined', summary: theirs('The server requires a page to be opened first.') }),
  ),
  panelState('arguments', () =>
    callArguments({
      target: titled,
      schema: schemaOf({ name: { type: 'string' }, guests: { type: 'integer' }, inside: { type: 'boolean' } }, [
        'name',
      ]),
    }),
  ),
  panelState('arguments-none', () => callArguments({ schema: { type: 'object' } })),
  after(
    panelState('arguments-suggestions', () => callArguments({ target: { ...tool, kind: 'prompt' }, completes: true })),
    async (page) => {
      const field = page.field(theirs('name'));
      await field.focus();
      await page.press('ArrowDown');
      const [asked] = await page.postedOf('complete');
      await page.send({
        type: 'completions',
        screen: 'arguments',
        field: 0,
        revision: asked?.revision ?? -1,
        values: [theirs('Ada'), theirs('Adele'), theirs('Alan')],
      });
      await page.press('ArrowDown');
    },
  ),
  after(
    panelState('arguments-problems', () => callArguments({ target: titled })),
    (page) => page.button('Run').click(),
  ),
  panelState('json-arguments', () => jsonArguments('{\n  "guests": []\n}')),
  after(
    panelState('json-arguments-problem', () => jsonArguments('{"guests": [}')),
    async (page) => {
      await page.button('Run').click();
      await page.page.getByText(t('What the server expects (JSON Schema)')).click();
    },
  ),
  panelState('result-every-part', () =>
    result({
      kind: 'result',
      failed: false,
      parts: [
        { kind: 'role', role: 'assistant' },
        { kind: 'text', text: theirs('Your table is booked.') },
        { kind: 'image', mimeType: 'image/png', data: picture },
        { kind: 'image', mimeType: 'image/png', data: 'not base64!' },
        { kind: 'audio', mimeType: 'audio/wav', data: sound },
        { kind: 'json', label: theirs('Structured content'), json: '{\n  "table": 7\n}' },
        {
          kind: 'link',
          uri: 'bookings://tables/7',
          name: theirs('Table 7'),
          description: theirs('By the window.'),
          mimeType: 'text/plain',
        },
        { kind: 'resource', uri: 'bookings://menu', mimeType: 'text/plain', text: theirs('Soup, salad, cake') },
        { kind: 'other', text: theirs('A binary resource of 12 bytes') },
      ],
    }),
  ),
  panelState('result-mismatch', () =>
    result({
      kind: 'result',
      failed: false,
      parts: [{ kind: 'json', label: t('Structured content'), json: '{ "seats": "two" }' }],
      mismatch: {
        problems: [
          t('"{0}" does not match the schema (validator: {1}).', theirs('seats'), theirs('must be integer')),
          t('"{0}" is missing.', theirs('table')),
        ],
      },
    }),
  ),
  panelState('result-empty', () => result({ kind: 'result', failed: false, parts: [] })),
  panelState('result-failed', () =>
    result({ kind: 'result', failed: true, parts: [{ kind: 'text', text: theirs('No table is free.') }] }),
  ),
  panelState('result-long', () =>
    result({
      kind: 'result',
      failed: false,
      parts: [
        { kind: 'text', text: theirs('w'.repeat(2000)) },
        {
          kind: 'json',
          label: theirs('Structured content'),
          json: JSON.stringify({ w: 'w'.repeat(3000) }, undefined, 2),
        },
        { kind: 'resource', uri: `bookings://${'w'.repeat(500)}`, text: theirs('Soup\n'.repeat(300)) },
      ],
    }),
  ),
  after(
    panelState('result-error', () =>
      result({
        kind: 'error',
        summary: theirs('The server stopped while it ran the tool.'),
        remedy: theirs('Start it again, or look into its log.'),
        detail: theirs('Exit code 1'),
      }),
    ),
    (page) => page.page.getByText(t('Details')).click(),
  ),
  after(
    panelState('result-after-steps', () =>
      result(
        { kind: 'result', failed: false, parts: [{ kind: 'text', text: theirs('Your table is booked.') }] },
        { past: pastOfSix() },
      ),
    ),
    (page) => page.page.locator('.past > details > summary').click(),
  ),
  panelState('result-cancelled', () => result({ kind: 'cancelled' })),
  ...(['agreement', 'agreement-changed', 'agreement-import'] as const).map((name) =>
    panelState(name, () => ({
      kind: 'agreement',
      id: 'agreement',
      server: { ...server, scope: 'workspace' },
      purpose: name === 'agreement-import' ? ('import' as const) : ('start' as const),
      changed: name === 'agreement-changed',
      runsProgram: true,
      warnings:
        name === 'agreement'
          ? []
          : [theirs('It starts a shell (bash), which runs what its arguments say.'), theirs('It deletes files.')],
      rows: [
        { label: theirs('Command'), values: ['npx'] },
        { label: theirs('Arguments'), values: ['-y', 'bookings-server', '', '--verbose '.repeat(30)] },
        { label: theirs('Environment'), values: ['TOKEN=(secret)', `PATH=${'/opt/bin:'.repeat(40)}`] },
      ],
      quietFor: 0,
    })),
  ),
];
