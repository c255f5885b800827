import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { AgentLog } from '#editor/agents/agentLog.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import * as editor from '#test/unit/editor/dialogs.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

describe('the log about agents', () => {
  const lines: string[] = [];
  let log: AgentLog;

  before(async () => {
    const warn = (line: string) => lines.push(line);
    Object.assign(editor.window, { createOutputChannel: () => ({ warn, dispose: () => undefined }) });
    await withVscodeStub(async () => {
      const { AgentLog } = await import('#editor/agents/agentLog.ts');
      log = new AgentLog();
    });
  });
  afterEach(() => mock.timers.reset());

  it('has the first lines of a second, and the number of the others', () => {
    enableMockTimers('setTimeout');
    for (let at = 0; at < 1000; at += 1) log.warn(`line ${at}`);
    assert.equal(lines.length, 20);
    mock.timers.tick(1000);
    assert.equal(lines.at(-1), '980 more lines came within a second and are not shown.');
    log.warn('later');
    assert.equal(lines.at(-1), 'later');
  });
});
