// One window of the fault run: the real endpoint, sessions and inbox, and a user who answers early, late or never.
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { PresenceCheck } from '#core/agents/endpoint/presenceCheck.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { tokenIn } from '#scripts/soak/common/callTokens.ts';
import { Chance } from '#scripts/soak/common/chance.ts';
import type { Plan, WindowCommand, WindowEvent, WindowOptions } from '#scripts/soak/common/windowEvents.ts';
import { OwnHost } from '#scripts/soak/ownHost/ownHost.ts';
import { JumpingClock } from '#scripts/soak/record/jumpingClock.ts';
import { SoakRecord } from '#scripts/soak/record/soakRecord.ts';
import { createTestHost } from '#test/host/testHost.ts';

const options: WindowOptions = JSON.parse(process.argv[2] ?? '{}');
const { home: homePath, folder, seed, name, answersAll, ownPort } = options;
const chance = new Chance(seed);
const clock = new JumpingClock();
const host = createTestHost({ clock, rateLimits: { requestsPerMinute: 100_000, maxPending: 1000 } });
const record = new SoakRecord({ folder, window: name }, host, clock, (text) => report({ type: 'problem', text }));
const home = homeFolder(homePath);
const connections = new ClientConnections(home);
const answers = new Map<string, string>();
const ownHost = ownPort === undefined ? undefined : new OwnHost(host, ownPort, chance, report);
let isPresent = true;
let isReloading = false;
let { isDraining } = options;
let count = 0;

const presence = new PresenceCheck(() => (isPresent ? Promise.resolve(true) : new Promise(() => undefined)));
const sessions = new AgentSessions({
  ...host.services,
  connections,
  decideUnverified: async () => 'once',
  presence,
  callEnded: ({ outcome }) => report({ type: 'callEnded', outcome: String(outcome) }),
  warn: (text) => report({ type: 'problem', text }),
});
const endpoint = new Endpoint({
  home,
  presence,
  keepMs: () => 20_000,
  accept: (hello, link) => sessions.accept(hello, link),
  warn: (text) => report({ type: 'problem', text }),
});

function report(event: WindowEvent): void {
  if (process.connected) process.send?.(event);
}

function tokenOf({ message }: ElicitationRequest): string {
  return tokenIn(message);
}

function planOf(): Plan {
  if (isDraining) return 'early';
  const number = chance.next();
  return number < 0.45 ? 'early' : number < 0.8 || answersAll ? 'late' : 'never';
}

host.inbox.onDidArrive((request) => {
  const plan = planOf();
  report({ type: 'arrived', token: tokenOf(request), plan });
  if (plan === 'never') return;
  const delayMs = plan === 'early' ? chance.between(0, 80) : chance.between(1000, 9000);
  setTimeout(() => act(request), delayMs);
});

function act(request: ElicitationRequest): void {
  const { call } = request;
  if (isReloading) return;
  if (call && !isDraining && chance.happens(0.04) && sessions.stopCall(call.id)) {
    report({ type: 'stopped', token: tokenOf(request) });
    return;
  }
  count += 1;
  const token = tokenOf(request);
  const answer = `${token}/${name}-${count}`;
  const action = chance.happens(0.9) ? 'accept' : 'decline';
  report({ type: 'decides', token, answer, action });
  if (!host.inbox.get(request.id)) {
    report({ type: 'tooLate', answer });
    return;
  }
  answers.set(request.id, answer);
  const decision: Decision =
    action === 'decline' ? { action } : { action, ...(request.mode === 'form' && { content: { answer } }) };
  host.inbox.decide(request.id, decision);
}

host.inbox.onDidSettle(({ request, settlement }) => {
  if (settlement.kind === 'withdrawn') {
    report({ type: 'withdrawn', token: tokenOf(request), reason: settlement.withdrawal.reason });
  }
});
host.inbox.deliveries.onDidChange(({ id, state, ended }) => {
  const answer = answers.get(id);
  if (answer) report({ type: 'delivery', answer, state: ended ? `${state.kind}, ended` : state.kind });
  // Its last event. What stayed would count as memory that the window has not returned.
  if (!host.inbox.deliveries.get(id)) answers.delete(id);
});

process.on('message', (command: WindowCommand) => {
  switch (command.type) {
    case 'drain':
      isDraining = true;
      for (const request of host.inbox.pending) act(request);
      break;
    case 'close':
      void close(command.reason);
      break;
    case 'reload':
      void reload();
      break;
    case 'call':
      void ownHost?.call(command.call);
      break;
    case 'focus':
      endpoint.update({ folders: [folder], focusedAt: Date.now() });
      break;
    case 'jumpClock':
      clock.jump(command.ms);
      break;
    case 'measureHeap':
      globalThis.gc?.();
      report({ type: 'heap', bytes: process.memoryUsage().heapUsed });
      break;
    case 'presence':
      isPresent = command.isPresent;
  }
});
process.on('disconnect', () => process.exit());

async function reload(): Promise<void> {
  isReloading = true;
  const open = new Set(host.inbox.pending.map(({ id }) => id));
  const { size } = open;
  host.inbox.onDidSettle(({ request, settlement }) => {
    if (settlement.kind === 'withdrawn') open.delete(request.id);
  });
  await close('window', () => report({ type: 'reloaded', open: size, notWithdrawn: open.size }));
}

/** `stopped`: called as soon as nothing can be asked here any more. */
async function close(reason: 'window' | 'disabled', stopped?: () => void): Promise<void> {
  await Promise.all([endpoint.stop(reason), ownHost?.stop()]).catch((error: unknown) => {
    report({ type: 'problem', text: String(error) });
  });
  stopped?.();
  // Answers that are on their way when a call is lost are given up after a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  if (!(await record.end())) report({ type: 'problem', text: 'The record was not written at the end.' });
  // The reports are written before the channel closes.
  process.send?.({ type: 'callEnded', outcome: '' } satisfies WindowEvent, () => process.exit());
}

endpoint.update({ folders: [folder], focusedAt: Date.now() });
try {
  await endpoint.start();
  report({ type: 'listening' });
} catch (error) {
  process.send?.({ type: 'problem', text: String(error) } satisfies WindowEvent, () => process.exit(1));
}
