import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import type { ReviewRule } from '#editor/common/contributions.ts';
import { until } from '#test/host/until.ts';
import { ReplyHost } from './replyHost.ts';
import { fieldChanges } from './testPanel.ts';

const form = {
  message: 'Who?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, note: { type: 'string' } },
    required: ['name'],
  },
};
const page = { mode: 'url', message: 'Go.', url: 'https://example.com/in', elicitationId: 'e' };
/** What stands before the @ looks like the host. */
const severe = { ...page, url: 'https://example.com@example.org/in' };

const text = (value: string) => ({ kind: 'text' as const, text: value, touched: value !== '' });
const inputs = (name: string) => [text(name), text('')];
const accepted = (name: string) => ({ action: 'accept', content: { name } });
const cancel = { action: 'cancel' };
const decline = { action: 'decline' };
const yes = { action: 'accept' };

type Message = ToExtension extends infer One ? (One extends { screen: string } ? Omit<One, 'screen'> : never) : never;

/** Says something of the screen that is shown. */
function say(rig: ReplyHost, message: Message, screen = rig.shown): void {
  rig.say({ ...message, screen } as ToExtension);
}
const review = (rig: ReplyHost, name: string) => say(rig, { type: 'review', revision: 1, inputs: inputs(name) });
const submit = (rig: ReplyHost, name: string) => say(rig, { type: 'submit', inputs: inputs(name) });
const edit = (rig: ReplyHost, name: string) =>
  say(rig, { type: 'edit', revision: 2, changes: fieldChanges(inputs(name)) });
const openUrl = (rig: ReplyHost, confirmed: boolean) => say(rig, { type: 'openUrl', confirmed });

interface Row {
  readonly screen: string;
  readonly era?: 'modern';
  readonly questions: readonly object[];
  readonly rule?: ReviewRule;
  /** How the person comes to this screen. */
  readonly begin?: (rig: ReplyHost) => void;
  /** The main button. */
  readonly press: (rig: ReplyHost) => void;
  /** What the server is told of that, of an end, and of a Submit after other answers were reviewed. */
  readonly pressed: readonly unknown[];
  readonly ended: (reply: object) => readonly unknown[];
  readonly other: readonly unknown[];
  /** What it is told when all of the call is over. */
  readonly over: readonly unknown[];
}

const one = (reply: object) => [[0, reply]];
const all = [0, 1, 2].map((id) => [id, cancel]);
const ann = (rig: ReplyHost) => submit(rig, 'Ann');

const rows: readonly Row[] = [
  {
    screen: 'a form',
    questions: [form],
    press: ann,
    pressed: one(accepted('Ann')),
    ended: one,
    other: one(accepted('Bea')),
    over: one(cancel),
  },
  {
    screen: 'a form in review',
    questions: [form],
    rule: 'always',
    begin: (rig) => review(rig, 'Ann'),
    press: ann,
    pressed: one(accepted('Ann')),
    ended: one,
    other: [],
    over: one(cancel),
  },
  {
    screen: 'a form in review with an edit open',
    questions: [form],
    rule: 'always',
    begin: (rig) => {
      review(rig, 'Ann');
      edit(rig, 'Bea');
    },
    // The page has it reviewed anew; should it not, nothing leaves that was not shown.
    press: (rig) => submit(rig, 'Bea'),
    pressed: [],
    ended: one,
    other: [],
    over: one(cancel),
  },
  {
    screen: 'a page',
    questions: [page],
    press: (rig) => openUrl(rig, false),
    pressed: one(yes),
    ended: one,
    other: [],
    over: one(cancel),
  },
  {
    screen: 'a page with a second step',
    questions: [severe],
    begin: (rig) => openUrl(rig, false),
    press: (rig) => openUrl(rig, true),
    pressed: one(yes),
    ended: one,
    other: [],
    over: one(cancel),
  },
  {
    screen: 'three forms pushed together',
    questions: [form, form, form],
    press: ann,
    pressed: one(accepted('Ann')),
    ended: one,
    other: one(accepted('Bea')),
    over: all,
  },
  {
    // Its answers leave together or not at all.
    screen: 'a round of three',
    era: 'modern',
    questions: [form, page, form],
    press: ann,
    pressed: [],
    ended: () => [],
    other: [],
    over: [],
  },
];

interface Act {
  readonly act: string;
  readonly does: (rig: ReplyHost, row: Row) => unknown;
  readonly told: (row: Row) => readonly unknown[];
}

/** The same twice, to the screen that was there at first. */
function twice(rig: ReplyHost, message: Message): void {
  const screen = rig.shown;
  say(rig, message, screen);
  say(rig, message, screen);
}

