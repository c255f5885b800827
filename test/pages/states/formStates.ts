import { t } from '@vscode/l10n';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingTool, formScreen, objectSchema } from './screenBuilders.ts';
import { acceptedStep, earlierStepsOf, endedStep, sixEarlierSteps, stepsOfCall } from './stepBuilders.ts';

const everyField = objectSchema(
  {
    text: { type: 'string', description: untranslated('As it stands on the door.') },
    long: { type: 'string', maxLength: 500 },
    email: { type: 'string', format: 'email' },
    uri: { type: 'string', format: 'uri' },
    date: { type: 'string', format: 'date' },
    dateTime: { type: 'string', format: 'date-time' },
    pattern: { type: 'string', pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 },
    integer: { type: 'integer', minimum: 1, maximum: 12 },
    number: { type: 'number', default: 0.5 },
    boolean: { type: 'boolean' },
    requiredBoolean: { type: 'boolean' },
    few: {
      type: 'string',
      oneOf: [
        { const: 'in', title: untranslated('Inside') },
        { const: 'out', title: untranslated('Outside'), description: untranslated('Only from May on.') },
      ],
    },
    many: { type: 'string', enum: Array.from({ length: 12 }, (_, index) => untranslated(`Table ${index + 1}`)) },
    several: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: [untranslated('Soup'), untranslated('Salad'), untranslated('Cake')] },
    },
  },
  ['text', 'requiredBoolean', 'several'],
);

const listOfStrings = objectSchema(
  { guests: { type: 'array', title: untranslated('Guests'), items: { type: 'string', minLength: 2 }, minItems: 1 } },
  ['guests'],
);

const secretSchema = objectSchema({
  user: { type: 'string', title: untranslated('User name') },
  password: { type: 'string', title: untranslated('Password') },
});

export const yesNoSchema = objectSchema(
  {
    really: {
      type: 'boolean',
      title: untranslated('Delete the table'),
      description: untranslated('It cannot be brought back.'),
    },
  },
  ['really'],
);
const destructiveTool = { ...bookingTool, isDestructive: true } as const;

