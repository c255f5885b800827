import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { inOneLine } from '../../form/text.ts';
import { type Failure, HostError } from '../errors.ts';
import type { OAuthSettings } from '../servers/definition.ts';

/** The person does not want to sign in, or gave it up. */
export function declined(server: string, how: string): HostError {
  return new HostError({
    name: 'AuthorizationDeclined',
    summary: `"${server}" needs you to sign in, but ${how}.`,
    remedy: 'Try again when you want to sign in.',
  });
}

/** What a server wants, up to a "but". */
export function wantOf(server: string, { grant }: OAuthSettings): string {
  return grant === undefined ? `"${server}" needs you to sign in, but` : `"${server}" needs an access token, but`;
}

/** Why there are no tokens. `where`: the authorization server, as far as it is known. */
export function explainGrant(settings: OAuthSettings, server: string, where: string, error: unknown): HostError {
  return error instanceof HostError
    ? error
    : new HostError(failureFor(wantOf(server, settings), where, error), { cause: error });
}

function failureFor(to: string, where: string, error: unknown): Failure {
  const base = { name: 'AuthorizationFailed', detail: messageOf(error) } as const;
  if (error instanceof OAuthError && error.code === 'access_denied') {
    return {
      ...base,
      name: 'AuthorizationDeclined',
      summary: `${to} access was denied at ${where}.`,
      remedy: 'Try again, and allow the access there.',
    };
  }
  if (error instanceof IssuerMismatchError) {
    return {
      ...base,
      summary: `${to} ${where} and what came back name different authorization servers. Nothing was handed over.`,
      remedy: 'This can be an attack: ask whoever runs the server before you try again.',
    };
  }
  if (error instanceof AuthorizationServerMismatchError) {
    return {
      ...base,
      summary: `${to} it names another authorization server (${inOneLine(error.currentIssuer, 200)}) than its client belongs to (${inOneLine(error.recordedIssuer, 200)}). Nothing was handed over.`,
      remedy: 'If that is right, write it into the entry: "oauth": {"issuer": "..."}, with the client that it knows.',
    };
  }
  if (error instanceof InsecureTokenEndpointError) {
    return {
      ...base,
      summary: `${to} ${where} would send secrets over a line that is not encrypted.`,
      remedy: 'Whoever runs the authorization server has to use https://.',
    };
  }
  if (error instanceof RegistrationRejectedError) {
    return error.status === 404
      ? {
          ...base,
          summary: `${to} does not say where.`,
          remedy: 'If it takes a key, write that into "headers" of the entry.',
        }
      : {
          ...base,
          summary: `${to} ${where} does not let this application register by itself (HTTP status ${error.status}).`,
          remedy: 'Register one there, and write its id into the entry: "oauth": {"clientId": "..."}.',
        };
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return {
      ...base,
      summary: `${to} ${where} could not be reached.`,
      remedy: 'Check the network, and try again.',
    };
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { ...base, summary: `${to} ${where} did not answer in time.`, remedy: 'Try again later.' };
  }
  if (error instanceof OAuthError) {
    return {
      ...base,
      summary: `${to} ${where} refused: ${inOneLine(error.code, 100)}.`,
      remedy: 'Look at the details, and check "oauth" in the entry.',
    };
  }
  return { ...base, summary: `${to} that failed at ${where}.`, remedy: 'Look at the details.' };
}

function messageOf(error: unknown): string {
  return inOneLine(error instanceof Error ? error.message : String(error), 500);
}