const acts: readonly Act[] = [
  { act: 'the person does nothing', does: () => undefined, told: () => [] },
  { act: 'the tab is closed', does: ({ stage }) => stage.closed(), told: ({ ended }) => ended(cancel) },
  { act: 'the webview is loaded anew', does: (rig) => rig.say({ type: 'ready' }), told: () => [] },
  { act: 'Escape comes twice', does: (rig) => twice(rig, { type: 'cancel' }), told: ({ ended }) => ended(cancel) },
  { act: 'Decline comes twice', does: (rig) => twice(rig, { type: 'decline' }), told: ({ ended }) => ended(decline) },
  {
    act: 'it cannot be drawn',
    does: (rig) => twice(rig, { type: 'drawFailed', message: 'Oh' }),
    told: ({ ended }) => ended(cancel),
  },
  {
    act: 'the main button is pressed, and once more',
    does: async (rig, { press }) => {
      const screen = rig.shown;
      press(rig);
      // Once more on whatever is there: only what was on this very screen counts.
      say(rig, { type: 'submit', inputs: inputs('Cid') }, screen);
      say(rig, { type: 'openUrl', confirmed: true }, screen);
      await rig.told();
    },
    told: ({ pressed }) => pressed,
  },
  {
    act: 'a Submit follows the review of other answers',
    does: (rig) => {
      review(rig, 'Ann');
      submit(rig, 'Bea');
    },
    told: ({ other }) => other,
  },
  { act: 'the server takes it back', does: (rig) => rig.call('takeBack'), told: () => [] },
  {
    act: 'the server dies',
    does: async (rig) => {
      rig.call('crash');
      await until(() => rig.server.state.kind === 'failed');
      assert.equal(rig.pending.length, 0);
    },
    told: () => [],
  },
  {
    act: 'the call is stopped, and once more',
    does: (rig) => {
      const [call] = rig.server.calls;
      rig.say({ type: 'stopCall', call: call?.id ?? '' });
      rig.say({ type: 'stopCall', call: call?.id ?? '' });
      assert.equal(rig.pending.length, 0);
    },
    told: ({ over }) => over,
  },
  {
    act: 'a program cancels all questions',
    does: (rig) => {
      rig.asking.cancelAll('program');
      rig.asking.cancelAll('program');
    },
    told: ({ era, over }) => (era ? [Object.fromEntries(['q0', 'q1', 'q2'].map((key) => [key, cancel]))] : over),
  },
  { act: 'the extension ends', does: (rig) => rig.server.stop(), told: ({ over }) => over },
];

/** Every question has one reply at most. */
function noneTwice(told: readonly unknown[]): void {
  const ids = told.map((reply) => (Array.isArray(reply) ? reply[0] : 'round'));
  assert.equal(new Set(ids).size, ids.length, `told twice: ${JSON.stringify(told)}`);
}

describe('what the server is told', () => {
  for (const row of rows) {
    describe(`of ${row.screen}`, () => {
      let rig: ReplyHost;
      before(() => {
        rig = new ReplyHost(row.era ?? 'legacy');
        rig.rule = row.rule ?? 'never';
      });
      afterEach(() => rig.clear());
      after(() => rig.end());

      for (const { act, does, told } of acts) {
        it(`when ${act}`, async () => {
          rig.open();
          await rig.ask(row.questions);
          row.begin?.(rig);
          await does(rig, row);
          assert.deepEqual(await rig.told(), told(row));
          await rig.clear();
          noneTwice(await rig.told());
        });
      }
    });
  }
});

/** What comes of opening a page, known only later. */
function opensLater(rig: ReplyHost): (opened: boolean) => Promise<void> {
  let resolve: (opened: boolean) => void = () => undefined;
  const opening = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  rig.opening = () => opening;
  return async (opened) => {
    resolve(opened);
    await opening;
  };
}

describe('what the server is told of a page that is being opened', () => {
  let rig: ReplyHost;
  before(() => {
    rig = new ReplyHost('legacy');
  });
  afterEach(() => rig.clear());
  after(() => rig.end());

  const opening: readonly [
    act: string,
    does: () => unknown,
    told: unknown[],
    opened: unknown[],
    notOpened: unknown[],
  ][] = [
    ['the person does nothing', () => undefined, [], one(yes), []],
    ['the tab is closed', () => rig.stage.closed(), [], one(yes), one(cancel)],
    ['the webview is loaded anew', () => rig.say({ type: 'ready' }), [], one(yes), []],
    ['Escape comes twice', () => twice(rig, { type: 'cancel' }), [], one(yes), []],
    ['Decline comes twice', () => twice(rig, { type: 'decline' }), [], one(yes), []],
    ['it is to be opened once more', () => openUrl(rig, true), [], one(yes), []],
    ['the server takes it back', () => rig.call('takeBack'), [], [], []],
    ['the call is stopped', () => rig.clear(), one(cancel), one(cancel), one(cancel)],
    ['all is cancelled', () => rig.asking.cancelAll('person'), one(cancel), one(cancel), one(cancel)],
    ['a program cancels all', () => rig.asking.cancelAll('program'), one(cancel), one(cancel), one(cancel)],
    ['the extension ends', () => rig.server.stop(), one(cancel), one(cancel), one(cancel)],
  ];

  for (const [act, does, told, opened, notOpened] of opening) {
    for (const isOpened of [true, false]) {
      it(`when ${act}, and it is ${isOpened ? '' : 'not '}opened`, async () => {
        rig.open();
        await rig.ask([page]);
        const before = rig.opened.length;
        const settle = opensLater(rig);
        openUrl(rig, false);
        await does();
        assert.deepEqual(await rig.told(), told);
        await settle(isOpened);
        assert.deepEqual(await rig.told(), isOpened ? opened : notOpened);
        assert.equal(rig.opened.length, before + 1);
        await rig.clear();
        noneTwice(await rig.told());
      });
    }
  }
});

