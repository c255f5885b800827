import { randomUUID } from 'node:crypto';
import { hasClientKey } from '#agentProtocol/homeFolder.ts';
import { notLentText } from '#agentProtocol/lentServerTexts.ts';
import { windowVariable } from '#agentProtocol/ownVariables.ts';
import { flush, log, openOutput } from '#proxy/run/agentStreams.ts';
import type { ServeOptions } from '#proxy/run/proxyCommandLine.ts';
import { machineOptions, Relay } from '#proxy/run/relay.ts';
import { createSeeker, workingDirectory } from '#proxy/run/seekWindow.ts';
import { userHomeFolder } from '#proxy/run/userHome.ts';
import { findUpstream } from './findUpstream.ts';
import { Upstream } from './upstream.ts';

const endSignals = ['SIGTERM', 'SIGHUP'] as const;
/** How long a window may take to end the session after the agent has. */
const lastMessagesMs = 500;
const lostText =
  'The session with the server was lost, because the editor window was reloaded or closed. Call again to use a new session.';

/** Stands between an agent and a server that an editor window lends, until the agent ends. */
export async function runServe(options: ServeOptions, version: string): Promise<void> {
  const { client, server, allFolders } = options;
  const output = openOutput();
  const identity = {
    kind: 'upstream' as const,
    client,
    server,
    version,
    session: randomUUID(),
    fingerprint: '',
    commandLine: '',
    folder: workingDirectory(),
  };
  const home = userHomeFolder();
  const where = { home, hint: process.env[windowVariable], allFolders, identity };
  // Without a key the user has disconnected this client, so no window lends it anything.
  const endedText = () => (hasClientKey(home, client) ? undefined : notLentText(`"${server}"`, 'this agent'));
  const upstream: Upstream = new Upstream(
    async (open) => endedText() ?? findUpstream(where, open),
    (message) => relay.serverLost(message),
    () => endedText() ?? lostText,
  );
  const relay = new Relay(
    { fromAgent: process.stdin, toAgent: output, fromServer: upstream, toServer: upstream },
    machineOptions(options),
    async (handler) => createSeeker(options, version, handler),
    log,
  );
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('error', () => resolve());
    output.on('error', () => resolve());
    for (const signal of endSignals) process.on(signal, () => resolve());
  });
  relay.agentEnded();
  const ended = new Promise<void>((resolve) => upstream.end(() => resolve())).then(() => relay.serverEnded());
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, lastMessagesMs))]);
  await flush(output);
  process.exit(0);
}
