import * as vscode from 'vscode';
import { argumentSecretsOf } from '#core/drafts/secretArguments.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import type { Server } from '#core/servers/server.ts';
import type { EarlierArguments } from '#editor/panel/screens/argumentsRequest.ts';
import type { ChangeableTarget } from '#editor/panel/screens/resultScreen.ts';
import { isDeclaredDestructive } from '#editor/serversView/toolAnnotations.ts';
import { preparePromptCall, prepareToolCall } from './callCommands.ts';
import type { CommandContext } from './commandContext.ts';
import { serverNotFound } from './quickPicks.ts';
import { runCallCommand, startNamedOrPicked } from './runCall.ts';

/**
 * Sends a request again for the user, unchanged. Starts its server if it does not run. Before a tool that the server declares
 * destructive, the user sees the arguments, as before the first run. `known`: what told the secrets in the arguments of the first run.
 */
export async function runRequest(
  context: CommandContext,
  serverId: string,
  request: CallRequest,
  known?: ArgumentSecrets,
): Promise<void> {
  await runCallCommand(context, 'user', async (openLists) => {
    const server = requireServerWithId(context, serverId);
    await startNamedOrPicked(context, { origin: 'user', server }, vscode.l10n.t('Run Again'), openLists);
    if (request.kind === 'tool' && (await isDestructiveTool(server, request.name))) {
      const { name, arguments: args } = request;
      const earlier = { masked: known?.masked ?? [], missing: [] };
      return prepareToolCall(context, { origin: 'user', server, target: name, arguments: args, earlier }, openLists);
    }
    const { schema } = argumentSecretsOf(request, server.offerings);
    const secrets = { ...known, masked: known?.masked ?? [], ...(schema !== undefined && { schema }) };
    const target = { kind: request.kind, name: targetOf(request), title: titleOf(request, server) };
    return { server, target, request, secrets };
  });
}

/** Shows the arguments of a call to the user, with those of an earlier call filled in, and sends the call with what the user makes of them. */
export async function changeArguments(
  context: CommandContext,
  serverId: string,
  { kind, name }: ChangeableTarget,
  { values, ...earlier }: EarlierArguments,
): Promise<void> {
  await runCallCommand(context, 'user', async (openLists) => {
    const server = requireServerWithId(context, serverId);
    const prepare = kind === 'tool' ? prepareToolCall : preparePromptCall;
    return prepare(context, { origin: 'user', server, target: name, arguments: values, earlier }, openLists, true);
  });
}

/** The title that the server offers what is requested under. */
function titleOf(request: CallRequest, { offerings }: Server): string | undefined {
  switch (request.kind) {
    case 'tool':
      return offerings.tools.find(({ name }) => name === request.name)?.title;
    case 'prompt':
      return offerings.prompts.find(({ name }) => name === request.name)?.title;
    case 'resource': {
      const resource = offerings.resources.find(({ uri }) => uri === request.uri);
      return resource?.title ?? resource?.name;
    }
  }
}

function requireServerWithId({ servers }: CommandContext, id: string): Server {
  const server = servers.get(id);
  if (!server) {
    throw serverNotFound(id);
  }
  return server;
}

async function isDestructiveTool(server: Server, name: string): Promise<boolean> {
  const find = () => server.offerings.tools.find((tool) => tool.name === name);
  if (!find()) {
    await server.refresh('tools');
  }
  return isDeclaredDestructive(find()?.annotations);
}
