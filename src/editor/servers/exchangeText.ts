import type { ArrivalKind, Exchange } from '#core/inbox/exchanges.ts';
import { targetOf } from '#core/model/call.ts';
import { indentedJson } from '#form/json.ts';
import { escapeInvisible, jsonEscape } from '#form/text.ts';

/** The maximum length of a line of a comment, in UTF-16 code units. */
const maxLineLength = 1000;
/** The characters that JSON does not escape and an editor does not show, or reorders. */
const unseenPattern = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u007f-\u009f]/gu;

/**
 * One exchange as JSON with comments: its origin and findings, the request and the exact reply. Text from a server stays on its line
 * of the comment, with invisible characters escaped.
 */
export function exchangeText({ at, server, call, arrival, key, received, findings, reply }: Exchange): string {
  const reportedName = server.reportedName === undefined ? [] : [`It calls itself: ${server.reportedName}`];
  const head = [
    `Server: ${server.name}`,
    ...reportedName,
    call ? `Call: ${call.request.kind} ${targetOf(call.request)}` : 'Call: not known',
    `Came as: ${arrivalTexts[arrival]}${key === undefined ? '' : `, "${key}"`}`,
    `Received: ${new Date(at).toISOString()}`,
    ...findings.map((finding) => `Found: ${finding}`),
  ];
  const hasReply = reply && 'sent' in reply && reply.sent !== undefined;
  const notes = [
    reply ? `${hasReply ? 'Sent' : 'Nothing was sent'}: ${new Date(reply.at).toISOString()}` : 'No reply yet.',
    ...(reply?.note === undefined ? [] : [reply.note]),
  ];
  return [
    ...head.map((line) => comment(line)),
    '{',
    `  "received": ${json(received)}${hasReply ? ',' : ''}`,
    ...notes.map((line) => `  ${comment(line)}`),
    ...(hasReply ? [`  "sent": ${json(reply.sent)}`] : []),
    '}',
    '',
  ].join('\n');
}

/** The kinds of arrival in the terms of the specification. */
export const arrivalTexts: Readonly<Record<ArrivalKind, string>> = {
  pushed: 'elicitation/create',
  round: 'input_required (an entry of inputRequests)',
  required: 'error -32042 (an entry of elicitations)',
};

function comment(line: string): string {
  return `// ${escapeInvisible(line, maxLineLength)}`;
}

/** JSON, indented as a member of an object. */
function json(value: unknown): string {
  const text = indentedJson(value) ?? 'null';
  return text.replace(/\n/g, '\n  ').replace(unseenPattern, jsonEscape);
}
