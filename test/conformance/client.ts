// node test/conformance/client.ts URL: the host without an editor, as the official conformance suite starts it.
// Connects to the server, calls every tool, gets every prompt and reads every resource that it offers.
import { homedir } from 'node:os';
import process from 'node:process';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { loopbackRedirects } from '#core/authorization/loopbackRedirects.ts';
import { systemClock } from '#core/common/clock.ts';
import { HostError } from '#core/common/errors.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import { defaultRateLimits, RateLimiter } from '#core/guard/rateLimiter.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import { resolveEntry } from '#core/launch/resolveEntry.ts';
import type { CallRequest } from '#core/model/call.ts';
import { noRoots } from '#core/model/roots.ts';
import type { Server } from '#core/servers/server.ts';
import { Servers } from '#core/servers/servers.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { InMemorySecretStore, RedirectFollowingBrowser, ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { fromRoot } from '#test/root.ts';
import { answerEverything } from './person.ts';
import { sampleArguments, samplePromptArguments } from './sampleArguments.ts';
import { givenCalls, settingsFor } from './scenario.ts';

const log = new InMemoryLog();
const url = process.argv.at(-1) ?? '';
const context = process.env['MCP_CONFORMANCE_CONTEXT'];
const { servers, server } = host(settingsFor(url, context));
try {
  await server.start();
  for (const request of callsOn(server)) {
    await call(server, request);
  }
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n${log.text}\n`);
} finally {
  await servers.stopAll();
}

/** Puts the host together as `src/host.ts` does: what the editor gives it lives in memory here. */
function host(settings: unknown): { servers: Servers; server: Server } {
  const inbox = new Inbox();
  const judge = new AnswerValidator(new InProcessChecker());
  const servers = new Servers({
    inbox,
    holds: new SuspendedCalls(),
    exchanges: new Exchanges(),
    rateLimiter: new RateLimiter(systemClock, () => defaultRateLimits),
    roots: noRoots,
    resolve: (definition) =>
      resolveEntry(definition, {
        workspaceFolders: [],
        trust: { trusted: true },
        userHome: homedir(),
        environment: process.env,
        input: async () => undefined,
        readFile: () => Promise.reject(new Error('No entry here names a file.')),
      }),
    logFor: () => log,
    memory: new InMemoryStateStore(),
    clock: systemClock,
    launcher: {
      command: process.execPath,
      args: [fromRoot('src/core/transport/stdio/launcher.ts')],
      env: {},
    },
    clientInfo: { name: 'mcp-elicitation-host', version: '0.0.0' },
    authorization: {
      secrets: new InMemorySecretStore(),
      browser: new RedirectFollowingBrowser(),
      redirects: loopbackRedirects,
      prompts: new ScriptedSignInPrompts(),
    },
  });
  answerEverything(inbox, judge);
  const { definitions, problems } = readServers(settings, { kind: 'user' });
  servers.configure(definitions);
  const [server] = servers.all;
  if (!server) {
    throw new Error(problems.map(({ key, message }) => `${key}: ${message}`).join('\n'));
  }
  return { servers, server };
}

/** What is given is called as it is given; every other tool with sample arguments. */
function callsOn({ offerings }: Server): CallRequest[] {
  const given = givenCalls(context);
  return [
    ...offerings.tools.flatMap((tool): CallRequest[] => {
      const calls = given.filter(({ name }) => name === tool.name);
      return calls.length > 0
        ? calls
        : [{ kind: 'tool', name: tool.name, arguments: sampleArguments(tool, offerings.tools) }];
    }),
    ...offerings.prompts.map(
      (prompt): CallRequest => ({ kind: 'prompt', name: prompt.name, arguments: samplePromptArguments(prompt) }),
    ),
    ...offerings.resources.map(({ uri }): CallRequest => ({ kind: 'resource', uri })),
  ];
}

async function call(server: Server, request: CallRequest): Promise<void> {
  try {
    const result = await server.call(request, { origin: 'person' });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } catch (error) {
    // A server may list what it cannot run; that it says so is its answer.
    const cause = error instanceof HostError ? error.cause : undefined;
    if (!(cause instanceof ProtocolError && cause.code === ProtocolErrorCode.MethodNotFound)) {
      throw error;
    }
    process.stdout.write(`${cause.message}\n`);
  }
}
