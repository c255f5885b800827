import assert from 'node:assert/strict';
import type { CallRequest } from '#core/model/call.ts';
import { formRequest, urlRequest, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const toolCall = (name: string): CallRequest => ({ kind: 'tool', name, arguments: {} });

describe('a call of a destructive tool', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
    panel.destructiveTools.add('drop');
  });

  for (const request of [formRequest('a'), urlRequest('a')]) {
    for (const [tool, isDestructive] of [
      ['drop', true],
      ['forecast', undefined],
    ] as const) {
      it(`marks its requests: ${request.mode} of ${tool}`, () => {
        void panel.inbox.ask({ ...request, call: { id: 'c1', request: toolCall(tool) } });
        const { screen } = panel.view;
        assert.ok(screen.kind === 'form' || screen.kind === 'url');
        assert.equal(screen.call?.isDestructive, isDestructive);
      });
    }
  }

  for (const [tool, isDestructive] of [
    ['drop', true],
    ['gone', true],
    ['forecast', undefined],
  ] as const) {
    it(`marks its result, from where it can be run again: ${tool}`, () => {
      panel.unknownTools.add('gone');
      void panel.controller.addResult({
        definition: weatherServer,
        target: { kind: 'tool', name: tool },
        request: toolCall(tool),
        origin: 'user',
        outcome: { kind: 'cancelled' },
        result: undefined,
      });
      const { screen } = panel.view;
      assert.ok(screen.kind === 'result');
      assert.equal(screen.target.isDestructive, isDestructive);
    });
  }
});
