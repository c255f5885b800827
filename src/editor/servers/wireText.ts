import type { Exchange } from '#core/inbox/exchanges.ts';
import { targetOf } from '#core/model/call.ts';
import { indentedJson } from '#form/json.ts';
import { escapeInvisible } from '#form/text.ts';

/** In UTF-16 code units, for each line of a comment. */
const linePattern = 1000;
/** Everything that JSON leaves as it is and an editor does not show, or shows in another place. */
const unseenPattern = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u007f-\u009f]/gu;

/**
 * One exchange as JSON with comments: where it came from and what was found in it, the request, the exact reply. What
 * a server wrote stays on its line of the comment, and its invisible characters are written as escapes.
 */
export function wireText({ at, server, call, way, key, received, findings, reply }: Exchange): string {
  const self = server.selfName === undefined ? [] : [`It calls itself: ${server.selfName}`];
  const head = [
    `Server: ${server.name}`,
    ...self,
    call ? `Call: ${call.request.kind} ${targetOf(call.request)}` : 'Call: not known',
    `Came as: ${deliveryMethodTexts[way]}${key === undefined ? '' : `, "${key}"`}`,
    `Received: ${new Date(at).toISOString()}`,
    ...findings.map((finding) => `Found: ${finding}`),
  ];
  const answered = reply && 'sent' in reply && reply.sent !== undefined;
  const notes = [
    reply ? `${answered ? 'Sent' : 'Nothing was sent'}: ${new Date(reply.at).toISOString()}` : 'No reply yet.',
    ...(reply?.note === undefined ? [] : [reply.note]),
  ];
  return [
    ...head.map((line) => comment(line)),
    '{',
    `  "received": ${json(received)}${answered ? ',' : ''}`,
    ...notes.map((line) => `  ${comment(line)}`),
    ...(answered ? [`  "sent": ${json(reply.sent)}`] : []),
    '}',
    '',
  ].join('\n');
}

/** How a request came, in the words of the specification. */
export const deliveryMethodTexts: Readonly<Record<Exchange['way'], string>> = {
  pushed: 'elicitation/create',
  round: 'input_required (an entry of inputRequests)',
  required: 'error -32042 (an entry of elicitations)',
};

function comment(line: string): string {
  return `// ${escapeInvisible(line, linePattern)}`;
}

/** Indented to stand in an object. */
function json(value: unknown): string {
  const text = indentedJson(value) ?? 'null';
  return text.replace(/\n/g, '\n  ').replace(unseenPattern, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
