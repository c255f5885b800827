import type { ToolAnnotations } from '../core/servers/state.ts';

/**
 * What a server claims of a tool, in one sentence that says that it is a claim; `undefined` where it claims nothing.
 * Source: MCP specification, schema, `ToolAnnotations`.
 */
export function claimsText(annotations: ToolAnnotations = {}): string | undefined {
  const { readOnlyHint, openWorldHint } = annotations;
  const claims = [
    ...(readOnlyHint ? ['only reads'] : changes(annotations)),
    ...says(openWorldHint, 'reaches other systems', 'reaches no other systems'),
  ];
  const last = claims.pop();
  const list = claims.length > 0 ? `${claims.join(', ')} and ${last}` : last;
  return list && `The server says that this tool ${list}. Nobody has checked that.`;
}

/** True where the server itself warns of a tool. Silence is no warning, though the specification takes it for one. */
export function warnsOf({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): boolean {
  return destructiveHint === true && readOnlyHint !== true;
}

function changes({ readOnlyHint, destructiveHint, idempotentHint }: ToolAnnotations): string[] {
  const claims = [
    ...says(destructiveHint, 'may change or delete things', 'adds things and changes or deletes none'),
    ...says(idempotentHint, 'does nothing more when it is run again', 'does something each time it is run'),
  ];
  return claims.length === 0 && readOnlyHint === false ? ['does not only read'] : claims;
}

function says(hint: boolean | undefined, yes: string, no: string): string[] {
  return hint === undefined ? [] : [hint ? yes : no];
}
