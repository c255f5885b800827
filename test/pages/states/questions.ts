import { t } from '@vscode/l10n';
import { question, schemaOf, tool } from './parts.ts';
import { ended, past, pastOfSix, stepAnswered, steps } from './past.ts';
import { after, type PanelState, panelState, theirs } from './state.ts';

const everyField = schemaOf(
  {
    text: { type: 'string', description: theirs('As it stands on the door.') },
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
        { const: 'in', title: theirs('Inside') },
        { const: 'out', title: theirs('Outside'), description: theirs('Only from May on.') },
      ],
    },
    many: { type: 'string', enum: Array.from({ length: 12 }, (_, index) => theirs(`Table ${index + 1}`)) },
    several: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: [theirs('Soup'), theirs('Salad'), theirs('Cake')] },
    },
  },
  ['text', 'requiredBoolean', 'several'],
);

const listOfStrings = schemaOf(
  { guests: { type: 'array', title: theirs('Guests'), items: { type: 'string', minLength: 2 }, minItems: 1 } },
  ['guests'],
);

const secretSchema = schemaOf({
  user: { type: 'string', title: theirs('User name') },
  password: { type: 'string', title: theirs('Password') },
});

export const questions: readonly PanelState[] = [
  panelState('question-text', () => question()),
  panelState('question-every-field', () => question({ schema: everyField, call: tool })),
  panelState('question-filled', () =>
    question({
      schema: everyField,
      content: {
        text: 'Ada',
        email: 'ada@example.org',
        date: '2026-03-10',
        integer: 4,
        boolean: false,
        few: 'out',
        many: theirs('Table 3'),
        several: [theirs('Soup'), theirs('Cake')],
      },
    }),
  ),
  after(
    panelState('question-problems', () =>
      question({ schema: everyField, content: { email: 'nobody', integer: 40, several: [] } }),
    ),
    (page) => page.button('Submit').click(),
  ),
  after(
    panelState('question-rejected', () => question({ content: { name: 'Ada' } })),
    async (page) => {
      await page.button('Submit').click();
      await page.send({
        type: 'rejected',
        screen: 'question',
        summary: theirs('1 answer needs a change'),
        problems: [{ field: 0, message: theirs('Enter a name that is on the list') }],
      });
    },
  ),
  panelState('question-no-fields', () => question({ schema: schemaOf({}) })),
  panelState('question-list-of-strings', () =>
    question({ schema: listOfStrings, content: { guests: ['Ada', theirs('Grace')] } }),
  ),
  panelState('question-message-cut', () => question({ message: theirs('All that is to be known. ').repeat(5000) })),
  panelState('question-web-address', () => question({ message: theirs('See https://bookings.example/terms first.') })),
  panelState('question-secrets', () => question({ schema: secretSchema })),
  after(
    panelState('question-secret-shown', () => question({ schema: secretSchema, content: { password: 'hunter2' } })),
    (page) => page.page.getByRole('button', { name: t('Show what is typed in {0}', theirs('Password')) }).click(),
  ),
  after(
    panelState('question-second-step', () =>
      question({ schema: secretSchema, content: { user: 'ada', password: 'hunter2' } }),
    ),
    (page) => page.button('Submit').click(),
  ),
  panelState('question-asked-again', () => question({ askedAgain: true, call: tool, content: { name: 'Ada' } })),
  panelState('question-draft', () =>
    question({
      draft: { minutes: 12, otherWords: false, missing: [], startedOver: false },
      content: { name: 'Ada' },
    }),
  ),
  panelState('question-draft-of-other-words', () =>
    question({
      draft: { minutes: 12, otherWords: true, missing: [theirs('Password')], startedOver: false },
      content: { name: 'Ada' },
    }),
  ),
  panelState('question-started-over', () =>
    question({ draft: { minutes: 0, otherWords: false, missing: [], startedOver: true } }),
  ),
  panelState('question-draft-offered', () =>
    question({ draft: { minutes: 12, otherWords: true, missing: [], startedOver: true, offered: true } }),
  ),
  panelState('question-of-ended-call', () => question({ call: tool, callEnded: true })),
  panelState('question-declined-before', () => question({ declinedBefore: true, call: tool })),
  panelState('question-step', () =>
    question({
      call: tool,
      steps: steps({ current: 1, total: 5, states: ['accept', 'waiting', 'decline', 'cancel', 'waiting'], waiting: 1 }),
    }),
  ),
  panelState('question-many-steps', () =>
    question({
      steps: steps({
        current: 3,
        total: 10,
        states: ['accept', 'accept', 'decline', 'withdrawn', 'opened', ...Array(5).fill('waiting')],
        waiting: 4,
      }),
    }),
  ),
  panelState('question-after-one', () =>
    question({ call: tool, steps: steps({ current: 1, past: past(stepAnswered(0)) }) }),
  ),
  after(
    panelState('question-after-six', () =>
      question({
        call: tool,
        steps: steps({ current: 6, total: 8, first: 6, states: ['waiting', 'waiting'], waiting: 1, past: pastOfSix() }),
      }),
    ),
    (page) => page.page.locator('.past > details > summary').click(),
  ),
  panelState('question-after-declined', () =>
    question({
      call: tool,
      steps: steps({
        current: 52,
        past: { ...past(stepAnswered(50), ended(51, 'decline')), forgotten: 50 },
      }),
    }),
  ),
  panelState('question-attribution', () =>
    question({
      server: { name: theirs('bookings'), scope: theirs('restaurant'), selfName: theirs('Table Booker') },
      call: tool,
    }),
  ),
  after(
    panelState('question-sending', () => question({ content: { name: 'Ada' } })),
    (page) => page.button('Submit').click(),
  ),
  panelState('question-long-message', () =>
    question({
      message: Array.from({ length: 80 }, (_, line) => theirs(`Line ${line + 1} of what there is to know.`)).join('\n'),
    }),
  ),
  panelState('question-right-to-left', () =>
    question({
      server: { name: theirs('حجوزات'), selfName: theirs('خادم الحجز') },
      message: theirs('لمن هذه الطاولة؟ (book_table)'),
      schema: schemaOf({
        name: { type: 'string', title: theirs('الاسم الكامل'), description: theirs('كما في الهوية') },
      }),
    }),
  ),
  panelState('question-hostile', () =>
    question({
      server: { name: theirs(`</h1><img src=x onerror=alert(1)>${'W'.repeat(300)}`), selfName: '\u202Esknab\u202C' },
      message: theirs(`<script>alert(1)</script>\n${'\u0301'.repeat(50)}${'M'.repeat(500)}\n\u202E}tnemyap{ \u2066`),
      call: { kind: 'tool', name: theirs(`pay" (calls itself "your bank${'x'.repeat(200)}`) },
      schema: schemaOf({
        __proto__x: { type: 'string', title: `‹${'W'.repeat(400)}›`, description: theirs(`${'I'.repeat(600)}`) },
        constructor: { type: 'string', enum: [theirs('O'.repeat(300)), theirs('\u202Eb')] },
        several: {
          type: 'array',
          items: { type: 'string', enum: Array.from({ length: 40 }, (_, n) => theirs(`${n}`)) },
        },
      }),
    }),
  ),
];
