// node test/conformance/conformanceClient.ts URL: a host without an editor, for the official conformance suite. Connects to the server,
// calls every tool, gets every prompt and reads every resource.
import { homedir } from 'node:os';
import process from 'node:process';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { loopbackRedirects } from '#core/authorization/loopbackRedirects.ts';
import { HostError } from '#core/common/errors.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { resolveEntry } from '#core/launch/resolveEntry.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { Server } from '#core/servers/server.ts';
import { Servers } from '#core/servers/servers.ts';
import { createWatchdog } from '#core/transport/stdio/watchdog.ts';
import type { InMemoryLog } from '#test/host/inMemoryLog.ts';
import {
  InMemorySecretStore,
  InMemoryTurns,
  RedirectFollowingBrowser,
  ScriptedSignInPrompts,
} from '#test/host/signInDoubles.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { fromRoot } from '#test/root.ts';
import { answerEverything } from './automaticUser.ts';
import { sampleArguments, samplePromptArguments } from './sampleArguments.ts';
import { callsOfSuite, settingsFor } from './suiteContext.ts';

const url = process.argv.at(-1) ?? '';
const context = process.env['MCP_CONFORMANCE_CONTEXT'];
const { servers, server, log } = createConformanceHost(settingsFor(url, context));
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

/** Creates a host as in `src/host.ts`, with the editor's services in memory. */
function createConformanceHost(settings: unknown): { servers: Servers; server: Server; log: InMemoryLog } {
  const { inbox, log, services } = createTestHost({ rateLimits: defaultRateLimits });
  const validator = new AnswerValidator(new InProcessChecker());
  const servers = new Servers({
    ...services,
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
    watchdog: createWatchdog(fromRoot('src/core/transport/stdio/windowsWatchdog.ts')),
    clientInfo: { name: 'mcp-elicitation-host', version: '0.0.0' },
    authorization: {
      secrets: new InMemorySecretStore(),
      browser: new RedirectFollowingBrowser(),
      redirects: loopbackRedirects,
      turns: new InMemoryTurns(),
      prompts: new ScriptedSignInPrompts(),
    },
  });
  answerEverything(inbox, validator);
  const { definitions, problems } = readServers(settings, { kind: 'user' });
  servers.configure(definitions);
  const [server] = servers.all;
  if (!server) {
    throw new Error(problems.map(({ key, message }) => `${key}: ${message}`).join('\n'));
  }
  return { servers, server, log };
}

/** The calls of the suite's context, and one call with sample arguments for every other tool, prompt and resource. */
function callsOn({ offerings }: Server): CallRequest[] {
  const suiteCalls = callsOfSuite(context);
  return [
    ...offerings.tools.flatMap((tool): CallRequest[] => {
      const calls = suiteCalls.filter(({ name }) => name === tool.name);
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
    const result = await server.call(request, { origin: 'user' });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } catch (error) {
    // A server may list something that it does not implement; then this error is the result.
    const cause = error instanceof HostError ? error.cause : undefined;
    if (!(cause instanceof ProtocolError && cause.code === ProtocolErrorCode.MethodNotFound)) {
      throw error;
    }
    process.stdout.write(`${cause.message}\n`);
  }
}
