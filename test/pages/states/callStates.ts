import { t } from '@vscode/l10n';
import type { ResultRow, ScreenOf, ShownOutcome } from '#bridge/messages.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { argumentsScreen, bookingsServer, bookingTool, objectSchema } from './screenBuilders.ts';
import { sixPastSteps } from './stepBuilders.ts';

const titled = {
  ...bookingTool,
  title: untranslated('Book a table'),
  description: untranslated('Books a table in the restaurant of your choice.\nIt costs nothing.'),
  claims: untranslated('Says that it changes nothing.'),
};

/** One pixel, and a second of silence with no sound in it. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

export function resultScreen(outcome: ShownOutcome, more: Partial<ScreenOf<'result'>> = {}): ScreenOf<'result'> {
  return { kind: 'result', id: 'result', server: bookingsServer, target: titled, outcome, ignoreInputMs: 0, ...more };
}

/** Calls that have ended, each in its own way. */
const rows: ResultRow[] = (['result', 'failed', 'error', 'cancelled', 'declined'] as const).map((outcome, index) => ({
  id: `call-${index}`,
  server: index === 1 ? { name: untranslated('cloud'), scope: 'workspace' } : bookingsServer,
  target: index === 2 ? { kind: 'resource', name: untranslated(`bookings://${'w'.repeat(300)}`) } : titled,
  at: Date.UTC(2026, 2, 10, 12, index),
  outcome,
  isNew: index === 0,
}));

export function jsonArgumentsScreen(
  text: string,
  more: Partial<ScreenOf<'jsonArguments'>> = {},
): ScreenOf<'jsonArguments'> {
  return {
    kind: 'jsonArguments',
    id: 'json',
    server: bookingsServer,
    target: titled,
    reason: untranslated('The field "guests" holds objects, which no form can offer.'),
    schema: JSON.stringify({ type: 'object', properties: { guests: { type: 'array' } } }, undefined, 2),
    text,
    ignoreInputMs: 0,
    ...more,
  };
}

