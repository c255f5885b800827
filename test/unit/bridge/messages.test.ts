import assert from 'node:assert/strict';
import {
  maxJsonLength,
  readToExtension,
  readToWebview,
  type Screen,
  type ShownAddress,
  type ShownEarlierSteps,
  type ToExtension,
  type ToWebview,
  type View,
} from '#bridge/messages.ts';
import { maxTextLength } from '#form/formLimits.ts';
import type { FieldInput, FormModel } from '#form/model.ts';

const screen = 's1';
const inputs: FieldInput[] = [
  { kind: 'text', text: 'Delft', touched: true, offsets: [120, 60] },
  { kind: 'boolean', value: null },
  { kind: 'choice', selected: 0 },
  { kind: 'choice', selected: null },
  { kind: 'multiChoice', selected: [0, 2], touched: false },
];
const options = [
  { value: 'a', label: 'A' },
  { value: 2, label: 'Two', description: 'A number' },
];
const form: FormModel = {
  fields: [
    { kind: 'text', name: '__proto__', label: 'Text', required: true, format: 'email', minLength: 1, pattern: '^a' },
    { kind: 'number', name: 'n', label: 'N', required: false, integer: true, minimum: -1, multipleOf: 0.5, default: 1 },
    { kind: 'boolean', name: 'b', label: 'B', required: false, description: 'Yes or no', default: false },
    { kind: 'choice', name: 'c', label: 'C', required: true, options, default: 1 },
    { kind: 'multiChoice', name: 'm', label: 'M', required: true, options, minItems: 1, maxItems: 2, default: [0, 1] },
  ],
};
const server = { name: 'weather', scope: 'workspace', selfName: 'The Weather' };
const target = { kind: 'tool' as const, name: 'forecast', title: 'Forecast', description: 'Of tomorrow' };

const toExtension: { readonly [T in ToExtension['type']]: Extract<ToExtension, { type: T }> } = {
  ready: { type: 'ready' },
  drawn: { type: 'drawn', screen },
  edit: { type: 'edit', screen, revision: 3, changes: inputs.map((input, field) => ({ field, input })) },
  complete: { type: 'complete', screen, field: 0, revision: 4, text: 'Par' },
  startOver: { type: 'startOver', screen },
  undoStartOver: { type: 'undoStartOver', screen },
  remember: { type: 'remember', screen, on: true },
  forgetRemembered: { type: 'forgetRemembered', screen, field: 0 },
  recallRemembered: { type: 'recallRemembered', screen, field: 0 },
  editJson: { type: 'editJson', screen, text: '{' },
  review: { type: 'review', screen, revision: 5, inputs },
  submit: { type: 'submit', screen, inputs },
  runJson: { type: 'runJson', screen, text: '' },
  decline: { type: 'decline', screen },
  cancel: { type: 'cancel', screen },
  sendAgain: { type: 'sendAgain', screen },
  openUrl: { type: 'openUrl', screen, confirmed: true },
  copyUrl: { type: 'copyUrl', screen },
  openedUrl: { type: 'openedUrl', screen, confirmed: false },
  showWire: { type: 'showWire', screen },
  resumeSuspendedCall: { type: 'resumeSuspendedCall', suspendedCall: 'h1' },
  changeRateLimit: { type: 'changeRateLimit', serverId: 'user:weather', action: 'muteBriefly' },
  declineRest: { type: 'declineRest', screen },
  stopSuspendedCall: { type: 'stopSuspendedCall', suspendedCall: 'h1' },
  reopenPage: { type: 'reopenPage', suspendedCall: 'h1', page: 0 },
  copyPageUrl: { type: 'copyPageUrl', suspendedCall: 'h1', page: 1 },
  agree: { type: 'agree', screen },
  stopCall: { type: 'stopCall', call: 'c1' },
  runAgain: { type: 'runAgain', screen },
  copyResult: { type: 'copyResult', screen },
  readResource: { type: 'readResource', screen, uri: 'demo://menu' },
  openResult: { type: 'openResult', result: 'c1' },
  dismissResult: { type: 'dismissResult', result: 'c1' },
  clearResults: { type: 'clearResults' },
  runCommand: { type: 'runCommand', command: 'tryDemo' },
  showWaiting: { type: 'showWaiting' },
  dismissNotice: { type: 'dismissNotice', notice: 'n1' },
  runNoticedCall: { type: 'runNoticedCall', notice: 'n1' },
  showLog: { type: 'showLog', serverId: 'user:weather' },
  drawFailed: { type: 'drawFailed', screen, message: 'out of paint' },
};

