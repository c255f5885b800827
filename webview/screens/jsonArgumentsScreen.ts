import { t } from '@vscode/l10n';
import { maxJsonLength, type ScreenOf } from '#bridge/messages.ts';
import { formatNumber, paragraph } from '#form/language.ts';
import { inBlock } from '#form/text.ts';
import { JsonEditor } from '#webview/fields/arguments/jsonEditor.ts';
import { JsonSuggestionRequests } from '#webview/fields/arguments/jsonSuggestionRequests.ts';
import { HelpLine } from '#webview/fields/helpLine.ts';
import { Debouncer } from '#webview/shell/debouncer.ts';
import { el, idList, preservingFocus } from '#webview/shell/dom.ts';
import { fillText } from '#webview/shell/fillText.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { argumentsHeading, drawArgumentsBar, targetDescription } from './argumentsScreen.ts';
import { DraftBanner, missingLine } from './draftBanner.ts';
import { jsonSyntaxProblem } from './jsonSyntax.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';

/** The delay after the last key until the text is posted and checked. In milliseconds. */
const pauseMs = 500;

/** The screen for arguments as JSON, if the input schema cannot be drawn as a form. */
export function drawJsonArgumentsScreen(screen: ScreenOf<'jsonArguments'>, post: PostToExtension): ScreenView {
  const help = new HelpLine('json-text');
  const suggestions = new JsonSuggestionRequests(screen.id, post);
  const jsonEditor = new JsonEditor(screen.text, {
    id: 'json-text',
    rows: 10,
    describedBy: idList('json-reason', help.ids),
    onInput: () => debouncer.schedule(),
    requestSuggestions: (revision, text, offset) => suggestions.request(0, revision, text, offset),
  });
  const { area: editor } = jsonEditor;
  suggestions.add(0, jsonEditor);

  const showProblem = (message: string | undefined) => {
    help.showProblem(message);
    editor.setAttribute('aria-invalid', String(message !== undefined));
  };
  const validate = () => {
    if (editor.value.length > maxJsonLength) {
      showProblem(
        t('This is too long, and is not kept: at most {0} characters can be sent.', formatNumber(maxJsonLength)),
      );
      return false;
    }
    const syntaxProblem = jsonSyntaxProblem(editor.value);
    showProblem(
      syntaxProblem && t('Line {0}, column {1}: {2}.', syntaxProblem.line, syntaxProblem.column, syntaxProblem.message),
    );
    return syntaxProblem === undefined;
  };
  const flush = () => {
    if (debouncer.cancel()) {
      if (editor.value.length <= maxJsonLength) {
        post({ type: 'editJson', screen: screen.id, text: editor.value });
      }
      validate();
    }
  };
  const debouncer = new Debouncer(pauseMs, flush);
  editor.addEventListener('blur', flush);

  const draft = new DraftBanner(screen.draft, { screen: screen.id, post, flush });
  const { actionBar, run, cancel } = drawArgumentsBar(screen, post, {
    flush,
    validate: () => {
      const isValid = validate();
      if (!isValid) {
        editor.focus();
      }
      return isValid;
    },
    runMessage: () => ({ type: 'runJson', screen: screen.id, text: editor.value }),
  });
  const frame = drawScreenFrame({
    heading: argumentsHeading(screen),
    content: [
      ...targetDescription(screen.target),
      draft.element,
      missingLine(screen.missing),
      el(
        'div',
        { class: 'field' },
        el('div', { class: 'label-row' }, el('label', { for: editor.id }, t('Arguments as JSON'))),
        el('p', { id: 'json-reason', class: 'description', dir: 'auto' }, inBlock(screen.reason)),
        jsonEditor.element,
        help.element,
      ),
      el(
        'details',
        {},
        el('summary', {}, t('What the server expects (JSON Schema)')),
        el('pre', { class: 'code-block', tabindex: 0, dir: 'ltr' }, inBlock(screen.schema)),
      ),
    ],
    bar: actionBar,
    submit: run,
    cancel,
  });
  return {
    ...frame,
    focusFirst: () => editor.focus(),
    showJsonSuggestions: (message) => suggestions.show(message),
    onRejected: (summary, problems) => {
      actionBar.setBusy(undefined);
      showProblem(paragraph([summary, ...problems.map(({ message }) => message)]));
      editor.focus();
    },
    fillJson: (text, label) => {
      draft.show(label);
      preservingFocus(() => fillText(editor, text));
      flush();
    },
    flush,
    dispose: () => {
      flush();
      frame.dispose();
    },
  };
}
