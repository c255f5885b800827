import { t } from '@vscode/l10n';
import type { ResultRow, ScreenOf, ShownKeptOutcome } from '#bridge/messages.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingsServer, titledTool } from './screenBuilders.ts';
import { sixEarlierSteps } from './stepBuilders.ts';

/** An image of one pixel, and an empty sound. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

export function resultScreen(outcome: ShownKeptOutcome, more: Partial<ScreenOf<'result'>> = {}): ScreenOf<'result'> {
  return {
    kind: 'result',
    id: 'result',
    server: bookingsServer,
    target: titledTool,
    outcome,
    ignoreInputMs: 0,
    ...more,
  };
}

/** Kept calls with every outcome. */
const rows: ResultRow[] = (['result', 'failed', 'error', 'cancelled', 'declined'] as const).map((outcome, index) => ({
  id: `call-${index}`,
  server: index === 1 ? { name: untranslated('cloud'), scope: 'workspace' } : bookingsServer,
  target: index === 2 ? { kind: 'resource', name: untranslated(`bookings://${'w'.repeat(300)}`) } : titledTool,
  at: Date.UTC(2026, 2, index === 4 ? 9 : 10, 12, index),
  outcome,
  isNew: index === 0,
}));

/** Results, alone and in the list of kept calls. */
export const resultStates: readonly PanelState[] = [
  panelState('welcome', () => ({ kind: 'welcome', id: 'welcome' })),
  panelState('welcome-only-agents', () => ({ kind: 'welcome', id: 'welcome-onlyAgents', setUp: 'onlyAgents' })),
  panelState('welcome-nothing', () => ({ kind: 'welcome', id: 'welcome-nothing', setUp: 'nothing' })),
  panelState('welcome-with-results', () => ({ kind: 'welcome', id: 'welcome', results: rows })),
  panelState('running-with-results', () => ({
    kind: 'running',
    id: 'running',
    answered: [],
    results: rows.slice(0, 1),
  })),
  panelState('result-beside-others', () =>
    resultScreen(
      { kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Soup, salad, cake') }] },
      { canGoBack: true, results: rows.slice(0, 2) },
    ),
  ),
  panelState('result-without-arguments', () =>
    resultScreen(
      { kind: 'result', failed: false, parts: [] },
      {
        withoutArguments: true,
        canChangeArguments: true,
        callArguments: '{\n  "table": 7,\n  "apiKey": "[secret]"\n}',
      },
    ),
  ),
  afterAction(
    panelState('result-destructive', () =>
      resultScreen(
        { kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Table 7 was removed.') }] },
        {
          target: { ...titledTool, isDestructive: true },
          canChangeArguments: true,
          callArguments: JSON.stringify({ tables: Array.from({ length: 30 }, () => 7) }, undefined, 2),
        },
      ),
    ),
    (page) => page.page.locator('.call-arguments > summary').click(),
  ),
  panelState('results', () => ({
    kind: 'results',
    id: 'results',
    results: rows,
    canGoBack: true,
    ignoreInputMs: 0,
  })),
  panelState('results-empty', () => ({ kind: 'results', id: 'results', results: [], ignoreInputMs: 0 })),
  panelState('results-fifty', () => ({
    kind: 'results',
    id: 'results',
    results: Array.from({ length: 50 }, (_, index) => ({
      id: `call-${index}`,
      server: { name: untranslated(`${'w'.repeat(index * 4)} cloud`) },
      target: { kind: 'tool' as const, name: untranslated(`tool_${'w'.repeat(index * 6)}`) },
      at: Date.UTC(2026, 2, 10, 12, 50 - index),
      outcome: 'result' as const,
      isNew: index < 3,
    })),
    ignoreInputMs: 0,
  })),
  panelState('results-removed', () => ({
    kind: 'results',
    id: 'results',
    results: rows.map((row, index) => ({
      ...row,
      isNew: false,
      removed: index === 1 ? ('alone' as const) : index > 2 ? ('all' as const) : undefined,
    })),
    ignoreInputMs: 0,
  })),
  panelState('result-declined', () =>
    resultScreen({ kind: 'declined', summary: untranslated('The server requires a page to be opened first.') }),
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
        { kind: 'json', label: untranslated('Structured content'), json: '{ "table": 7 }', isRepeated: true },
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
        detail: untranslated('Exit code 1\n'.repeat(30)),
      }),
    ),
    (page) => page.page.getByText(t('Details')).click(),
  ),
  afterAction(
    panelState('result-after-steps', () =>
      resultScreen(
        { kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Your table is booked.') }] },
        { earlierSteps: sixEarlierSteps() },
      ),
    ),
    (page) => page.page.locator('.earlier-steps > details > summary').click(),
  ),
  panelState('result-cancelled', () => resultScreen({ kind: 'cancelled' })),
];
