import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { runModernTask } from '#core/calls/tasks/modernTask.ts';
import type { TaskContext } from '#core/calls/tasks/taskContext.ts';
import { deliverWith, RoundDelivery } from '#core/delivery/roundDelivery.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { formOfCall } from '#test/unit/core/delivery/formOfCall.ts';

const created = { taskId: 'task-1', status: 'working', pollIntervalMs: 200 };
const asking = { ...created, status: 'input_required', inputRequests: { a: {} } };
const completed = { ...created, status: 'completed', result: { content: [] } };

describe('an answer that a task refuses because it has continued', () => {
  const attempts: [string, SendFailure[], 'refused' | 'unknown'][] = [
    ['is refused', [], 'refused'],
    ['is refused if nothing was sent before', [new SendFailure({ outcome: 'notSent', message: 'down' })], 'refused'],
    [
      'may have arrived if an earlier attempt broke off',
      [new SendFailure({ outcome: 'unknown', message: 'reset' })],
      'unknown',
    ],
  ];
  for (const [what, failures, kind] of attempts) {
    it(what, async () => {
      const { inbox } = createTestHost();
      void inbox.ask(formOfCall('a'), true);
      inbox.decide('a', { action: 'accept', content: { name: 'Ann' } });
      const finalState = inbox.deliveries.finalState('a');
      let state: object = asking;
      const request = async (method: string) => {
        if (method === 'tasks/get') {
          return state;
        }
        const failure = failures.shift();
        if (!failure) {
          state = completed;
        }
        throw failure ?? new ProtocolError(-32602, 'Not waiting for input');
      };
      const noLimit = { signal: new AbortController().signal, dispose: () => undefined };
      const context = {
        connection: { request, taskPollTimeout: () => noLimit, onDidChangeTask: () => noLimit },
        call: { id: 'c1' },
        tasks: { bindTask: () => undefined, ofTask: () => undefined },
        options: {},
        signal: noLimit.signal,
        withdraw: () => undefined,
      } as unknown as TaskContext;
      const recorded: string[] = [];
      const answer = async () =>
        deliverWith({ a: {} }, new RoundDelivery(inbox.deliveries, ['a'], (final) => recorded.push(final.kind)));
      assert.deepEqual(await runModernTask(created, answer, context), { resultType: 'complete', content: [] });
      assert.deepEqual(await finalState, { kind, failure: { code: 'takenBack' } });
      assert.deepEqual(recorded, [kind]);
    });
  }
});
