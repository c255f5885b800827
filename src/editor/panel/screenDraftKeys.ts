import type { DraftKey } from '#core/drafts/draftKey.ts';
import { targetOf } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { ArgumentsRequest } from '#editor/panel/screens/argumentsRequest.ts';

/** The draft of a request: found again for the same form, asked by the same server for the same tool. */
export function requestDraftKey(
  { server, call, schema, message }: FormRequest,
  definition: ServerDefinition | undefined,
  workspace: string,
): DraftKey {
  return {
    server: server.id,
    workspace: workspaceOf(definition, workspace),
    purpose: 'question',
    target: call && { kind: call.request.kind, name: targetOf(call.request) },
    schema,
    message,
  };
}

/** The draft of a call's arguments: found again for the same call with the same arguments given. */
export function argumentsDraftKey({ definition, target, ask, known }: ArgumentsRequest, workspace: string): DraftKey {
  return {
    server: definition.id,
    workspace: workspaceOf(definition, workspace),
    purpose: 'arguments',
    target: { kind: target.kind, name: target.name },
    schema: [ask.schema, known],
  };
}

/** `undefined` for a server of the user, which is the same in all workspaces. An unknown server may have been a workspace's. */
function workspaceOf(definition: ServerDefinition | undefined, workspace: string): string | undefined {
  const kind = definition?.scope.kind;
  return kind === 'user' || kind === 'builtIn' ? undefined : workspace;
}
