import { t } from '@vscode/l10n';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { plainName } from '#editor/common/plainText.ts';
import { containsUrl } from '#form/linkDetection.ts';
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';

/** The longest excerpt of a message, in code points. */
const maxWordsLength = 80;

/**
 * The text of a notification that a server asks. `withContent`: names the tool and quotes the first words of the message. Both are
 * left out if they have a URL: a notification, unlike the form, cannot warn about it. Both are quoted: a server can name a tool so that
 * it reads like a sentence of this extension.
 */
export function askingText({ server, call, message }: ElicitationRequest, withContent: boolean): string {
  const name = plainName(server.name);
  const target = withContent && call ? targetName(call.request) : '';
  const words = withContent ? harmless(message) : '';
  if (words === '') {
    return target === ''
      ? t('{0} is asking you something.', name)
      : t('“{0}” of {1} is asking you something.', target, name);
  }
  return target === '' ? t('{0} asks: “{1}”', name, words) : t('“{0}” of {1} asks: “{2}”', target, name, words);
}

/** The text of a notification that a call has ended. `withContent`: names the tool. */
export function endedText(serverName: string, request: CallRequest, withContent: boolean): string {
  const name = plainName(serverName);
  const target = withContent ? targetName(request) : '';
  return target === '' ? t('A call of {0} ended.', name) : t('“{0}” of {1} ended.', target, name);
}

/** The name of the tool or prompt; empty for a resource, whose name is a URI. */
function targetName(request: CallRequest): string {
  return request.kind === 'resource' ? '' : harmless(targetOf(request));
}

/** The beginning of a server's text for a sentence of this extension; empty if nothing visible remains or if it has a URL. */
function harmless(text: string): string {
  const words = withoutQuotationMarks(inOneLine(text, maxWordsLength));
  return words === '' || containsUrl(words) ? '' : plainName(words);
}
