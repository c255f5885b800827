import { type ParsedUrl, readUrl } from '#core/guard/url/readUrl.ts';
import type { ServerDefinition } from '#core/model/definition.ts';

export const nameSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
export const nameElicitation = { message: 'Your name?', requestedSchema: nameSchema };

/** The definition of a server of the user settings that may request forms. Its entry is a placeholder: tests pass a launch spec. */
export function definitionOf(name: string, changes: Partial<ServerDefinition['entry']> = {}): ServerDefinition {
  const entry = {
    type: 'stdio',
    command: 'given by resolve',
    args: [],
    env: {},
    enabled: true,
    elicitation: { form: true, url: false },
    ...changes,
  } as ServerDefinition['entry'];
  return { id: `user:${name}`, name, scope: { kind: 'user' }, entry };
}

/** The request for calling a tool. */
export const tool = (name: string, args: Record<string, unknown> = {}) =>
  ({ kind: 'tool', name, arguments: args }) as const;

/** The text of a result's first content block. */
export function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] };
  return content[0]?.text ?? '';
}

/** The parameters of a URL elicitation. */
export const page = (name: string, more: object = {}) => ({
  mode: 'url',
  message: `Open ${name}`,
  url: `https://example.com/${name}`,
  ...more,
});

/** The parameters of a required URL in the error -32042. */
export const required = (name: string, elicitationId = name) => page(name, { elicitationId });

/** The URL as parsed by `readUrl`. @throws Error if `readUrl` refuses it */
export function readingOf(url: string): ParsedUrl {
  const reading = readUrl(url);
  if (!reading.ok) {
    throw new Error(`${url} ${reading.rule}`);
  }
  return reading.url;
}
