import type { Decision } from '#core/model/elicitationRequest.ts';

/** A call of the demo, and the user's answers to its elicitations, in order. */
export interface StoryScript {
  readonly name: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly decisions: readonly Decision[];
}

type Values = Record<string, string | number | boolean | string[]>;

const decline: Decision = { action: 'decline' };
const cancel: Decision = { action: 'cancel' };
const accept = (content: Values): Decision => ({ action: 'accept', content });

const when = { partySize: 4, date: '2099-05-15', time: '19:30' };
const wishes = { seating: 'quiet', dietary: ['vegan', 'nut-allergy'] };
const contact = { email: 'ana@example.com' };

const plan = { region: 'eu-west-1', instanceType: 'db.t4g.medium', storageGib: 50, retentionDays: 14, multiAz: true };

const address = { street: 'Keizersgracht 1', postcode: '1015 CJ', city: 'Amsterdam', country: 'NL' };

const patient = { patientId: 'PT-20417', age: 61, arm: 'low' };
const approval = { justification: 'Two other treatments were tried without any effect.', approvalCode: 'APR-2031-KM' };

/** The stories that elicit one form after another, with valid answers to all forms. */
const stories: readonly { tool: string; arguments: Record<string, unknown>; answers: readonly Values[] }[] = [
  { tool: 'book_table', arguments: {}, answers: [when, wishes, contact, {}] },
  { tool: 'deploy_database', arguments: { name: 'orders-db' }, answers: [plan, { confirmName: 'orders-db' }] },
  { tool: 'delete_files', arguments: {}, answers: [{ permanently: true }, { word: 'DELETE' }] },
  {
    tool: 'change_delivery_address',
    arguments: {},
    answers: [{ trackingNumber: 'RR123456785GB' }, address, { note: 'Ring twice' }],
  },
  { tool: 'enrol_patient', arguments: {}, answers: [patient, approval, { signed: true, consentDate: '2020-02-29' }] },
  { tool: 'every_field', arguments: {}, answers: [{ required: 'yes', emptyDefault: '', yesOrNo: false }] },
];

const endings = stories.flatMap(({ answers, ...call }): StoryScript[] => [
  { ...call, name: `${call.tool}, accepted to its end`, decisions: answers.map(accept) },
  ...answers.flatMap((_, index) =>
    [decline, cancel].map((last) => ({
      ...call,
      name: `${call.tool}, ${last.action} at request ${index + 1}`,
      decisions: [...answers.slice(0, index).map(accept), last],
    })),
  ),
]);

const wrongPlan = accept({ ...plan, retentionDays: 36 });

/** All endings of all stories, also after mistakes of the user. */
export const storyScripts: readonly StoryScript[] = [
  ...endings,
  {
    name: 'book_table, with a Monday and then with a day that has passed',
    tool: 'book_table',
    arguments: {},
    decisions: [
      accept({ ...when, date: '2099-05-18' }),
      accept({ ...when, date: '2001-05-15' }),
      accept(when),
      accept({ seating: 'bar' }),
      accept(contact),
      accept({}),
    ],
  },
  {
    name: 'deploy_database, with answers that do not fit the form',
    tool: 'deploy_database',
    arguments: { name: 'orders-db' },
    decisions: [wrongPlan, wrongPlan, wrongPlan],
  },
  {
    name: 'plan_event, accepted throughout',
    tool: 'plan_event',
    arguments: {},
    decisions: [accept({ choice: 'roof' }), accept({ choice: 'buffet' }), accept({ choice: 'jazz' })],
  },
  {
    name: 'plan_event, accepted, declined and cancelled',
    tool: 'plan_event',
    arguments: {},
    decisions: [accept({ choice: 'garden' }), decline, cancel],
  },
  {
    name: 'plan_event, with one of three answers that does not fit',
    tool: 'plan_event',
    arguments: {},
    decisions: [cancel, accept({ choice: 'nothing' }), decline, accept({ choice: 'dinner' })],
  },
  { name: 'show_seating_plan, which elicits nothing', tool: 'show_seating_plan', arguments: {}, decisions: [] },
];
