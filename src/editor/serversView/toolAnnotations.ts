import { t } from '@vscode/l10n';
import type { ToolAnnotations } from '#core/model/offerings.ts';
import { formatList } from '#form/language.ts';

/**
 * The annotations of a tool in one sentence that marks them as claims of the server; `undefined` without annotations.
 * Source: MCP specification, schema, `ToolAnnotations`.
 */
export function annotationsText(annotations: ToolAnnotations = {}): string | undefined {
  const { readOnlyHint, openWorldHint } = annotations;
  const claims = [
    ...(readOnlyHint ? [t('only reads')] : changeClaims(annotations)),
    ...hintClaim(openWorldHint, t('reaches other systems'), t('reaches no other systems')),
  ];
  return claims.length === 0
    ? undefined
    : t('The server says that this tool {0}. Nobody has checked that.', formatList(claims).join(''));
}

/** True if the server declares a tool destructive. The specification's default is true; here an absent hint is no warning. */
export function isDeclaredDestructive({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): boolean {
  return destructiveHint === true && readOnlyHint !== true;
}

function changeClaims({ readOnlyHint, destructiveHint, idempotentHint }: ToolAnnotations): string[] {
  const claims = [
    ...hintClaim(destructiveHint, t('may change or delete things'), t('adds things and changes or deletes none')),
    ...hintClaim(idempotentHint, t('does nothing more when it is run again'), t('does something each time it is run')),
  ];
  return claims.length === 0 && readOnlyHint === false ? [t('does not only read')] : claims;
}

function hintClaim(hint: boolean | undefined, yes: string, no: string): string[] {
  return hint === undefined ? [] : [hint ? yes : no];
}