describe('what the server is told of several questions, each once', () => {
  /** Ends each of three in turn: what is before the person then is another one. */
  async function endThree(rig: ReplyHost): Promise<void> {
    submit(rig, 'Ann');
    await until(() => rig.pending.length === 2 && rig.stage.isSeen);
    if (rig.stage.current?.request?.mode === 'url') {
      openUrl(rig, false);
    } else {
      say(rig, { type: 'decline' });
    }
    await until(() => rig.pending.length === 1 && rig.stage.isSeen);
    rig.stage.closed();
    await until(() => rig.pending.length === 0);
  }

  for (const [way, era, questions, expected] of [
    [
      'pushed together',
      'legacy',
      [form, form, form],
      [
        [0, accepted('Ann')],
        [1, decline],
        [2, cancel],
      ],
    ],
    ['in a round', 'modern', [form, page, form], [{ q0: accepted('Ann'), q1: yes, q2: cancel }]],
  ] as const) {
    it(way, async () => {
      const rig = new ReplyHost(era);
      try {
        await rig.ask(questions);
        await endThree(rig);
        assert.deepEqual(await rig.told(), expected);
      } finally {
        await rig.end();
      }
    });
  }
});

describe('what the server is told by a webview that means harm', () => {
  let rig: ReplyHost;
  before(() => {
    rig = new ReplyHost('legacy');
  });
  afterEach(() => rig.clear());
  after(() => rig.end());

  const harm: readonly [what: string, questions: readonly object[], does: () => unknown, told: unknown[]][] = [
    ['a Submit that skips the review', [form], () => submit(rig, 'Ann'), []],
    [
      'a Submit of something else than was reviewed, edited behind it',
      [form],
      () => {
        review(rig, 'Ann');
        edit(rig, 'Bea');
        submit(rig, 'Bea');
      },
      [],
    ],
    [
      'a Submit of what was reviewed before Start Over and a new page',
      [form],
      () => {
        review(rig, 'Ann');
        say(rig, { type: 'startOver' });
        rig.say({ type: 'ready' });
        submit(rig, 'Ann');
      },
      [],
    ],
    [
      'inputs that do not fit the form',
      [form],
      () => {
        say(rig, { type: 'review', revision: 1, inputs: [] });
        say(rig, { type: 'submit', inputs: [] });
        say(rig, { type: 'submit', inputs: [...inputs('Ann'), text('more')] });
      },
      [],
    ],
    [
      'what was reviewed for a screen that is gone',
      [form, form],
      () => {
        const gone = rig.shown;
        say(rig, { type: 'decline' });
        say(rig, { type: 'review', revision: 1, inputs: inputs('Ann') }, gone);
        say(rig, { type: 'submit', inputs: inputs('Ann') }, gone);
        say(rig, { type: 'cancel' }, gone);
        submit(rig, 'Ann');
      },
      one(decline),
    ],
    [
      'answers to a question that waits and is not shown',
      [form, form],
      () => {
        const waits = rig.pending.find(({ id }) => id !== rig.shown)?.id;
        for (const type of ['decline', 'declineRest', 'cancel', 'drawn'] as const) {
          say(rig, { type }, waits);
        }
      },
      [],
    ],
    [
      'what belongs to a page, for a form',
      [form],
      () => {
        openUrl(rig, true);
        say(rig, { type: 'openedUrl', confirmed: true });
        say(rig, { type: 'agree' });
        say(rig, { type: 'runJson', text: '{"name":"Ann"}' });
      },
      [],
    ],
    [
      'what belongs to a form, for a page',
      [page],
      () => {
        review(rig, 'Ann');
        submit(rig, 'Ann');
        edit(rig, 'Ann');
        say(rig, { type: 'remember', on: true });
        say(rig, { type: 'startOver' });
        say(rig, { type: 'forgetRemembered', field: 0 });
        say(rig, { type: 'recallRemembered', field: 0 });
        say(rig, { type: 'agree' });
      },
      [],
    ],
    [
      'that a page was opened whose URL was never copied',
      [page],
      () => say(rig, { type: 'openedUrl', confirmed: true }),
      [],
    ],
    [
      'a page without its second step',
      [severe],
      () => {
        openUrl(rig, false);
        say(rig, { type: 'copyUrl' });
        say(rig, { type: 'openedUrl', confirmed: false });
      },
      [],
    ],
  ];

  for (const [what, questions, does, told] of harm) {
    it(what, async () => {
      rig.rule = 'always';
      await rig.ask(questions);
      const opened = rig.opened.length;
      await does();
      assert.deepEqual(await rig.told(), told);
      assert.equal(rig.opened.length, opened);
      assert.equal(rig.remembered.all.size, 0);
      await rig.clear();
      noneTwice(await rig.told());
    });
  }
});
