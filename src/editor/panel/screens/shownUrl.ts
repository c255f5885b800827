import { t } from '@vscode/l10n';
import type { ShownUrl, ShownUrlFinding } from '#bridge/messages.ts';
import type { ParsedUrl } from '#core/guard/url/readUrl.ts';
import type { UrlFinding } from '#core/guard/url/urlFinding.ts';
import { siteOf } from '#core/guard/url/urlFindings.ts';
import { forwardedOrigin } from '#editor/window/portForwarding.ts';

/** A URL for the webview. */
export function shownUrl(reading: ParsedUrl): ShownUrl {
  const { pieces, hostname, unicodeHostname } = reading;
  return { pieces: pieces.map((piece) => ({ ...piece })), site: siteOf(reading), hostname, unicodeHostname };
}

/**
 * The findings about a URL as texts. In a remote window, or if the editor runs in a browser, a loopback URL of the server is not on
 * the user's computer: the editor forwards some of these URLs, and the browser requests the others from its own computer.
 */
export function shownUrlFindings(
  findings: readonly UrlFinding[],
  { raw }: Pick<ParsedUrl, 'raw'>,
  isRemote: boolean,
): ShownUrlFinding[] {
  const ownComputerText = forwardedOrigin(raw) === undefined ? notForwardedText : forwardedText;
  return findings.map(({ code, severity, sentence }) => ({
    severity,
    sentence: code === 'ownComputer' && isRemote ? ownComputerText() : sentence,
  }));
}

function forwardedText(): string {
  return t(
    'This page is on the computer where the server runs, not on your own. The editor forwards it: in your browser its address may look different.',
  );
}

function notForwardedText(): string {
  return t(
    'This address means the computer that your browser runs on. If the page is on the computer where the server runs, the browser does not find it.',
  );
}
