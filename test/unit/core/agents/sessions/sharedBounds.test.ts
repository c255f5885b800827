import assert from 'node:assert/strict';
import { AskNumbers } from '#core/agents/sessions/askNumbers.ts';
import { HookServerNames } from '#core/agents/sessions/sessionServer.ts';
import { UnverifiedServers } from '#core/agents/sessions/unverifiedServers.ts';
import { TestHost } from '#test/host/testHost.ts';

describe('what a window remembers of its clients', () => {
  it('are 200 servers that the hook names, with limits of their own', () => {
    const names = new HookServerNames();
    const admitted = Array.from({ length: 201 }, (_, at) => names.admit(`server ${at}`));
    assert.deepEqual([admitted.filter(Boolean).length, admitted.at(-1)], [200, false]);
    assert.equal(names.admit('server 0'), true);
  });

  it('are the numbers of the last 10,000 requests', () => {
    const numbers = new AskNumbers();
    for (let at = 0; at <= 10_000; at += 1) numbers.admit(['codex', 'session'], `r${at}`, 2);
    assert.equal(numbers.admit(['codex', 'session'], 'r1', 1), false);
    assert.equal(numbers.admit(['codex', 'session'], 'r0', 1), true);
  });

  it('are the last 200 servers that the user has stopped', async () => {
    const asked: string[] = [];
    const host = new TestHost({ rateLimits: { requestsPerMinute: 1000, maxPending: 1000 } });
    const unverified = new UnverifiedServers({
      ...host.services,
      connections: { connect: async (_, connection) => ({ connection, earlier: undefined }) },
      decideUnverified: async ({ server }) => {
        asked.push(server);
        return 'stop';
      },
    });
    const admit = (server: string) => {
      const texts = {
        agent: 'Codex',
        commandLine: 'node evil.js',
        isCommandCut: false,
        folder: '/',
        replacesConnected: false,
      };
      const connection = { server, fingerprint: 'f'.repeat(43) };
      return unverified.admit({ client: 'codex', server, ...texts }, connection, 'agent-unverified:codex', signal);
    };
    const { signal } = new AbortController();
    for (let at = 0; at <= 200; at += 1) await admit(`server ${at}`);
    asked.length = 0;
    for (const server of ['server 1', 'server 0']) assert.equal(await admit(server), 'stop');
    assert.deepEqual(asked, ['server 0']);
  });
});
