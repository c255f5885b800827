import { t } from '@vscode/l10n';
import { longestJson, type ScreenOf } from '#bridge/messages.ts';
import { inNumbers } from '#form/language.ts';
import { inBlock } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { attribution } from '#webview/shell/attribution.ts';
import { el, keepingKeyboard } from '#webview/shell/dom.ts';
import { fillText } from '#webview/shell/filling.ts';
import { Gathering } from '#webview/shell/gathering.ts';
import type { Post } from '#webview/shell/host.ts';
import { icon } from '#webview/shell/icons.ts';
import { jsonProblem } from '#webview/shell/json.ts';
import { argumentsHeading, cancelAction, targetDescription } from './arguments.ts';
import { DraftBanner } from './draftBanner.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** After so many ms without a key, what was written is posted and judged. */
const PAUSE = 500;

/** Arguments as JSON, where the schema cannot be drawn as a form. */
export function drawJsonArguments(screen: ScreenOf<'jsonArguments'>, post: Post): DrawnScreen {
  const problem = el('p', { id: 'json-problem', class: 'problem', 'aria-live': 'polite' });
  const editor = el('textarea', {
    id: 'json-text',
    class: 'code',
    dir: 'ltr',
    rows: 10,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': 'json-reason json-problem',
  });
  editor.value = screen.text;

  const showProblem = (message: string | undefined) => {
    problem.replaceChildren(...(message === undefined ? [] : [icon('error'), el('span', {}, message)]));
    editor.setAttribute('aria-invalid', String(message !== undefined));
  };
  const judge = () => {
    if (editor.value.length > longestJson) {
      showProblem(t('This is too long, and is not kept: at most {0} characters can be sent.', inNumbers(longestJson)));
      return false;
    }
    const found = jsonProblem(editor.value);
    showProblem(found && t('Line {0}, column {1}: {2}.', found.line, found.column, found.message));
    return found === undefined;
  };
  const flush = () => {
    if (gathering.end()) {
      if (editor.value.length <= longestJson) {
        post({ type: 'editJson', screen: screen.id, text: editor.value });
      }
      judge();
    }
  };
  const gathering = new Gathering(PAUSE, flush);
  editor.addEventListener('input', () => gathering.add());
  editor.addEventListener('blur', flush);

  const draft = new DraftBanner(screen.draft, { screen: screen.id, post, flush });
  const run: Action = {
    label: t('Run'),
    look: 'primary',
    decides: true,
    run: () => {
      flush();
      if (judge()) {
        bar.setBusy(t('Starting…'));
        post({ type: 'runJson', screen: screen.id, text: editor.value });
      } else {
        editor.focus();
      }
    },
  };
  const cancel = cancelAction(() => {
    flush();
    bar.setBusy(t('Closing…'));
    post({ type: 'cancel', screen: screen.id });
  });
  const bar = new ActionBar([run, cancel], { quietFor: screen.quietFor });
  const drawn = drawScreen({
    heading: argumentsHeading(screen),
    content: [
      attribution(screen.server),
      ...targetDescription(screen.target),
      draft.element,
      el(
        'div',
        { class: 'field' },
        el('div', { class: 'label-row' }, el('label', { for: editor.id }, t('Arguments as JSON'))),
        el('p', { id: 'json-reason', class: 'description', dir: 'auto' }, inBlock(screen.reason)),
        editor,
        problem,
      ),
      el(
        'details',
        {},
        el('summary', {}, t('What the server expects (JSON Schema)')),
        el('pre', { class: 'code-block', tabindex: 0, dir: 'ltr' }, inBlock(screen.schema)),
      ),
    ],
    bar,
    submit: run,
    cancel,
  });
  return {
    ...drawn,
    focusFirst: () => editor.focus(),
    rejected: (summary, problems) => {
      bar.setBusy(undefined);
      showProblem([summary, ...problems.map(({ message }) => message)].join(' '));
      editor.focus();
    },
    fillJson: (text, label) => {
      draft.show(label);
      keepingKeyboard(() => fillText(editor, text));
      flush();
    },
    flush,
    dispose: () => {
      flush();
      drawn.dispose();
    },
  };
}