const address: ShownAddress = {
  pieces: [
    { kind: 'before', text: 'https://' },
    { kind: 'domain', text: 'example.com' },
    { kind: 'after', text: '/?a=%2B' },
  ],
  site: 'example.com',
  hostname: 'example.com',
  unicodeHostname: 'example.com',
};

const past: ShownEarlierSteps = {
  revision: 3,
  steps: [
    {
      index: 0,
      message: 'Who?',
      state: 'accept',
      answers: [{ label: 'Name', value: 'Ada' }, { label: 'Password' }],
      more: 1,
    },
    { index: 1, message: '', state: 'withdrawn', answers: [], more: 0 },
  ],
  forgotten: 0,
};
const unsettled = { ...past, steps: past.steps.map((step) => ({ ...step, state: 'waiting' })) };

const screens: { readonly [K in Screen['kind']]: Extract<Screen, { kind: K }> } = {
  welcome: { kind: 'welcome', id: screen },
  running: { kind: 'running', id: screen, held: true, answered: [{ id: 'c1', target, earlierSteps: past }] },
  form: {
    kind: 'form',
    id: screen,
    server,
    call: target,
    steps: {
      current: 3,
      total: 7,
      first: 2,
      states: ['accept', 'waiting', 'decline', 'cancel'],
      waiting: 1,
      earlierSteps: past,
    },
    message: 'Where?',
    form,
    inputs,
    secrets: [{ field: 0, what: 'a password', reason: 'The name says so.' }],
    askedAgain: true,
    requiresReview: true,
    declinedBefore: true,
    draft: { minutes: 10, otherWords: true, missing: ['Password'], startedOver: false },
    ignoreInputMs: 500,
  },
  url: {
    kind: 'url',
    id: screen,
    server,
    call: target,
    steps: { current: 0, total: 2, first: 0, states: ['waiting', 'waiting'], waiting: 1 },
    message: 'Sign in.',
    address,
    findings: [
      { severity: 'severe', sentence: 'Look out.' },
      { severity: 'note', sentence: 'Fine.' },
    ],
    copied: false,
    declinedBefore: false,
    ignoreInputMs: 500,
  },
  notDelivered: {
    kind: 'notDelivered',
    id: screen,
    server,
    call: target,
    message: 'Where?',
    action: 'accept',
    answers: [{ label: 'City', value: 'Paris' }, { label: 'Secret' }],
    more: 3,
    state: 'refused',
    reason: 'http',
    status: 429,
    retryAfter: 90,
    ended: false,
    runs: true,
    ignoreInputMs: 500,
  },
  arguments: {
    kind: 'arguments',
    id: screen,
    server,
    target,
    form,
    inputs,
    offersCompletions: true,
    ignoreInputMs: 500,
  },
  jsonArguments: {
    kind: 'jsonArguments',
    id: screen,
    server,
    target,
    reason: 'Not flat',
    schema: '{}',
    text: '',
    ignoreInputMs: 0,
  },
  result: {
    kind: 'result',
    id: screen,
    server,
    target,
    outcome: {
      kind: 'result',
      failed: false,
      parts: [
        { kind: 'text', text: 'Rain' },
        { kind: 'image', mimeType: 'image/png', data: 'AAAA' },
        { kind: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
        { kind: 'json', label: 'Structured', json: '{}' },
        { kind: 'link', uri: 'demo://menu', name: 'menu' },
        { kind: 'resource', uri: 'demo://menu', mimeType: 'text/plain', text: 'Soup' },
        { kind: 'other', text: 'A binary' },
        { kind: 'role', role: 'user' },
      ],
    },
    earlierSteps: past,
    ignoreInputMs: 500,
  },
  agreement: {
    kind: 'agreement',
    id: screen,
    server,
    purpose: 'start',
    changed: true,
    runsProgram: true,
    warnings: ['It starts a shell.'],
    rows: [{ label: 'Command', values: ['node', 'x.js'] }],
    ignoreInputMs: 0,
  },
};

const viewOf = (shown: Screen): View => ({
  screen: shown,
  waitingBehind: 1,
  calls: [{ id: 'c1', server, target, elapsed: 1.5, waiting: 2, progress: { progress: 1, total: 2, message: 'Half' } }],
  suspendedCalls: [
    {
      id: 'h1',
      server,
      call: target,
      elapsed: 60_000,
      waiting: 0,
      progress: { progress: 1 },
      openedPages: [{ address, message: 'Sign in.', done: true }],
      retriesCall: true,
      attempts: 2,
      retrying: false,
      withheld: { requests: 3, muted: false },
    },
  ],
  rateLimitCards: [{ id: 'user:weather', server, asked: 14, withheld: 4, muted: false }],
  notices: [{ id: 'n1', severity: 'warning', text: 'Careful', serverId: 'user:weather', runAgain: true }],
});

const toWebview: { readonly [T in ToWebview['type']]: Extract<ToWebview, { type: T }> } = {
  show: { type: 'show', view: viewOf(screens.welcome) },
  checked: {
    type: 'checked',
    screen,
    revision: 3,
    problems: [{ field: 0, message: 'Too short' }],
    secrets: [{ field: 1, what: 'an access token of GitHub', reason: 'It looks like one.' }],
  },
  fill: { type: 'fill', screen, inputs },
  fillJson: { type: 'fillJson', screen, text: '{}' },
  completions: { type: 'completions', screen, field: 0, revision: 4, values: ['Paris'] },
  reviewed: {
    type: 'reviewed',
    screen,
    revision: 5,
    values: ['a', 1.5, false, ['b', 2], []].map((value, field) => ({ field, value })),
    secrets: [],
  },
  rejected: { type: 'rejected', screen, summary: 'Look again', problems: [] },
  focus: { type: 'focus', screen },
  ignoreInput: { type: 'ignoreInput', screen, ms: 500 },
  ignoreCardInput: { type: 'ignoreCardInput', cards: ['h1', 'user:weather'], ms: 500 },
};

/** What nobody of ours sends, to either side. */
const nonsense: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'ready'],
  ['a number', 1],
  ['a function', () => ({ type: 'ready' })],
  ['a list', [{ type: 'ready' }]],
  ['an empty list', []],
  ['an object without a type', { screen }],
  ['an unknown type', { type: 'accept', screen }],
  ['a type that every object inherits', { type: 'constructor', screen }],
  ['a type called __proto__', { type: '__proto__', screen }],
  ['a type in a list', { type: ['cancel'], screen }],
  ['a type in an object', { type: { toString: () => 'cancel' }, screen }],
  ['objects nested very deep', nested(100_000)],
];

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) {
    value = { type: value };
  }
  return value;
}

