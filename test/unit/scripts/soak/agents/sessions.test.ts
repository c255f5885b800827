import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLeftovers } from '#scripts/soak/agents/leftAtEnd.ts';
import { LoopDelay } from '#scripts/soak/agents/loopDelay.ts';
import { Sessions } from '#scripts/soak/agents/sessions.ts';
import { SoakWindow } from '#scripts/soak/agents/soakWindow.ts';
import { Chance } from '#scripts/soak/common/chance.ts';
import { Ledger } from '#scripts/soak/common/ledger.ts';
import { proxyProgram } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';

describe('an agent and a window of a segment', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'segment-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('account for a request, and leave nothing', async () => {
    const [home, work] = [join(folder, 'home'), join(folder, 'work')];
    mkdirSync(work);
    await Sessions.connect(home);
    const ledger = new Ledger((line) => assert.fail(line));
    const heaps: number[] = [];
    const context = { home, folder: work, ledger, loop: new LoopDelay(), chance: new Chance(1) };
    const sessions = new Sessions({ ...context, proxy: await proxyProgram() }, [1]);
    const options = { home, folder: work, seed: 1, name: 'w', isDraining: true, answersAll: true };
    const window = new SoakWindow(options, ledger, (bytes) => heaps.push(bytes));
    await until(() => window.isListening);
    sessions.step();
    await until(() => sessions.of(1)?.isReady === true);
    while (ledger.counts.sum('call: sent, ask') === 0) {
      sessions.of(1)?.call();
      await until(() => sessions.openCalls < 3);
    }
    assert.ok(ledger.countsIfInterrupted(sessions.records).of('call: open when the run was interrupted') > 0);
    await until(() => sessions.openCalls === 0);
    window.do({ type: 'measureHeap' });
    await until(() => heaps.length > 0);
    await sessions.end();
    window.do({ type: 'close', reason: 'disabled' });
    await window.ended;
    await checkLeftovers(folder, [home], ledger);
    ledger.close();
    assert.deepEqual(ledger.failures, []);
    const counted = ['request: answered to the server, ', 'request: refused', 'request: open when its call'];
    const settled = counted.reduce((sum, what) => sum + ledger.counts.sum(what), 0);
    assert.equal(settled, ledger.counts.of('request: asked by a server'));
    assert.ok((heaps[0] ?? 0) > 1e6);
  });
});
