import assert from 'node:assert/strict';
import { Emitter } from '#core/common/events.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { notifyThroughSystem } from '#editor/agents/systemNotifications.ts';

const requestOf = (kind?: 'agent' | 'extension') =>
  ({ server: { ...(kind && { asker: { kind } }) } }) as unknown as ElicitationRequest;

describe('a notification of the operating system', () => {
  let isWanted = true;
  let runs: string[][] = [];
  let paths = new Set<string>();
  let end: () => void = () => undefined;
  let arrived = new Emitter<ElicitationRequest>();

  function observe(platform: NodeJS.Platform, text = 'Codex · tickets asks'): void {
    isWanted = true;
    runs = [];
    paths = new Set();
    arrived = new Emitter<ElicitationRequest>();
    notifyThroughSystem({
      inbox: { onDidArrive: arrived.event },
      platform,
      isWanted: () => isWanted,
      textOf: () => text,
      run: (program, args, path, ended) => {
        runs.push([program, ...args]);
        paths.add(path);
        end = ended;
      },
    });
  }

  it('is shown for a request of an agent, one at a time, and only if it is wanted', () => {
    observe('linux');
    arrived.fire(requestOf());
    arrived.fire(requestOf('extension'));
    isWanted = false;
    arrived.fire(requestOf('agent'));
    assert.deepEqual(runs, []);
    isWanted = true;
    arrived.fire(requestOf('agent'));
    arrived.fire(requestOf('agent'));
    assert.deepEqual(runs, [['notify-send', '--', 'MCP Elicitation', 'Codex · tickets asks']]);
    end();
    arrived.fire(requestOf('agent'));
    assert.equal(runs.length, 2);
  });

  it('has hostile words as one argument on one line, without markup', () => {
    observe('linux', `--help\n<b>"now"</b> & ${'x'.repeat(1000)}`);
    arrived.fire(requestOf('agent'));
    const [, separator, , text = ''] = runs[0] ?? [];
    assert.equal(separator, '--');
    assert.match(text, /^--help &lt;b&gt;"now"&lt;\/b&gt; &amp; x+…$/);
    assert.ok(text.length < 300);
  });

  it('is never a part of the script on macOS, and is none on Windows', () => {
    observe('darwin', '" & do shell script "x');
    arrived.fire(requestOf('agent'));
    assert.equal(runs[0]?.at(-1), '" & do shell script "x');
    assert.ok(!runs[0]?.slice(0, -1).join().includes('shell'));
    observe('win32');
    arrived.fire(requestOf('agent'));
    assert.deepEqual(runs, []);
  });

  it('is shown by a program of the system, whatever the PATH of the editor has', () => {
    observe('linux');
    arrived.fire(requestOf('agent'));
    assert.deepEqual([...paths], ['/usr/bin:/bin:/run/current-system/sw/bin']);
  });
});
