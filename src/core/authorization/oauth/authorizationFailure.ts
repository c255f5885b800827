import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { errorText, type Failure, HostError } from '#core/common/errors.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { MetadataError } from './metadataDocument.ts';

/** The error of a sign-in that the user has declined or cancelled. */
export function signInDeclinedError(summary: string): HostError {
  return new HostError({
    name: 'AuthorizationDeclined',
    summary,
    remedy: t('Try again when you want to sign in.'),
  });
}

/** The sentence with the need of the server: a sign-in or an access token. The reason why there is none follows it. */
export function needOf(server: string, { grant }: OAuthSettings): string {
  return grant === undefined ? t('"{0}" requires signing in.', server) : t('"{0}" needs an access token.', server);
}

/** The error for the user if no tokens could be obtained. `authorizationServer`: its name in the text. */
export function toAuthorizationError(
  settings: OAuthSettings,
  server: string,
  authorizationServer: string,
  error: unknown,
): HostError {
  return error instanceof HostError
    ? error
    : new HostError(failureFor(needOf(server, settings), authorizationServer, error), { cause: error });
}

function failureFor(need: string, authorizationServer: string, error: unknown): Failure {
  const base = { name: 'AuthorizationFailed', detail: errorText(error, 500) } as const;
  if (error instanceof OAuthError && error.code === 'access_denied') {
    return {
      ...base,
      summary: paragraph([need, t('Access was denied at {0}.', authorizationServer)]),
      remedy: t('Try again, and allow the access there.'),
    };
  }
  if (error instanceof IssuerMismatchError) {
    return {
      ...base,
      summary: paragraph([
        need,
        t('The response names another authorization server than {0}. Nothing was sent there.', authorizationServer),
      ]),
      remedy: t('This can be an attack: ask the operator of the server before you try again.'),
    };
  }
  if (error instanceof AuthorizationServerMismatchError) {
    return {
      ...base,
      summary: paragraph([
        need,
        t(
          'It names another authorization server ({0}) than its client belongs to ({1}). Nothing was sent there.',
          inOneLine(error.currentIssuer, 200),
          inOneLine(error.recordedIssuer, 200),
        ),
      ]),
      remedy: t(
        'If that is right, write it into the entry: "oauth": {"issuer": "..."}, with the client that it knows.',
      ),
    };
  }
  if (error instanceof MetadataError) {
    return {
      ...base,
      summary: paragraph([
        need,
        t('The metadata at {0} cannot be used: {1}.', inOneLine(error.url, 200), error.message),
      ]),
      remedy: t('Try again later. If that does not help, contact the operator of the server.'),
    };
  }
  if (error instanceof InsecureTokenEndpointError) {
    return {
      ...base,
      summary: paragraph([need, t('Secrets would go to {0} without encryption.', authorizationServer)]),
      remedy: t('The operator of the authorization server has to use https://.'),
    };
  }
  if (error instanceof RegistrationRejectedError) {
    return error.status === 404
      ? {
          ...base,
          summary: paragraph([need, t('It does not say where.')]),
          remedy: t('If it uses a key, write the key into "headers" of the entry.'),
        }
      : {
          ...base,
          summary: paragraph([
            need,
            t(
              'This application cannot register by itself at {0} (HTTP status {1}).',
              authorizationServer,
              error.status,
            ),
          ]),
          remedy: t('Register one there, and write its id into the entry: "oauth": {"clientId": "..."}.'),
        };
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return {
      ...base,
      summary: paragraph([need, t('There is no way to reach {0}.', authorizationServer)]),
      remedy: t('Check the network, and try again.'),
    };
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return {
      ...base,
      summary: paragraph([need, t('There was no answer in time from {0}.', authorizationServer)]),
      remedy: t('Try again later.'),
    };
  }
  if (error instanceof OAuthError) {
    return {
      ...base,
      summary: paragraph([need, t('That was refused at {0}: {1}.', authorizationServer, inOneLine(error.code, 100))]),
      remedy: t('Look at the details, and check "oauth" in the entry.'),
    };
  }
  return {
    ...base,
    summary: paragraph([need, t('That failed at {0}.', authorizationServer)]),
    remedy: t('Look at the details.'),
  };
}
