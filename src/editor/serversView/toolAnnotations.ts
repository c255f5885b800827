import { t } from '@vscode/l10n';
import type { CallRequest } from '#core/model/call.ts';
import type { OfferedTool, ToolAnnotations } from '#core/model/offerings.ts';

/**
 * The annotations of a tool in one line that marks them as claims of the server; `undefined` without annotations.
 * Source: MCP specification, schema, `ToolAnnotations`.
 */
export function annotationsText(annotations: ToolAnnotations = {}): string | undefined {
  const { readOnlyHint, openWorldHint } = annotations;
  const claims = [
    ...(readOnlyHint ? [t('only reads data')] : changeClaims(annotations)),
    ...hintClaim(openWorldHint, t('contacts other systems'), t('contacts no other systems')),
  ];
  return claims.length === 0 ? undefined : t('According to the server (not verified): {0}', claims.join(' · '));
}

/** True if the server declares a tool destructive. The specification's default is true; here an absent hint is no warning. */
export function isDeclaredDestructive({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): boolean {
  return destructiveHint === true && readOnlyHint !== true;
}

/** True if the called tool is declared destructive; `undefined` if it is not among `tools`, so that nothing is known. */
export function isDestructiveCall(
  tools: readonly Pick<OfferedTool, 'name' | 'annotations'>[],
  request: CallRequest,
): boolean | undefined {
  if (request.kind !== 'tool') {
    return false;
  }
  const tool = tools.find(({ name }) => name === request.name);
  return tool && isDeclaredDestructive(tool.annotations);
}

function changeClaims({ readOnlyHint, destructiveHint, idempotentHint }: ToolAnnotations): string[] {
  const claims = [
    ...hintClaim(destructiveHint, t('may change or delete data'), t('adds data, changes and deletes nothing')),
    ...hintClaim(idempotentHint, t('safe to repeat'), t('has another effect each time it is run')),
  ];
  return claims.length === 0 && readOnlyHint === false ? [t('may change data')] : claims;
}

function hintClaim(hint: boolean | undefined, yes: string, no: string): string[] {
  return hint === undefined ? [] : [hint ? yes : no];
}
