import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { ClientMessage } from '#agentProtocol/agentMessages.ts';
import { HookRequest } from '#proxy/hook/hookRequest.ts';
import type { SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { until } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

describe('the request of a hook', () => {
  let events: string[];
  let window: SeekerHandler;
  let request: HookRequest;
  /** Ends the write to standard output. */
  let endWrite: (succeeded: boolean) => void;

  function create(attended?: boolean): void {
    events = [];
    const seeker = {
      seek: (forMs: number) => void (forMs > 0 && events.push(`waits ${forMs}`)),
      setAsking: () => undefined,
      send: (_: number, message: ClientMessage) => {
        events.push(message.type === 'receipt' ? message.outcome : message.type);
      },
      end: async () => void events.push('closed'),
    };
    const params = { message: 'Which city?' };
    const input = { server: 'tickets', params, folder: '/', transcriptPath: undefined, attended };
    const output = {
      write: (line: string) => {
        events.push(line === '' ? 'nothing written' : 'written');
        return new Promise<boolean>((resolve) => {
          endWrite = resolve;
        });
      },
      exit: () => void events.push('exit'),
    };
    const createSeeker = (handler: SeekerHandler) => {
      window = handler;
      return seeker as unknown as WindowSeeker;
    };
    request = new HookRequest(input, createSeeker, () => undefined, output);
    request.start();
  }

  beforeEach(() => {
    create();
    window.opened(1, 0, true);
  });
  afterEach(() => mock.timers.reset());

  const answer = () => {
    const decline = { kind: 'result', result: { action: 'decline' } } as const;
    window.message(1, { type: 'answer', id: 'r1', number: 1, answer: decline });
  };

  for (const [outcome, isWritten] of [
    ['sent', true],
    ['lost', false],
  ] as const) {
    it(`tells the window that its answer is ${outcome} when the line ${isWritten ? 'is' : 'cannot be'} written`, async () => {
      answer();
      assert.deepEqual(events, ['ask', 'written']);
      endWrite(isWritten);
      await until(() => events.includes('exit'));
      assert.deepEqual(events, ['ask', 'written', outcome, 'closed', 'exit']);
    });
  }

  it('is not answered after it was taken back', async () => {
    void request.withdraw('interrupted');
    answer();
    await until(() => events.includes('exit'));
    assert.deepEqual(events, ['ask', 'withdraw', 'refused', 'closed', 'exit']);
  });

  it('is not taken back when its answer is being written', async () => {
    answer();
    void request.withdraw('interrupted');
    endWrite(true);
    await until(() => events.includes('exit'));
    assert.deepEqual(events, ['ask', 'written', 'sent', 'closed', 'exit']);
  });

  for (const [where, attended, ms] of [
    ['in the terminal', true, 10_000],
    ['with `claude -p`, which would cancel', false, 30_000],
    ['where Claude Code does not say', undefined, 30_000],
  ] as const) {
    it(`is left to Claude Code if a window does not reply: ${where}, after ${ms / 1000} s`, async () => {
      enableMockTimers('setTimeout');
      create(attended);
      window.notFound(true);
      mock.timers.tick(ms - 1);
      assert.deepEqual(events, [`waits ${ms}`]);
      mock.timers.tick(1);
      mock.timers.reset();
      await until(() => events.includes('exit'));
      assert.deepEqual(events, [`waits ${ms}`, 'closed', 'exit']);
    });
  }

  it('waits 30 s for a window that has asked and closes, because the user is there', async () => {
    create(true);
    window.opened(1, 0, true);
    window.closed(1, 'window');
    assert.deepEqual(events, ['ask', 'waits 30000']);
    window.opened(2, 0, true);
    assert.deepEqual(events, ['ask', 'waits 30000', 'ask']);
    await request.withdraw('agentEnded');
  });
});
