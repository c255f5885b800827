import { commandFingerprint } from '#agentProtocol/handshake.ts';
import type { Comparison } from '#test/bench/lib/findings.ts';
import { compareInTurns } from '#test/bench/lib/sideBySide.ts';
import { proxyArguments } from '#test/host/proxyProcess.ts';
import { tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { fromRoot } from '#test/root.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';
import { BenchAgent } from './benchAgent.ts';

const script = fromRoot('test/bench/question/minimalServer.ts');
const rounds = 201;

/** The time from a call until its request stands in the inbox: called by an agent, and by this host itself. */
export async function compareQuestions(): Promise<Comparison> {
  const bed = new AgentsTestBed();
  const command = [process.execPath, script, 'legacy'];
  await bed.start();
  await bed.connections.connect('codex', { server: 'tickets', fingerprint: commandFingerprint(command) });
  bed.endpoint.update({ folders: ['/'], focusedAt: 1 });
  const own = bed.server(nodeSpec(script, ['legacy']));
  const env = { PATH: process.env['PATH'] ?? '', HOME: bed.folder, USERPROFILE: bed.folder };
  const agent = new BenchAgent(process.execPath, await proxyArguments(command), env, process.cwd());
  try {
    await own.start();
    await agent.initialize();
    const args = { word: 'ticket', fields: 3, title: 'Question' };
    return await compareInTurns({
      what: 'from a call until its request stands in the inbox, where the panel shows it',
      rounds,
      warmUps: 50,
      floor: {
        name: 'a call of our own',
        round: () => untilAsked(bed, () => own.call(tool('ask', args), { origin: 'program' })),
      },
      measured: { name: 'a call of an agent', round: () => untilAsked(bed, () => agent.call('ask', args)) },
      goal: { of: 'added', share: 0.5, most: 5 },
    });
  } finally {
    await agent.end();
    await bed.end();
  }
}

async function untilAsked(bed: AgentsTestBed, call: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  let arrivedAt = Number.NaN;
  const arrival = bed.inbox.onDidArrive(({ id }) => {
    arrivedAt = performance.now();
    bed.inbox.decide(id, { action: 'accept', content: { answer: 'ticket' } });
  });
  await call();
  arrival.dispose();
  return arrivedAt - begin;
}
