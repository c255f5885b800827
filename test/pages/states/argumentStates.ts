import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { argumentsScreen, bookingsServer, bookingTool, objectSchema, titledTool } from './screenBuilders.ts';

export function jsonArgumentsScreen(
  text: string,
  more: Partial<ScreenOf<'jsonArguments'>> = {},
): ScreenOf<'jsonArguments'> {
  return {
    kind: 'jsonArguments',
    id: 'json',
    server: bookingsServer,
    target: titledTool,
    reason: untranslated('The field "guests" holds objects, which no form can offer.'),
    schema: JSON.stringify({ type: 'object', properties: { guests: { type: 'array' } } }, undefined, 2),
    text,
    ignoreInputMs: 0,
    ...more,
  };
}

/** The arguments of a call, as a form and as JSON. */
export const argumentStates: readonly PanelState[] = [
  panelState('arguments', () =>
    argumentsScreen({
      target: titledTool,
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
    panelState('arguments-problems', () => argumentsScreen({ target: titledTool })),
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
  panelState('arguments-of-earlier-call', () =>
    argumentsScreen({
      schema: objectSchema({
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        password: { type: 'string' },
      }),
      content: { headers: { Accept: 'json' } },
      missing: [untranslated('Authorization'), untranslated('password')],
    }),
  ),
];
