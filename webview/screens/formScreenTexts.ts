import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { rememberedCountText } from '#webview/remembered/rememberedMarks.ts';
import { definedOnly } from '#webview/shell/dom.ts';
import { stepText } from '#webview/shell/shellTexts.ts';
import { draftText } from './draftBanner.ts';
import { declinedBeforeText } from './elicitationElements.ts';

type FormScreen = ScreenOf<'form'>;

/** The announcements when the request appears. */
export function formAnnouncement(screen: FormScreen): string[] {
  return definedOnly([
    screen.steps && stepText(screen.steps),
    t('{0} asks: {1}', inOneLine(screen.server.name, 80), inOneLine(screen.message, 200)),
    secretText(screen),
    earlierRequestText(screen),
    screen.draft && draftText(screen.draft),
    rememberedCountText(screen),
  ]);
}

/** The text about an earlier request for the same answers; `undefined` if there was none. */
export function earlierRequestText(screen: FormScreen): string | undefined {
  return declinedBeforeText(screen) ?? askedAgainText(screen);
}

/** A warning that the form asks for secrets. */
function secretText({ secrets }: FormScreen): string | undefined {
  const [first, ...others] = secrets;
  if (!first) {
    return undefined;
  }
  return others.length > 0
    ? t('It asks for {0} and more secrets', first.secretKind)
    : t('It asks for {0}', first.secretKind);
}

/** The reason why the form of a repeated request is filled in. */
function askedAgainText({ isRepeated, call, draft, secrets }: FormScreen): string | undefined {
  if (!isRepeated) {
    return undefined;
  }
  const nextAction = call ? t('Change it, send it again, or stop the call.') : t('Change it, or send it again.');
  if (draft) {
    return paragraph([
      t('The server asked the same question again. What you filled in since then is kept.'),
      nextAction,
    ]);
  }
  const filled =
    secrets.length > 0
      ? t('The server asked the same question again. Your answers are filled in, except for secrets.')
      : t('The server asked the same question again. Your answers are filled in.');
  return paragraph([filled, nextAction]);
}

/** The reason why a URL in a form is suspicious. */
export function linkWarningText(): string {
  return t(
    'This form contains a web address. A server that wants you to open a page should ask for that directly; nothing here can be clicked.',
  );
}

/** The reason why the server may refuse valid answers; `undefined` if there is none. */
export function withoutPatternsText({ withoutPatterns }: FormScreen): string | undefined {
  return withoutPatterns === undefined
    ? undefined
    : t(
        '{0} does not pass on which pattern a text must match, so the server may refuse an answer that is accepted here.',
        withoutPatterns,
      );
}
