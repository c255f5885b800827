import { longestJson, type ScreenOf } from '../../src/bridge/messages.ts';
import { inBlock } from '../../src/form/text.ts';
import { type Action, ActionBar } from '../actionBar.ts';
import { el } from '../dom.ts';
import type { Post } from '../host.ts';
import { icon } from '../icons.ts';
import { jsonProblem } from '../json.ts';
import { argumentsHeading, cancelAction, targetDescription } from './arguments.ts';
import { attribution } from './attribution.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

const PAUSE = 500;

/** Arguments as JSON, where the schema cannot be drawn as a form. */
export function drawJsonArguments(screen: ScreenOf<'jsonArguments'>, post: Post): DrawnScreen {
  const problem = el('p', { id: 'json-problem', class: 'problem', 'aria-live': 'polite' });
  const editor = el('textarea', {
    id: 'json-text',
    class: 'code',
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
      showProblem(`This is too long: at most ${longestJson.toLocaleString('en')} characters can be sent.`);
      return false;
    }
    const found = jsonProblem(editor.value);
    showProblem(found && `Line ${found.line}, column ${found.column}: ${found.message}.`);
    return found === undefined;
  };
  let pause: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (pause !== undefined) {
      clearTimeout(pause);
      pause = undefined;
      post({ type: 'editJson', screen: screen.id, text: editor.value });
      judge();
    }
  };
  editor.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(flush, PAUSE);
  });
  editor.addEventListener('blur', flush);

  const run: Action = {
    label: 'Run',
    look: 'primary',
    decides: true,
    run: () => {
      flush();
      if (judge()) {
        bar.setBusy('Starting…');
        post({ type: 'runJson', screen: screen.id, text: editor.value });
      } else {
        editor.focus();
      }
    },
  };
  const cancel = cancelAction(() => {
    flush();
    bar.setBusy('Closing…');
    post({ type: 'cancel', screen: screen.id });
  });
  const bar = new ActionBar([run, cancel]);
  const drawn = drawScreen({
    heading: argumentsHeading(screen),
    content: [
      attribution(screen.server),
      ...targetDescription(screen.target),
      el(
        'div',
        { class: 'field' },
        el('div', { class: 'label-row' }, el('label', { for: editor.id }, 'Arguments as JSON')),
        el('p', { id: 'json-reason', class: 'description', dir: 'auto' }, inBlock(screen.reason)),
        editor,
        problem,
      ),
      el(
        'details',
        {},
        el('summary', {}, 'What the server expects (JSON Schema)'),
        el('pre', { class: 'code-block', tabindex: 0 }, inBlock(screen.schema)),
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
    flush,
    dispose: () => {
      flush();
      drawn.dispose();
    },
  };
}
