import { ProtocolError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { errorText, type Failure, HostError } from '#core/common/errors.ts';
import { isInvalidResult } from '#core/delivery/classifyDeliveryError.ts';
import { isTimeout } from '#core/model/pausableTimeout.ts';
import { noResponse } from '#core/transport/receivedMessages.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';
import { httpStatusRemedy, oversizedIn, reasonOf } from './connectionFailure.ts';
import { clientRequirementsOf } from './versionFailure.ts';

/** Why a call has no result. */
export function explainCallFailure(error: unknown): HostError {
  if (error instanceof HostError) {
    return error;
  }
  const oversized = oversizedIn(error);
  if (oversized) {
    return oversized;
  }
  if (error instanceof ProtocolError && error.data === noResponse) {
    return new HostError(
      {
        name: 'CallFailed',
        summary: t('The server answered with something that is no response.'),
        remedy: t('The server has to be corrected.'),
        detail: reasonOf(error),
      },
      { cause: error },
    );
  }
  if (error instanceof ProtocolError) {
    const code = `JSON-RPC error ${error.code}`;
    const required = clientRequirementsOf(error);
    const detail = required === undefined ? code : `${code}\n${required}`;
    return new HostError({ name: 'CallFailed', summary: serverErrorText(error), detail }, { cause: error });
  }
  if (isInvalidResult(error)) {
    return new HostError(
      {
        name: 'CallFailed',
        summary: t('The server answered with a result that does not follow the protocol.'),
        remedy: t('The server has to be corrected.'),
        detail: reasonOf(error),
      },
      { cause: error },
    );
  }
  if (error instanceof SendFailure) {
    return new HostError(unsentCall(error), { cause: error });
  }
  const summary = isTimeout(error) ? t('The server did not answer in time.') : reasonOf(error);
  return new HostError({ name: 'CallFailed', summary }, { cause: error });
}

/**
 * The message of a server's error as a quotation: shown alone, as an error, or in a notice about a request of the call, it would
 * read like a sentence of this extension.
 */
function serverErrorText(error: ProtocolError): string {
  const words = withoutQuotationMarks(errorText(error, 500));
  return words === ''
    ? t('The server answered with an error, without a reason.')
    : t('The server answered with an error: “{0}”', words);
}

/** Why the request of a call was not delivered. */
function unsentCall({ status, body, message }: SendFailure): Failure {
  return status === undefined
    ? {
        name: 'CallFailed',
        summary: t('The request could not be sent to the server.'),
        remedy: t('Run it again.'),
        detail: message,
      }
    : {
        name: 'CallFailed',
        summary: t('The server refused the request with HTTP status {0}.', status),
        remedy: httpStatusRemedy(status),
        detail: body ? inOneLine(body, 500) : message,
      };
}
