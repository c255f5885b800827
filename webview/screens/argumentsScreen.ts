import { t } from '@vscode/l10n';
import type { CallTarget, ScreenOf, ToExtension } from '#bridge/messages.ts';
import { ArgumentCompletions } from '#webview/fields/argumentCompletions.ts';
import { argumentDrawer } from '#webview/fields/arguments/argumentField.ts';
import { JsonSuggestionRequests } from '#webview/fields/arguments/jsonSuggestionRequests.ts';
import { FormView } from '#webview/fields/formView.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { mainAppearance } from '#webview/shell/buttons.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { targetTitle } from '#webview/shell/shellTexts.ts';
import { DraftBanner, missingLine } from './draftBanner.ts';
import { destructiveText, messageBlock, warningLine } from './elicitationElements.ts';
import { JsonPreview } from './jsonPreview.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { sharedFormMethods } from './sharedFormMethods.ts';

/** The screen with the form for the arguments of a tool or prompt. */
export function drawArgumentsScreen(screen: ScreenOf<'arguments'>, post: PostToExtension): ScreenView {
  const suggestions = new JsonSuggestionRequests(screen.id, post);
  const preview = new JsonPreview(screen.form);
  const showPreview = () => preview.show(form);
  const completions = screen.offersCompletions
    ? new ArgumentCompletions(screen.id, post, () => form.flush())
    : undefined;
  const form = new FormView(
    screen.id,
    screen.form,
    screen.inputs,
    post,
    () => showPreview(),
    argumentDrawer(suggestions, completions),
  );
  const draft = new DraftBanner(screen.draft, { screen: screen.id, post, flush: () => form.flush() });
  const { actionBar, run, cancel } = drawArgumentsBar(screen, post, {
    flush: () => form.flush(),
    validate: () => form.validate(),
    runMessage: () => ({ type: 'submit', screen: screen.id, inputs: form.inputs }),
  });
  const frame = drawScreenFrame({
    heading: argumentsHeading(screen),
    content: [
      ...targetDescription(screen.target),
      draft.element,
      missingLine(screen.missing),
      completions &&
        el(
          'p',
          { class: 'hint' },
          t(
            'What you type is sent to the server as you type, except secrets, so that it can suggest values. Press Down to see them.',
          ),
        ),
      ...(screen.form.fields.length > 0 ? [form.fields, preview.element] : []),
    ],
    bar: actionBar,
    submit: run,
    cancel,
  });
  form.showSecrets(screen.secrets);
  showPreview();
  actionBar.addToLine(form.summary.announcer.element, form.summary.element);
  const formMethods = sharedFormMethods(form, actionBar, frame, draft);
  return {
    ...frame,
    ...formMethods,
    shortcut: (shortcut) => {
      if (shortcut === 'submit' || !form.foldHelp()) {
        frame.shortcut(shortcut);
      }
    },
    showJsonSuggestions: (message) => suggestions.show(message),
    showCompletions: (field, revision, values) => completions?.show(field, revision, values),
    dispose: () => {
      completions?.dispose();
      formMethods.dispose();
    },
  };
}

interface ArgumentsInput {
  /** Posts the pending edit at once. Called before each action. */
  flush(): void;
  /** Returns true if the arguments can be sent. Otherwise shows the problems. */
  validate(): boolean;
  /** The message with the arguments. */
  runMessage(): ToExtension;
}

/** Draws the buttons Run and Cancel. */
export function drawArgumentsBar(
  screen: ScreenOf<'arguments' | 'jsonArguments'>,
  post: PostToExtension,
  input: ArgumentsInput,
): { readonly actionBar: ActionBar; readonly run: Action; readonly cancel: Action } {
  const destructive = destructiveText(screen.target);
  const run: Action = {
    label: t('Run'),
    appearance: mainAppearance(screen.target.isDestructive),
    unavailableWhileBusy: true,
    place: 'main',
    note: destructive,
    run: () => {
      input.flush();
      if (input.validate()) {
        actionBar.setBusy(t('Starting…'));
        post(input.runMessage());
      }
    },
  };
  const cancel: Action = {
    label: t('Cancel'),
    appearance: 'secondary',
    unavailableWhileBusy: true,
    place: 'cancel',
    run: () => {
      input.flush();
      actionBar.setBusy(t('Closing…'));
      post({ type: 'cancel', screen: screen.id });
    },
  };
  const actionBar = new ActionBar([run, cancel], { ignoreInputMs: screen.ignoreInputMs });
  actionBar.addToLine(...definedOnly([warningLine(destructive)]));
  return { actionBar, run, cancel };
}

/** "Run echo on everything". */
export function argumentsHeading(screen: ScreenOf<'arguments' | 'jsonArguments'>): (Node | string)[] {
  const title = el('bdi', {}, targetTitle(screen.target));
  const server = serverName(screen.server);
  switch (screen.target.kind) {
    case 'tool':
      return interpolate<Node | string>(t('Run {0} on {1}'), title, server);
    case 'prompt':
      return interpolate<Node | string>(t('Get prompt {0} from {1}'), title, server);
    case 'resource':
      return interpolate<Node | string>(t('Read {0} from {1}'), title, server);
  }
}

/** The server's description and claims about the target. */
export function targetDescription(target: CallTarget): HTMLElement[] {
  const elements: HTMLElement[] = [];
  if (target.description?.trim()) {
    elements.push(...definedOnly([messageBlock(target.description.trim())]));
  }
  if (target.annotationText) {
    elements.push(el('p', { class: 'hint' }, target.annotationText));
  }
  return elements;
}
