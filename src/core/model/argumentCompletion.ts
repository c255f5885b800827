import { isRecord } from '#form/json.ts';

/** The prompt or resource template that an argument belongs to. */
export type CompletionTarget =
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'template'; readonly uriTemplate: string };

/** An argument that is being typed. */
export interface CompletionRequest {
  readonly target: CompletionTarget;
  readonly argument: { readonly name: string; readonly value: string };
  /** The values of the other arguments that are filled in, by name. */
  readonly otherArguments: Readonly<Record<string, string>>;
}

/** The number of values that a server may send. */
const maxValues = 100;
/** The longest suggestion, in UTF-16 code units. A longer one is left out, because a cut one would be wrong. */
const maxLength = 500;

/** The parameters of `completion/complete`. Source: MCP specification, server/utilities/completion. */
export function completionParams({
  target,
  argument,
  otherArguments: others,
}: CompletionRequest): Record<string, unknown> {
  return {
    ref:
      target.kind === 'prompt'
        ? { type: 'ref/prompt', name: target.name }
        : { type: 'ref/resource', uri: target.uriTemplate },
    argument: { name: argument.name, value: argument.value },
    ...(Object.keys(others).length > 0 && { context: { arguments: others } }),
  };
}

/** The values of a `CompleteResult` without duplicates; none if the result is malformed. */
export function readCompletion(result: unknown): string[] {
  const completion = isRecord(result) ? result['completion'] : undefined;
  const values = isRecord(completion) ? completion['values'] : undefined;
  const validValues = Array.isArray(values)
    ? values
        .slice(0, maxValues)
        .filter((value) => typeof value === 'string' && value !== '' && value.length <= maxLength)
    : [];
  return [...new Set<string>(validValues)];
}