export const formStates: readonly PanelState[] = [
  panelState('form-text', () => formScreen()),
  panelState('form-every-field', () => formScreen({ schema: everyField, call: bookingTool })),
  panelState('form-filled', () =>
    formScreen({
      schema: everyField,
      content: {
        text: 'Ada',
        email: 'ada@example.org',
        date: '2026-03-10',
        integer: 4,
        boolean: false,
        few: 'out',
        many: untranslated('Table 3'),
        several: [untranslated('Soup'), untranslated('Cake')],
      },
    }),
  ),
  afterAction(
    panelState('form-problems', () =>
      formScreen({ schema: everyField, content: { email: 'nobody', integer: 40, several: [] } }),
    ),
    (page) => page.button('Submit').click(),
  ),
  afterAction(
    panelState('form-rejected', () => formScreen({ content: { name: 'Ada' } })),
    async (page) => {
      await page.button('Submit').click();
      await page.send({
        type: 'rejected',
        screen: 'form',
        summary: untranslated('Fix 1 answer'),
        problems: [{ field: 0, message: untranslated('Enter a name that is on the list') }],
      });
    },
  ),
  panelState('form-no-fields', () => formScreen({ schema: objectSchema({}) })),
  panelState('form-yes-no', () => formScreen({ schema: yesNoSchema, call: bookingTool })),
  afterAction(
    panelState('form-yes-no-sending', () => formScreen({ schema: yesNoSchema })),
    (page) => page.button('Yes').click(),
  ),
  panelState('form-yes-no-destructive', () => formScreen({ schema: yesNoSchema, call: destructiveTool })),
  panelState('form-destructive', () => formScreen({ call: destructiveTool })),
  afterAction(
    panelState('form-covering-problem', () => formScreen({ schema: secretSchema, content: { user: 'ada' } })),
    async (page) => {
      await page.button('Submit').click();
      const message = untranslated('This user is not known here, and nobody can say how to become known.').repeat(3);
      await page.send({
        type: 'rejected',
        screen: 'form',
        summary: t('Fix 1 answer'),
        problems: [{ field: 0, message }],
      });
    },
  ),
  panelState('form-list-of-strings', () =>
    formScreen({ schema: listOfStrings, content: { guests: ['Ada', untranslated('Grace')] } }),
  ),
  panelState('form-message-cut', () => formScreen({ message: untranslated('All that is to be known. ').repeat(5000) })),
  panelState('form-web-address', () =>
    formScreen({ message: untranslated('See https://bookings.example/terms first.') }),
  ),
  panelState('form-secrets', () => formScreen({ schema: secretSchema })),
  afterAction(
    panelState('form-secret-shown', () => formScreen({ schema: secretSchema, content: { password: 'hunter2' } })),
    (page) => page.page.getByRole('button', { name: t('Show password: {0}', untranslated('Password')) }).click(),
  ),
  afterAction(
    panelState('form-second-step', () =>
      formScreen({ schema: secretSchema, content: { user: 'ada', password: 'hunter2' } }),
    ),
    (page) => page.button('Submit').click(),
  ),
  panelState('form-asked-again', () => formScreen({ isRepeated: true, call: bookingTool, content: { name: 'Ada' } })),
  panelState('form-draft', () =>
    formScreen({
      draft: { minutes: 12, isMessageDifferent: false, missing: [], startedOver: false },
      content: { name: 'Ada' },
    }),
  ),
  panelState('form-draft-of-other-words', () =>
    formScreen({
      draft: { minutes: 12, isMessageDifferent: true, missing: [untranslated('Password')], startedOver: false },
      content: { name: 'Ada' },
    }),
  ),
  panelState('form-started-over', () =>
    formScreen({ draft: { minutes: 0, isMessageDifferent: false, missing: [], startedOver: true } }),
  ),
  panelState('form-draft-offered', () =>
    formScreen({ draft: { minutes: 12, isMessageDifferent: true, missing: [], startedOver: true, offered: true } }),
  ),
  panelState('form-of-ended-call', () => formScreen({ call: bookingTool, callEnded: true })),
  panelState('form-declined-before', () => formScreen({ declinedBefore: true, call: bookingTool })),
  panelState('form-step', () =>
    formScreen({
      call: bookingTool,
      steps: stepsOfCall({
        current: 1,
        total: 5,
        states: ['accept', 'waiting', 'decline', 'cancel', 'waiting'],
        waiting: 1,
      }),
    }),
  ),
  panelState('form-many-steps', () =>
    formScreen({
      steps: stepsOfCall({
        current: 3,
        total: 10,
        states: ['accept', 'accept', 'decline', 'withdrawn', 'opened', ...Array(5).fill('waiting')],
        waiting: 4,
      }),
    }),
  ),
  panelState('form-after-one', () =>
    formScreen({
      call: bookingTool,
      steps: stepsOfCall({ current: 1, earlierSteps: earlierStepsOf(acceptedStep(0)) }),
    }),
  ),
  afterAction(
    panelState('form-after-six', () =>
      formScreen({
        call: bookingTool,
        steps: stepsOfCall({
          current: 6,
          total: 8,
          first: 6,
          states: ['waiting', 'waiting'],
          waiting: 1,
          earlierSteps: sixEarlierSteps(),
        }),
      }),
    ),
    (page) => page.page.locator('.earlier-steps > details > summary').click(),
  ),
  panelState('form-after-declined', () =>
    formScreen({
      call: bookingTool,
      steps: stepsOfCall({
        current: 52,
        earlierSteps: { ...earlierStepsOf(acceptedStep(50), endedStep(51, 'decline')), forgotten: 50 },
      }),
    }),
  ),
  panelState('form-attribution', () =>
    formScreen({
      server: {
        name: untranslated('bookings'),
        scope: untranslated('restaurant'),
        reportedName: untranslated('Table Booker'),
      },
      call: bookingTool,
    }),
  ),
  panelState(
    'form-suspicious-name',
    () => formScreen({ server: { name: untranslated('bookings'), reportedName: 'bank' }, call: bookingTool }),
    () => ({ serverDetails: { imitatedName: untranslated('bank') } }),
  ),
  panelState(
    'form-suspicious-address',
    () => formScreen({ call: bookingTool }),
    () => ({
      serverDetails: {
        url: 'http://files.example/mcp',
        addressFinding: {
          host: 'files.example',
          sentence: untranslated('The connection is not encrypted: others can read and change what you see and type.'),
        },
      },
    }),
  ),
  afterAction(
    panelState('form-sending', () => formScreen({ content: { name: 'Ada' } })),
    (page) => page.button('Submit').click(),
  ),
  panelState('form-long-message', () =>
    formScreen({
      message: Array.from({ length: 80 }, (_, line) => untranslated(`Line ${line + 1} of what there is to know.`)).join(
        '\n',
      ),
    }),
  ),
  panelState('form-right-to-left', () =>
    formScreen({
      server: { name: untranslated('حجوزات'), reportedName: untranslated('خادم الحجز') },
      message: untranslated('لمن هذه الطاولة؟ (book_table)'),
      schema: objectSchema({
        name: { type: 'string', title: untranslated('الاسم الكامل'), description: untranslated('كما في الهوية') },
      }),
    }),
  ),
  panelState('form-hostile', () =>
    formScreen({
      server: {
        name: untranslated(`</h1><img src=x onerror=alert(1)>${'W'.repeat(300)}`),
        reportedName: '\u202Esknab\u202C',
      },
      message: untranslated(
        `<script>alert(1)</script>\n${'\u0301'.repeat(50)}${'M'.repeat(500)}\n\u202E}tnemyap{ \u2066`,
      ),
      call: { kind: 'tool', name: untranslated(`pay" (calls itself "your bank${'x'.repeat(200)}`) },
      schema: objectSchema({
        __proto__x: { type: 'string', title: `‹${'W'.repeat(400)}›`, description: untranslated(`${'I'.repeat(600)}`) },
        constructor: { type: 'string', enum: [untranslated('O'.repeat(300)), untranslated('\u202Eb')] },
        several: {
          type: 'array',
          items: { type: 'string', enum: Array.from({ length: 40 }, (_, n) => untranslated(`${n}`)) },
        },
      }),
    }),
  ),
];