const edit = (typed: readonly unknown[]) => ({
  type: 'edit',
  screen,
  revision: 1,
  changes: typed.map((input, field) => ({ field, input })),
});
const review = (typed: readonly unknown[]) => ({ type: 'review', screen, revision: 1, inputs: typed });
const submit = (typed: readonly unknown[]) => ({ type: 'submit', screen, inputs: typed });

describe('a message to the extension', () => {
  for (const field of [-1, 0.5, '0', null, undefined]) {
    it(`changes no field ${JSON.stringify(field)}`, () => {
      const changes = [{ field, input: inputs[0] }];
      assert.equal(readToExtension({ type: 'edit', screen, revision: 1, changes }), undefined);
    });
  }

  for (const message of Object.values(toExtension)) {
    it(`${message.type} arrives as it was sent`, () => {
      assert.deepEqual(readToExtension(structuredClone(message)), message);
    });

    for (const key of Object.keys(message)) {
      it(`${message.type} without ${key} is none`, () => {
        assert.equal(readToExtension({ ...message, [key]: undefined }), undefined);
        assert.equal(readToExtension({ ...message, [key]: { $: 1 } }), undefined);
      });
    }
  }

  for (const [what, message] of nonsense) {
    it(`is not ${what}`, () => assert.equal(readToExtension(message), undefined));
  }

  for (const [what, input] of [
    ['a negative index', { kind: 'choice', selected: -1 }],
    ['a fractional index', { kind: 'choice', selected: 0.5 }],
    ['an index that is not a number', { kind: 'choice', selected: Number.NaN }],
    ['an endless index', { kind: 'choice', selected: Number.POSITIVE_INFINITY }],
    ['an index as text', { kind: 'choice', selected: '0' }],
    ['an index left out', { kind: 'choice' }],
    ['a negative index among others', { kind: 'multiChoice', selected: [0, -1], touched: true }],
    ['a choice of several that is no list', { kind: 'multiChoice', selected: { 0: 0, length: 1 }, touched: true }],
    ['a number for a text', { kind: 'text', text: 1, touched: true }],
    ['a text that nobody says was touched', { kind: 'text', text: 'a' }],
    ['a text for a yes or no', { kind: 'boolean', value: 'true' }],
    ['an unknown kind', { kind: 'file', path: '/etc/passwd' }],
    ['null', null],
    ['a list', []],
    ['a zone a day away', { kind: 'text', text: 'a', touched: true, offsets: [1440] }],
    ['a zone of half minutes', { kind: 'text', text: 'a', touched: true, offsets: [0.5] }],
    ['a time that comes three times', { kind: 'text', text: 'a', touched: true, offsets: [1, 2, 3] }],
    ['a text nested very deep', { kind: 'text', text: nested(100_000), touched: true }],
  ] as const) {
    it(`has no input with ${what}`, () => {
      assert.equal(readToExtension(edit([input])), undefined);
      assert.equal(readToExtension(submit([input])), undefined);
      assert.equal(readToExtension(review([input])), undefined);
    });
  }

  for (const visit of [-1, 0.5, '0', null]) {
    it(`opens no page ${JSON.stringify(visit)} of a held call`, () => {
      for (const type of ['reopenPage', 'copyPageUrl']) {
        assert.equal(readToExtension({ type, suspendedCall: 'h1', page: visit }), undefined);
      }
    });
  }

  for (const [what, longest, message] of [
    ['typed into a field', maxTextLength, (text: string) => edit([{ kind: 'text', text, touched: true }])],
    ['sent in a field', maxTextLength, (text: string) => submit([{ kind: 'text', text, touched: true }])],
    ['to be reviewed', maxTextLength, (text: string) => review([{ kind: 'text', text, touched: true }])],
    ['to be completed', maxTextLength, (text: string) => ({ type: 'complete', screen, field: 0, revision: 1, text })],
    ['written as JSON', maxJsonLength, (text: string) => ({ type: 'editJson', screen, text })],
    ['run as JSON', maxJsonLength, (text: string) => ({ type: 'runJson', screen, text })],
    ['that names a screen', 1000, (id: string) => ({ type: 'cancel', screen: id })],
    ['that names a call', 1000, (call: string) => ({ type: 'stopCall', call })],
    ['that names a hold', 1000, (hold: string) => ({ type: 'stopSuspendedCall', suspendedCall: hold })],
    ['that names a notice', 1000, (notice: string) => ({ type: 'runNoticedCall', notice })],
    ['that names a server', 20_000, (serverId: string) => ({ type: 'showLog', serverId })],
    ['that names a resource', 100_000, (uri: string) => ({ type: 'readResource', screen, uri })],
  ] as const) {
    it(`has no text ${what} of more than ${longest} characters`, () => {
      assert.ok(readToExtension(message('x'.repeat(longest))));
      assert.equal(readToExtension(message('x'.repeat(longest + 1))), undefined);
    });
  }

  it('has no more than 10,000 inputs, choices and confirmations', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => at);
    for (const message of [
      (length: number) => submit(list(length).map(() => ({ kind: 'boolean', value: null }))),
      (length: number) => review(list(length).map(() => ({ kind: 'boolean', value: null }))),
      (length: number) => edit([{ kind: 'multiChoice', selected: list(length), touched: true }]),
      (length: number) => ({ ...submit([]), confirmedSecrets: list(length) }),
    ]) {
      assert.ok(readToExtension(message(10_000)));
      assert.equal(readToExtension(message(10_001)), undefined);
    }
  });

  it('is turned down at once when a million things in it are wrong', () => {
    const before = process.memoryUsage().heapUsed;
    assert.equal(readToExtension(submit(Array.from({ length: 1_000_000 }, () => 'x'))), undefined);
    assert.ok(process.memoryUsage().heapUsed - before < 50_000_000);
  });

  for (const confirmed of [[-1], [0.5], ['0'], { 0: 0, length: 1 }, 'all', true]) {
    it(`confirms no secrets by ${JSON.stringify(confirmed)}`, () => {
      assert.equal(readToExtension({ ...submit(inputs), confirmedSecrets: confirmed }), undefined);
    });
  }

  it('confirms the secrets of some fields', () => {
    assert.deepEqual(readToExtension({ ...submit(inputs), confirmedSecrets: [0, 2] }), {
      ...submit(inputs),
      confirmedSecrets: [0, 2],
    });
  });

  it('says that a screen could not be drawn however long the reason is', () => {
    const message = 'x'.repeat(1_000_000);
    assert.deepEqual(readToExtension({ type: 'drawFailed', screen, message }), {
      type: 'drawFailed',
      screen,
      message: 'x'.repeat(1000),
    });
  });

  it('has its inputs in a list', () => {
    assert.equal(readToExtension({ type: 'submit', screen, inputs: { 0: inputs[0], length: 1 } }), undefined);
  });

  it('runs no command but those of the welcome screen', () => {
    for (const command of ['callTool', 'tryDemo', 'addServer']) {
      assert.ok(readToExtension({ type: 'runCommand', command }));
    }
    for (const command of ['mcpElicitation.callTool', 'workbench.action.quit', '__proto__', 'toString', '']) {
      assert.equal(readToExtension({ type: 'runCommand', command }), undefined);
    }
  });

  it('loses what it does not have to say', () => {
    const [text] = inputs;
    const sent = { type: 'submit', screen, inputs: [{ ...text, html: '<b>' }], content: { admin: true } };
    assert.deepEqual(readToExtension(sent), { type: 'submit', screen, inputs: [text] });
  });

  it('pollutes no prototype', () => {
    const sent: unknown = JSON.parse(
      `{"type":"cancel","screen":"s1","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    );
    const read = readToExtension(sent);
    assert.deepEqual(Object.keys(read ?? {}), ['type', 'screen']);
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
    assert.equal('polluted' in {}, false);
  });
});

describe('a message to the webview', () => {
  it('may say which secrets are not confirmed', () => {
    const message = { ...toWebview.rejected, unconfirmed: toWebview.checked.secrets };
    assert.deepEqual(readToWebview(structuredClone(message)), message);
    assert.equal(readToWebview({ ...message, unconfirmed: [{ field: 0 }] }), undefined);
  });

  for (const message of Object.values(toWebview)) {
    it(`${message.type} arrives as it was sent`, () => {
      assert.deepEqual(readToWebview(structuredClone(message)), message);
    });

    for (const key of Object.keys(message)) {
      it(`${message.type} without ${key} is none`, () => {
        assert.equal(readToWebview({ ...message, [key]: undefined }), undefined);
        assert.equal(readToWebview({ ...message, [key]: { $: 1 } }), undefined);
      });
    }
  }

  for (const shown of Object.values(screens)) {
    it(`shows the screen ${shown.kind} whole`, () => {
      const message = { type: 'show', view: viewOf(shown) };
      assert.deepEqual(readToWebview(structuredClone(message)), message);
    });

    it(`shows no screen ${shown.kind} without its id`, () => {
      assert.equal(readToWebview({ type: 'show', view: { ...viewOf(shown), screen: { ...shown, id: 1 } } }), undefined);
    });
  }

  it('shows a screen that is drawn by its id and what may have changed', () => {
    const steps = { current: 1, first: 0, states: ['accept', 'waiting'], waiting: 0, earlierSteps: past };
    for (const screen of [
      { kind: 'drawn', id: 's1' },
      { kind: 'drawn', id: 's1', steps, copied: true },
      { kind: 'drawn', id: 's1', answered: [{ id: 'c1', target, earlierSteps: past }] },
    ]) {
      const message = { type: 'show', view: { ...viewOf(screens.welcome), screen } };
      assert.deepEqual(readToWebview(structuredClone(message)), message);
    }
    const nameless = { type: 'show', view: { ...viewOf(screens.welcome), screen: { kind: 'drawn' } } };
    assert.equal(readToWebview(nameless), undefined);
  });

  for (const [what, message] of nonsense) {
    it(`is not ${what}`, () => assert.equal(readToWebview(message), undefined));
  }

  for (const field of [-1, 0.5, '0', null]) {
    it(`names no field ${JSON.stringify(field)}`, () => {
      const problems = [{ field, message: 'Too short' }];
      const secrets = [{ field, what: 'a password', reason: 'It says so.' }];
      assert.equal(readToWebview({ type: 'checked', screen, revision: 1, problems, secrets: [] }), undefined);
      assert.equal(readToWebview({ type: 'checked', screen, revision: 1, problems: [], secrets }), undefined);
    });
  }

  for (const [what, steps] of [
    ['a place that is none', { current: -1, first: 0, states: ['waiting'], waiting: 0 }],
    ['an end that nothing has', { current: 0, first: 0, states: ['expired'], waiting: 0 }],
    ['no ends', { current: 0, first: 0, waiting: 0 }],
    [
      'what is behind and still waits',
      { current: 0, first: 0, states: ['waiting'], waiting: 0, earlierSteps: unsettled },
    ],
  ] as const) {
    it(`has no steps with ${what}`, () => {
      assert.equal(
        readToWebview({ type: 'show', view: { ...viewOf(screens.url), screen: { ...screens.url, steps } } }),
        undefined,
      );
    });
  }

  for (const waitingBehind of [-1, 1.5, '1', undefined]) {
    it(`counts no ${waitingBehind} questions behind the one that is shown`, () => {
      assert.equal(readToWebview({ type: 'show', view: { ...viewOf(screens.welcome), waitingBehind } }), undefined);
    });
  }
});

it('a message to one side is none to the other', () => {
  for (const message of Object.values(toExtension)) assert.equal(readToWebview(message), undefined);
  for (const message of Object.values(toWebview)) assert.equal(readToExtension(message), undefined);
});
