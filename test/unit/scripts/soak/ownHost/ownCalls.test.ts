import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sessions } from '#scripts/soak/agents/sessions.ts';
import { SoakWindow } from '#scripts/soak/agents/soakWindow.ts';
import { Chance } from '#scripts/soak/common/chance.ts';
import { Ledger } from '#scripts/soak/common/ledger.ts';
import { CuttableServer } from '#scripts/soak/ownHost/cuttableServer.ts';
import { checkRecord } from '#scripts/soak/record/checkRecord.ts';
import { until } from '#test/host/until.ts';

const hourMs = 3_600_000;

describe("the own host of a soak's window", function () {
  this.timeout(60_000);
  let folder: string;
  let ledger: Ledger;
  let server: CuttableServer;
  let port: number;
  const chance = new Chance(1);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'segment-'));
    ledger = new Ledger((line) => assert.fail(line));
    server = new CuttableServer(chance);
    port = await server.listen();
    await Sessions.connect(join(folder, 'home'));
  });
  afterEach(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openWindow(name: string): Promise<SoakWindow> {
    const common = { home: join(folder, 'home'), folder, seed: 1, name, isDraining: false, answersAll: true };
    const window = new SoakWindow({ ...common, ownPort: port }, ledger);
    await until(() => window.isListening);
    return window;
  }

  async function account(): Promise<void> {
    ledger.sessionEnded({ name: 'servers', endedBy: '', record: server.record });
    await checkRecord(folder, ledger, 60_000);
    ledger.close();
    assert.deepEqual(ledger.failures, []);
    assert.equal(ledger.counts.sum('call: ended, '), ledger.counts.sum('call: sent, '));
    assert.ok(ledger.counts.of('record: entries, elicitation') > 0);
  }

  it('has an end for each call, also of streams that are cut, and records each answer, also if its clock jumps', async () => {
    const window = await openWindow('w1');
    const isCut = { call: false, request: false };
    while (!isCut.call || !isCut.request || server.resumed === 0) {
      window.call(server, chance);
      isCut.call ||= server.cutStream(false) !== undefined;
      isCut.request ||= server.cutStream(true) !== undefined;
      if (server.resumed === 0) server.cutStream(true);
      window.do({ type: 'jumpClock', ms: chance.between(-hourMs, hourMs) });
      await until(() => window.ownCalls.open < 5);
    }
    await until(() => {
      window.do({ type: 'drain' });
      return window.ownCalls.open === 0;
    });
    window.do({ type: 'close', reason: 'disabled' });
    await window.ended;
    await account();
  });

  it('withdraws what is open when the window is reloaded, and its successor continues the record', async () => {
    const window = await openWindow('w1');
    await until(() => {
      window.call(server, chance);
      return ledger.counts.of('request: shown, will be answered late') > 0;
    });
    window.do({ type: 'reload' });
    await window.reloaded;
    assert.ok(ledger.counts.of('request: open when its window was reloaded') > 0);
    const successor = await openWindow('w2');
    await until(() => {
      successor.call(server, chance);
      return ledger.counts.sum('answer: given') > 0;
    });
    await until(() => {
      successor.do({ type: 'drain' });
      return successor.ownCalls.open === 0;
    });
    successor.do({ type: 'close', reason: 'disabled' });
    await Promise.all([window.ended, successor.ended]);
    await account();
  });
});
