import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import { fieldChanges } from '#test/host/requestSamples.ts';
import type { ReplyHost } from './replyHost.ts';

export const whoForm = {
  message: 'Who?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, note: { type: 'string' } },
    required: ['name'],
  },
};
export const signInPage = { mode: 'url', message: 'Go.', url: 'https://example.com/in', elicitationId: 'e' };
/** A request for a URL whose user information, before the @, looks like a host name. */
export const lookAlikePage = { ...signInPage, url: 'https://example.com@example.org/in' };

export const textInput = (value: string) => ({ kind: 'text' as const, text: value, touched: value !== '' });
export const formInputs = (name: string) => [textInput(name), textInput('')];
export const acceptReply = (name: string) => ({ action: 'accept', content: { name } });
export const cancelReply = { action: 'cancel' };
export const declineReply = { action: 'decline' };
export const openedReply = { action: 'accept' };

type ScreenMessageBody = ToExtension extends infer One
  ? One extends { screen: string }
    ? Omit<One, 'screen'>
    : never
  : never;

/** Sends a message of the webview about a screen, by default the shown one. */
export function sendTo(host: ReplyHost, message: ScreenMessageBody, screen = host.shownId): void {
  host.send({ ...message, screen } as ToExtension);
}
export const sendReview = (host: ReplyHost, name: string) =>
  sendTo(host, { type: 'review', revision: 1, inputs: formInputs(name) });
export const sendSubmit = (host: ReplyHost, name: string) => sendTo(host, { type: 'submit', inputs: formInputs(name) });
export const sendEdit = (host: ReplyHost, name: string) =>
  sendTo(host, { type: 'edit', revision: 2, changes: fieldChanges(formInputs(name)) });
export const sendOpenUrl = (host: ReplyHost, confirmed: boolean) => sendTo(host, { type: 'openUrl', confirmed });

export const oneReply = (reply: object) => [[0, reply]];
export const threeCancels = [0, 1, 2].map((id) => [id, cancelReply]);

/** Sends a message twice about the screen that is shown before the first one. */
export function sendTwice(host: ReplyHost, message: ScreenMessageBody): void {
  const screen = host.shownId;
  sendTo(host, message, screen);
  sendTo(host, message, screen);
}

/** Fails if the server received two replies to one request. */
export function assertNoSecondReply(replies: readonly unknown[]): void {
  const ids = replies.map((reply) => (Array.isArray(reply) ? reply[0] : 'round'));
  assert.equal(new Set(ids).size, ids.length, `two replies: ${JSON.stringify(replies)}`);
}
