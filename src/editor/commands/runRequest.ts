import * as vscode from 'vscode';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import type { CommandContext } from './commandContext.ts';
import { serverNotFound } from './quickPicks.ts';
import { readyServer, runCallCommand } from './runCall.ts';

/** Sends a request once more for the person, as it was; starts its server where it does not run any more. */
export async function runRequest(parts: CommandContext, serverId: string, request: CallRequest): Promise<void> {
  await runCallCommand(parts, 'person', async (held) => {
    const server = parts.servers.get(serverId);
    if (!server) {
      throw serverNotFound(serverId);
    }
    await readyServer(parts, { origin: 'person', server }, vscode.l10n.t('Run Again'), held);
    return { server, target: { kind: request.kind, name: targetOf(request) }, request };
  });
}