export const callStates: readonly PanelState[] = [
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
    resultScreen(
      { kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Soup, salad, cake') }] },
      { back: 'call-0', results: rows.slice(0, 2) },
    ),
  ),
  panelState('result-without-arguments', () =>
    resultScreen({ kind: 'result', failed: false, parts: [] }, { withoutArguments: true }),
  ),
  panelState('result-declined', () =>
    resultScreen({ kind: 'declined', summary: untranslated('The server requires a page to be opened first.') }),
  ),
  panelState('arguments', () =>
    argumentsScreen({
      target: titled,
      schema: objectSchema({ name: { type: 'string' }, guests: { type: 'integer' }, inside: { type: 'boolean' } }, [
        'name',
      ]),
    }),
  ),
  panelState('arguments-none', () => argumentsScreen({ schema: { type: 'object' } })),
  afterAction(
    panelState('arguments-suggestions', () =>
      argumentsScreen({ target: { ...bookingTool, kind: 'prompt' }, offersCompletions: true }),
    ),
    async (page) => {
      const field = page.field(untranslated('name'));
      await field.focus();
      await page.press('ArrowDown');
      const [asked] = await page.postedOf('complete');
      await page.send({
        type: 'completions',
        screen: 'arguments',
        field: 0,
        revision: asked?.revision ?? -1,
        values: [untranslated('Ada'), untranslated('Adele'), untranslated('Alan')],
      });
      await page.press('ArrowDown');
    },
  ),
  afterAction(
    panelState('arguments-problems', () => argumentsScreen({ target: titled })),
    (page) => page.button('Run').click(),
  ),
  panelState('json-arguments', () => jsonArgumentsScreen('{\n  "guests": []\n}')),
  afterAction(
    panelState('json-arguments-problem', () => jsonArgumentsScreen('{"guests": [}')),
    async (page) => {
      await page.button('Run').click();
      await page.page.getByText(t('What the server expects (JSON Schema)')).click();
    },
  ),
  panelState('result-every-part', () =>
    resultScreen({
      kind: 'result',
      failed: false,
      parts: [
        { kind: 'role', role: 'assistant' },
        { kind: 'text', text: untranslated('Your table is booked.') },
        { kind: 'image', mimeType: 'image/png', data: picture },
        { kind: 'image', mimeType: 'image/png', data: 'not base64!' },
        { kind: 'audio', mimeType: 'audio/wav', data: sound },
        { kind: 'json', label: untranslated('Structured content'), json: '{\n  "table": 7\n}' },
        {
          kind: 'link',
          uri: 'bookings://tables/7',
          name: untranslated('Table 7'),
          description: untranslated('By the window.'),
          mimeType: 'text/plain',
        },
        { kind: 'resource', uri: 'bookings://menu', mimeType: 'text/plain', text: untranslated('Soup, salad, cake') },
        { kind: 'other', text: untranslated('A binary resource of 12 bytes') },
      ],
    }),
  ),
  panelState('result-mismatch', () =>
    resultScreen({
      kind: 'result',
      failed: false,
      parts: [{ kind: 'json', label: t('Structured content'), json: '{ "seats": "two" }' }],
      mismatch: {
        problems: [
          t(
            '"{0}" does not match the schema (validator: {1}).',
            untranslated('seats'),
            untranslated('must be integer'),
          ),
          t('"{0}" is missing.', untranslated('table')),
        ],
      },
    }),
  ),
  panelState('result-empty', () => resultScreen({ kind: 'result', failed: false, parts: [] })),
  panelState('result-failed', () =>
    resultScreen({ kind: 'result', failed: true, parts: [{ kind: 'text', text: untranslated('No table is free.') }] }),
  ),
  panelState('result-long', () =>
    resultScreen({
      kind: 'result',
      failed: false,
      parts: [
        { kind: 'text', text: untranslated('w'.repeat(2000)) },
        {
          kind: 'json',
          label: untranslated('Structured content'),
          json: JSON.stringify({ w: 'w'.repeat(3000) }, undefined, 2),
        },
        { kind: 'resource', uri: `bookings://${'w'.repeat(500)}`, text: untranslated('Soup\n'.repeat(300)) },
      ],
    }),
  ),
  afterAction(
    panelState('result-error', () =>
      resultScreen({
        kind: 'error',
        summary: untranslated('The server stopped while it ran the tool.'),
        remedy: untranslated('Start it again, or look into its log.'),
        detail: untranslated('Exit code 1'),
      }),
    ),
    (page) => page.page.getByText(t('Details')).click(),
  ),
  afterAction(
    panelState('result-after-steps', () =>
      resultScreen(
        { kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Your table is booked.') }] },
        { earlierSteps: sixPastSteps() },
      ),
    ),
    (page) => page.page.locator('.past > details > summary').click(),
  ),
  panelState('result-cancelled', () => resultScreen({ kind: 'cancelled' })),
  ...(['agreement', 'agreement-changed', 'agreement-import'] as const).map((name) =>
    panelState(name, () => ({
      kind: 'agreement',
      id: 'agreement',
      server: { ...bookingsServer, scope: 'workspace' },
      purpose: name === 'agreement-import' ? ('import' as const) : ('start' as const),
      changed: name === 'agreement-changed',
      runsProgram: true,
      warnings:
        name === 'agreement'
          ? []
          : [
              untranslated('It starts a shell (bash), which runs what its arguments say.'),
              untranslated('It deletes files.'),
            ],
      rows: [
        { label: untranslated('Command'), values: ['npx'] },
        { label: untranslated('Arguments'), values: ['-y', 'bookings-server', '', '--verbose '.repeat(30)] },
        { label: untranslated('Environment'), values: ['TOKEN=(secret)', `PATH=${'/opt/bin:'.repeat(40)}`] },
      ],
      ignoreInputMs: 0,
    })),
  ),
];
