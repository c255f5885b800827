import { isRecord } from '#form/json.ts';

/** The prompt or resource template that an argument belongs to. */
export type CompletionTarget =
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'template'; readonly uriTemplate: string };

/** An argument that is being typed. */
export interface CompletionRequest {
  readonly target: CompletionTarget;
  readonly argument: { readonly name: string; readonly value: string };
  /** The other arguments that are filled in, by name. */
  readonly others: Readonly<Record<string, string>>;
}

/** The most that a server may send. */
const maxValues = 100;
/** In characters. A longer suggestion is left out, because a cut one would be wrong. */
const maxLength = 500;

/** Parameters of `completion/complete`. Source: MCP specification, server/utilities/completion. */
export function completionParams({ target, argument, others }: CompletionRequest): Record<string, unknown> {
  return {
    ref:
      target.kind === 'prompt'
        ? { type: 'ref/prompt', name: target.name }
        : { type: 'ref/resource', uri: target.uriTemplate },
    argument: { name: argument.name, value: argument.value },
    ...(Object.keys(others).length > 0 && { context: { arguments: others } }),
  };
}

/** The values of a `CompleteResult` without duplicates; none when the result is malformed. */
export function readCompletion(result: unknown): string[] {
  const completion = isRecord(result) ? result['completion'] : undefined;
  const values = isRecord(completion) ? completion['values'] : undefined;
  const fit = Array.isArray(values)
    ? values
        .slice(0, maxValues)
        .filter((value) => typeof value === 'string' && value !== '' && value.length <= maxLength)
    : [];
  return [...new Set<string>(fit)];
}
