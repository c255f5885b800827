import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { bookTable } from '#demo/stories/bookTable.ts';
import type { ElicitForm, ElicitUrl } from '#demo/stories/story.ts';
import { runWithAnswers, type StoryRun } from '#demo/storyRun.ts';
import type { ElicitReply, FormParams } from '#demo/validatedElicitation.ts';

const form = (key: string): FormParams => ({
  key,
  message: key,
  requestedSchema: { type: 'object', properties: {}, required: [] },
});
const decline: ElicitReply = { action: 'decline' };

const keys = (replayed: StoryRun<unknown>) =>
  'inputRequired' in replayed ? replayed.inputRequired.map(({ key }) => key) : [];

describe('demo: a run of a story with the answers that have arrived', () => {
  it('stops at the first request without an answer', async () => {
    let reached = '';
    const outcome = await runWithAnswers(
      async (put) => {
        await put(form('first'));
        reached = 'second';
        await put(form('second'));
        reached = 'the end';
      },
      new Map([['first', decline]]),
    );
    assert.deepEqual(keys(outcome), ['second']);
    assert.equal(reached, 'second');
  });

  it('stops at all requests that it makes at the same time, also after answers', async () => {
    const outcome = await runWithAnswers(
      (put) => Promise.all([put(form('a')), put(form('b')).then(() => put(form('b-2'))), put(form('c'))]),
      new Map([['b', decline]]),
    );
    assert.deepEqual(keys(outcome), ['a', 'c', 'b-2']);
  });

  it('returns the result if all answers have arrived, even if its last work takes more than one turn of the event loop', async () => {
    const outcome = await runWithAnswers(
      async (put) => {
        const { action } = await put(form('only'));
        await turn();
        await turn();
        return action;
      },
      new Map([['only', decline]]),
    );
    assert.deepEqual(outcome, { result: 'decline' });
  });

  it('depends on no other time than that of the call', async () => {
    const startedAt = Date.UTC(2099, 5, 1);
    const requestedKeys: string[] = [];
    const elicitForm: ElicitForm = async ({ check }) => {
      requestedKeys.push(check?.(JSON.parse('{"date":"2099-05-15"}')) ?? 'fine');
      return { action: 'cancel' };
    };
    const elicitUrl: ElicitUrl = async () => 'cancel';
    const context = {
      elicitForm,
      elicitUrl,
      startedAt,
      report: async () => undefined,
      signal: new AbortController().signal,
    };
    await bookTable.run({}, context);
    assert.deepEqual(requestedKeys, ['Friday 15 May 2099 has passed. Please choose a day to come.']);
  });

  it('fails if the story fails, even if a request has no answer', async () => {
    const failing = runWithAnswers(async (put) => {
      void put(form('open'));
      throw new Error('three wrong answers');
    }, new Map());
    await assert.rejects(failing, /three wrong answers/);
  });
});
