import type { DraftKey } from '#core/drafts/draftKey.ts';
import { withoutSecretArguments } from '#core/drafts/secretArguments.ts';
import { targetOf } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { ArgumentsRequest } from '#editor/panel/screens/argumentsRequest.ts';

/** The key of a request's draft, equal for the same form of the same server and the same call target. */
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

/**
 * The key of the draft of a call's arguments, equal for the same call with the same known arguments. Without secrets, because a weak
 * one could be guessed from the name of the file.
 */
export function argumentsDraftKey(
  { definition, target, presentation, knownArguments, masked = [] }: ArgumentsRequest,
  workspace: string,
): DraftKey {
  return {
    server: definition.id,
    workspace: workspaceOf(definition, workspace),
    purpose: 'arguments',
    target: { kind: target.kind, name: target.name },
    schema: [presentation.schema, withoutSecretArguments(knownArguments, { schema: presentation.schema, masked })],
  };
}

/** The workspace of a server; `undefined` for one that is the same in all workspaces. An unknown server may be one of the workspace. */
function workspaceOf(definition: ServerDefinition | undefined, workspace: string): string | undefined {
  const kind = definition?.scope.kind;
  return kind === 'user' || kind === 'builtIn' ? undefined : workspace;
}
