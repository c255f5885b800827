import assert from 'node:assert/strict';
import { shutDown } from '#editor/window/shutDown.ts';

describe('the end of a window', () => {
  const parts = () => {
    const done: string[] = [];
    const record = (action: string) => async () => {
      await Promise.resolve();
      done.push(action);
    };
    return {
      done,
      drafts: { flush: record('drafts') },
      results: { flush: record('results') },
      servers: { stopAll: record('servers') },
      agents: { end: record('agents') },
      record: { flush: record('record'), end: record('end') },
    };
  };

  it('writes the existing data, stops the servers, leaves the agents, and then writes the data of calls that ended with them', async () => {
    const { done, ...all } = parts();
    await shutDown(all);
    assert.deepEqual(
      [done.slice(0, 5).toSorted(), done.slice(5)],
      [
        ['agents', 'drafts', 'record', 'results', 'servers'],
        ['results', 'drafts', 'end'],
      ],
    );
  });

  for (const broken of ['drafts', 'results', 'servers', 'agents', 'record'] as const) {
    it(`writes the whole record even if ${broken} cannot be ended`, async () => {
      const { done, ...all } = parts();
      const fail = () => Promise.reject(new Error('No.'));
      const failing = {
        drafts: { flush: fail },
        results: { flush: fail },
        servers: { stopAll: fail },
        agents: { end: fail },
        record: { ...all.record, flush: fail },
      };
      await shutDown({ ...all, [broken]: failing[broken] });
      assert.equal(done.at(-1), 'end');
      assert.equal(done.length, broken === 'results' || broken === 'drafts' ? 6 : 7);
    });
  }
});
