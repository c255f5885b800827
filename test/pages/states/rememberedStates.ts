import { t } from '@vscode/l10n';
import type { ShownRememberedMark } from '#bridge/messages.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { reviewFormScreen, sendReviewed } from './reviewStates.ts';
import { bookingTool, formScreen, objectSchema } from './screenBuilders.ts';

const every = objectSchema(
  {
    name: { type: 'string', description: untranslated('As it stands on the door.') },
    email: { type: 'string', format: 'email', default: 'nobody@example.org' },
    guests: { type: 'integer', default: 2 },
    soon: { type: 'boolean' },
    where: { type: 'string', enum: [untranslated('Inside'), untranslated('Outside')], default: untranslated('Inside') },
    room: { type: 'string', enum: Array.from({ length: 12 }, (_, room) => untranslated(`Room ${room + 1}`)) },
    meals: { type: 'array', items: { type: 'string', enum: [untranslated('Soup'), untranslated('Cake')] } },
    days: {
      type: 'array',
      items: { type: 'string', enum: Array.from({ length: 9 }, (_, day) => untranslated(`${day}`)) },
    },
    fresh: { type: 'string' },
  },
  ['name'],
);

const content = {
  name: untranslated('Ada'),
  email: 'ada@example.org',
  guests: 4,
  soon: false,
  where: untranslated('Inside'),
  room: untranslated('Room 3'),
  meals: [untranslated('Cake')],
  days: [untranslated('1'), untranslated('2')],
};

/** A form that is filled in with remembered answers. */
export function rememberedFormScreen(parts: Parameters<typeof formScreen>[0] = {}, forgotten: readonly number[] = []) {
  const made = formScreen({ schema: every, content, call: bookingTool, remember: false, ...parts });
  const remembered = made.form.fields.flatMap(({ name }, field): ShownRememberedMark[] => {
    const input = made.inputs[field];
    const known = Object.hasOwn(parts.content ?? content, name);
    return input && known ? [{ field, input, forgotten: forgotten.includes(field) }] : [];
  });
  return { ...made, remembered };
}

const withSecret = objectSchema({ user: { type: 'string' }, password: { type: 'string' } });

/** Forms with remembered answers, and the checkbox that remembers them. */
export const rememberedStates: readonly PanelState[] = [
  panelState('remembered-filled', () => rememberedFormScreen()),
  afterAction(
    panelState('remembered-changed', () => rememberedFormScreen({ content: { name: untranslated('Ada') } })),
    (page) => page.field(untranslated('name')).fill(untranslated('Grace')),
  ),
  panelState('remembered-forgotten', () => rememberedFormScreen({ content: { name: untranslated('Ada') } }, [0])),
  afterAction(
    panelState('remember-ticked', () => formScreen({ remember: false, content: { name: untranslated('Ada') } })),
    (page) => page.page.getByRole('checkbox', { name: t('Use these answers next time') }).click(),
  ),
  panelState('remember-but-secrets', () =>
    formScreen({ schema: withSecret, remember: true, call: bookingTool, content: { password: 'hunter2' } }),
  ),
  afterAction(
    panelState('remember-too-long', () => formScreen({ remember: true })),
    (page) => page.field(untranslated('name')).fill('x'.repeat(10_000)),
  ),
  panelState('remember-before-review', () => reviewFormScreen({ remember: false, call: bookingTool })),
  afterAction(
    panelState('remember-in-review', () => reviewFormScreen({ remember: false, call: bookingTool })),
    async (page) => {
      await page.button('Review').click();
      await sendReviewed(page, reviewFormScreen().form);
    },
  ),
];
