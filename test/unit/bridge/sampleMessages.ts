import type { Screen, ShownEarlierSteps, ShownUrl, ToExtension, ToWebview, View } from '#bridge/messages.ts';
import type { FieldInput, FormModel } from '#form/model.ts';

/** One valid message of each kind, with as many optional parts as fit, and one screen of each kind. */

export const screenId = 's1';

export const sampleInputs: FieldInput[] = [
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
const server = { name: 'weather', scope: 'workspace', reportedName: 'The Weather' };
const target = { kind: 'tool' as const, name: 'forecast', title: 'Forecast', description: 'Of tomorrow' };

export const messagesToExtension: { readonly [T in ToExtension['type']]: Extract<ToExtension, { type: T }> } = {
  ready: { type: 'ready' },
  drawn: { type: 'drawn', screen: screenId },
  edit: {
    type: 'edit',
    screen: screenId,
    revision: 3,
    changes: sampleInputs.map((input, field) => ({ field, input })),
  },
  complete: { type: 'complete', screen: screenId, field: 0, revision: 4, text: 'Par' },
  startOver: { type: 'startOver', screen: screenId },
  undoStartOver: { type: 'undoStartOver', screen: screenId },
  remember: { type: 'remember', screen: screenId, on: true },
  forgetRemembered: { type: 'forgetRemembered', screen: screenId, field: 0 },
  recallRemembered: { type: 'recallRemembered', screen: screenId, field: 0 },
  editJson: { type: 'editJson', screen: screenId, text: '{' },
  review: { type: 'review', screen: screenId, revision: 5, inputs: sampleInputs },
  submit: { type: 'submit', screen: screenId, inputs: sampleInputs },
  runJson: { type: 'runJson', screen: screenId, text: '' },
  decline: { type: 'decline', screen: screenId },
  cancel: { type: 'cancel', screen: screenId },
  sendAgain: { type: 'sendAgain', screen: screenId },
  openUrl: { type: 'openUrl', screen: screenId, confirmed: true },
  copyUrl: { type: 'copyUrl', screen: screenId },
  openedUrl: { type: 'openedUrl', screen: screenId, confirmed: false },
  resumeSuspendedCall: { type: 'resumeSuspendedCall', suspendedCall: 'h1' },
  changeRateLimit: { type: 'changeRateLimit', serverId: 'user:weather', action: 'muteBriefly' },
  declineRest: { type: 'declineRest', screen: screenId },
  stopSuspendedCall: { type: 'stopSuspendedCall', suspendedCall: 'h1' },
  reopenPage: { type: 'reopenPage', suspendedCall: 'h1', page: 0 },
  copyPageUrl: { type: 'copyPageUrl', suspendedCall: 'h1', page: 1 },
  agree: { type: 'agree', screen: screenId },
  stopCall: { type: 'stopCall', call: 'c1' },
  runAgain: { type: 'runAgain', screen: screenId },
  copyResult: { type: 'copyResult', screen: screenId },
  readResource: { type: 'readResource', screen: screenId, uri: 'demo://menu' },
  openResult: { type: 'openResult', result: 'c1' },
  dismissResult: { type: 'dismissResult', result: 'c1' },
  clearResults: { type: 'clearResults' },
  runCommand: { type: 'runCommand', command: 'tryDemo' },
  showWaiting: { type: 'showWaiting' },
  dismissNotice: { type: 'dismissNotice', notice: 'n1' },
  runNoticedCall: { type: 'runNoticedCall', notice: 'n1' },
  showLog: { type: 'showLog', serverId: 'user:weather' },
  drawFailed: { type: 'drawFailed', screen: screenId, message: 'out of paint' },
};

const sampleUrl: ShownUrl = {
  pieces: [
    { kind: 'before', text: 'https://' },
    { kind: 'domain', text: 'example.com' },
    { kind: 'after', text: '/?a=%2B' },
  ],
  site: 'example.com',
  hostname: 'example.com',
  unicodeHostname: 'example.com',
};

export const sampleEarlierSteps: ShownEarlierSteps = {
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

export const sampleScreens: { readonly [K in Screen['kind']]: Extract<Screen, { kind: K }> } = {
  welcome: { kind: 'welcome', id: screenId },
  running: {
    kind: 'running',
    id: screenId,
    waitsFor: 'pages',
    answered: [{ id: 'c1', target, earlierSteps: sampleEarlierSteps }],
  },
  form: {
    kind: 'form',
    id: screenId,
    server,
    call: target,
    steps: {
      current: 3,
      total: 7,
      first: 2,
      states: ['accept', 'waiting', 'decline', 'cancel'],
      waiting: 1,
      earlierSteps: sampleEarlierSteps,
    },
    message: 'Where?',
    form,
    inputs: sampleInputs,
    secrets: [{ field: 0, secretKind: 'a password', reason: 'The name says so.' }],
    isRepeated: true,
    requiresReview: true,
    declinedBefore: true,
    draft: { minutes: 10, isMessageDifferent: true, missing: ['Password'], startedOver: false },
    ignoreInputMs: 500,
  },
  url: {
    kind: 'url',
    id: screenId,
    server,
    call: target,
    steps: { current: 0, total: 2, first: 0, states: ['waiting', 'waiting'], waiting: 1 },
    message: 'Sign in.',
    url: sampleUrl,
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
    id: screenId,
    server,
    call: target,
    message: 'Where?',
    action: 'accept',
    answers: [{ label: 'City', value: 'Paris' }, { label: 'Secret' }],
    moreAnswers: 3,
    state: 'refused',
    reason: 'http',
    status: 429,
    retryAfter: 90,
    hasCallEnded: false,
    isCallKnown: true,
    ignoreInputMs: 500,
  },
  arguments: {
    kind: 'arguments',
    id: screenId,
    server,
    target,
    form,
    inputs: sampleInputs,
    offersCompletions: true,
    ignoreInputMs: 500,
  },
  jsonArguments: {
    kind: 'jsonArguments',
    id: screenId,
    server,
    target,
    reason: 'Not flat',
    schema: '{}',
    text: '',
    ignoreInputMs: 0,
  },
  result: {
    kind: 'result',
    id: screenId,
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
    earlierSteps: sampleEarlierSteps,
    ignoreInputMs: 500,
  },
  agreement: {
    kind: 'agreement',
    id: screenId,
    server,
    purpose: 'start',
    changed: true,
    runsProgram: true,
    warnings: ['It starts a shell.'],
    rows: [{ label: 'Command', values: ['node', 'x.js'] }],
    ignoreInputMs: 0,
  },
};

export const viewWith = (shown: Screen): View => ({
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
      openedPages: [{ url: sampleUrl, message: 'Sign in.', done: true }],
      retriesCall: true,
      attempts: 2,
      retrying: false,
      withheld: { requests: 3, muted: false },
    },
  ],
  rateLimitCards: [{ id: 'user:weather', server, asked: 14, withheld: 4, muted: false }],
  notices: [{ id: 'n1', severity: 'warning', text: 'Careful', serverId: 'user:weather', runAgain: true }],
});

export const messagesToWebview: { readonly [T in ToWebview['type']]: Extract<ToWebview, { type: T }> } = {
  show: { type: 'show', view: viewWith(sampleScreens.welcome) },
  checked: {
    type: 'checked',
    screen: screenId,
    revision: 3,
    problems: [{ field: 0, message: 'Too short' }],
    secrets: [{ field: 1, secretKind: 'an access token of GitHub', reason: 'It looks like one.' }],
  },
  fill: { type: 'fill', screen: screenId, inputs: sampleInputs },
  fillJson: { type: 'fillJson', screen: screenId, text: '{}' },
  completions: { type: 'completions', screen: screenId, field: 0, revision: 4, values: ['Paris'] },
  reviewed: {
    type: 'reviewed',
    screen: screenId,
    revision: 5,
    values: ['a', 1.5, false, ['b', 2], []].map((value, field) => ({ field, value })),
    secrets: [],
  },
  rejected: { type: 'rejected', screen: screenId, summary: 'Look again', problems: [] },
  focus: { type: 'focus', screen: screenId },
  ignoreInput: { type: 'ignoreInput', screen: screenId, ms: 500 },
  ignoreCardInput: { type: 'ignoreCardInput', cards: ['h1', 'user:weather'], ms: 500 },
};
