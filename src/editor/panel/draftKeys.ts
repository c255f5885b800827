import type { DraftKey } from '#core/drafts/draftKey.ts';
import { targetOf } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { ArgumentsRequest } from '#editor/panel/screens/surface.ts';

/** What is typed into a question is kept for the same form of the same server, asked for by the same tool. */
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

/** What is typed for a call is kept for the same call, begun with the same arguments. */
export function argumentsDraftKey({ definition, target, ask, known }: ArgumentsRequest, workspace: string): DraftKey {
  return {
    server: definition.id,
    workspace: workspaceOf(definition, workspace),
    purpose: 'arguments',
    target: { kind: target.kind, name: target.name },
    schema: [ask.schema, known],
  };
}

/** A user's server is the same in all workspaces. One that is not known any more may have been a workspace's. */
function workspaceOf(definition: ServerDefinition | undefined, workspace: string): string | undefined {
  const kind = definition?.scope.kind;
  return kind === 'user' || kind === 'builtIn' ? undefined : workspace;
}
