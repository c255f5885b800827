import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { containsLink } from '#form/linkDetection.ts';
import { inOneLine } from '#form/text.ts';
import { FormView } from '#webview/fields/formView.ts';
import { RememberBox } from '#webview/remembered/rememberBox.ts';
import { RememberedMarks } from '#webview/remembered/rememberedMarks.ts';
import { ReviewStep } from '#webview/review/reviewStep.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { mainAppearance } from '#webview/shell/buttons.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { DraftBanner } from './draftBanner.ts';
import {
  answerAction,
  answerInAgentAction,
  cancelAction,
  canDeclineRest,
  declineAction,
  declineRestLabel,
  destructiveText,
  infoLine,
  requestHeading,
  warningLine,
} from './elicitationElements.ts';
import { earlierRequestText, formAnnouncement, linkWarningText, withoutPatternsText } from './formScreenTexts.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';
import { SecretConfirmation } from './secretConfirmation.ts';
import { sharedFormMethods } from './sharedFormMethods.ts';
import { StepsView } from './stepsView.ts';
import { doesNotAnswerText, drawYesNoQuestion, isYesNoQuestion, yesNoActions } from './yesNoQuestion.ts';

/**
 * The buttons ignore input for this time after they have moved, so that the second click of a double click confirms
 * nothing. In milliseconds.
 */
const ignoreAfterMoveMs = 500;

/**
 * The screen of a form elicitation: attribution, message, form, and the actions accept, decline and cancel. If
 * `requiresReview` is set, the user reviews the answers before Submit.
 */
export function drawFormScreen(screen: ScreenOf<'form'>, post: PostToExtension): ScreenView {
  return new FormScreenView(screen, post).screenView();
}

class FormScreenView {
  readonly #screen: ScreenOf<'form'>;
  readonly #post: PostToExtension;
  /** The answers to a yes-or-no question, in place of Submit. */
  readonly #yesNo: readonly Action[] | undefined;
  readonly #form: FormView;
  readonly #secretConfirmation: SecretConfirmation;
  readonly #marks: RememberedMarks;
  readonly #rememberBox: RememberBox | undefined;
  readonly #steps: StepsView;
  readonly #draft: DraftBanner;
  readonly #linkWarning: HTMLElement | undefined;
  readonly #fields: HTMLElement;
  readonly #patternHint: HTMLElement | undefined;
  readonly #bar: ActionBar;
  readonly #reviewStep: ReviewStep | undefined;
  readonly #submit: Action;
  readonly #review: Action;
  readonly #back: Action;
  readonly #decline: Action;
  readonly #cancel: Action;
  readonly #declineRest = answerAction(declineRestLabel(), () => this.#send('declineRest'));
  readonly #inAgent: Action | undefined;

  constructor(screen: ScreenOf<'form'>, post: PostToExtension) {
    this.#screen = screen;
    this.#post = post;
    this.#yesNo = isYesNoQuestion(screen) ? yesNoActions((value) => this.#answer(value)) : undefined;
    const note = this.#yesNo && doesNotAnswerText();
    const destructive = destructiveText(screen.call);
    this.#decline = declineAction(() => this.#send('decline'), note);
    this.#cancel = cancelAction(() => this.#send('cancel'), note);
    this.#inAgent = answerInAgentAction(screen, () => this.#send('answerInAgent'));
    this.#form = new FormView(screen.id, screen.form, screen.inputs, post, () => this.#formChanged());
    this.#secretConfirmation = new SecretConfirmation(this.#form, screen.server.name, () =>
      this.#bar.ignoreInput(ignoreAfterMoveMs),
    );
    this.#marks = new RememberedMarks(screen, this.#form, post);
    this.#rememberBox =
      screen.remember === undefined ? undefined : new RememberBox(screen, screen.remember, this.#form, post);
    this.#steps = new StepsView(screen.steps);
    this.#draft = new DraftBanner(screen.draft, { screen: screen.id, post, flush: () => this.#form.flush() });
    this.#submit = {
      label: screen.isRepeated ? t('Send Again') : t('Submit'),
      appearance: mainAppearance(screen.call?.isDestructive),
      unavailableWhileBusy: true,
      place: 'main',
      note: destructive,
      run: () => this.#trySubmit(),
    };
    this.#review = {
      label: t('Review'),
      appearance: mainAppearance(screen.call?.isDestructive),
      unavailableWhileBusy: true,
      place: 'main',
      note: destructive,
      run: () => this.#reviewStep?.requestReview(),
    };
    this.#back = {
      label: t('Back to the Form'),
      appearance: 'secondary',
      unavailableWhileBusy: true,
      run: () => this.#showForm(),
    };
    this.#linkWarning = containsLink(screen.form, screen.message)
      ? el('p', { class: 'hint link-warning' }, icon('info'), linkWarningText())
      : undefined;
    this.#bar = new ActionBar([this.#review, this.#submit, this.#decline, this.#cancel], {
      ignoreInputMs: screen.ignoreInputMs,
      elsewhere: definedOnly([this.#back, this.#declineRest, this.#inAgent, ...(this.#yesNo ?? [])]),
    });
    this.#fields = this.#yesNo
      ? drawYesNoQuestion(screen, definedOnly(this.#yesNo.map((action) => this.#bar.button(action))))
      : this.#form.fields;
    const patternText = withoutPatternsText(screen);
    this.#patternHint = patternText === undefined ? undefined : el('p', { class: 'hint' }, patternText);
    this.#reviewStep = screen.requiresReview ? this.#newReviewStep() : undefined;
    this.#showButtons(this.#reviewStep === undefined);
    this.#bar.addToLine(
      ...definedOnly([warningLine(destructive), this.#reviewStep?.note]),
      this.#secretConfirmation.element,
      this.#form.summary.announcer.element,
      this.#form.summary.element,
    );
    this.#form.showSecrets(screen.secrets);
  }

  screenView(): ScreenView {
    const frame = this.#frame();
    const formMethods = sharedFormMethods(this.#form, this.#bar, frame, this.#draft);
    return {
      ...frame,
      announcement: formAnnouncement(this.#screen),
      ...formMethods,
      ...(this.#yesNo && { focusFirst: () => frame.focusHeading() }),
      shortcut: (shortcut) => {
        if (shortcut === 'submit') {
          this.#runMain();
        } else if (!this.#form.foldHelp()) {
          this.#goBackOrCancel();
        }
      },
      onReviewed: (revision, values, secrets) => this.#reviewStep?.onReviewed(revision, values, secrets),
      onRejected: (summary, problems, unconfirmed) => {
        this.#bar.setBusy(undefined);
        if (unconfirmed.length > 0) {
          this.#form.addSecrets(unconfirmed);
          this.#requestConfirmation();
        } else if (!this.#reviewStep?.onRejected(problems)) {
          formMethods.onRejected(summary, problems, unconfirmed);
        }
      },
      fill: (inputs, secrets, label) => {
        if (this.#reviewStep?.isShown) {
          this.#reviewStep.showForm();
        }
        formMethods.fill(inputs, secrets, label);
      },
      update: (newer) => {
        this.#steps.show(newer.steps);
        this.#marks.show(newer.remembered);
      },
      dispose: () => {
        this.#reviewStep?.dispose();
        formMethods.dispose();
      },
    };
  }

  #frame(): ScreenView {
    const screen = this.#screen;
    return drawScreenFrame({
      ...requestHeading(screen, interpolate<Node | string>(t('{0} asks'), serverName(screen.server))),
      label: t('{0} asks', inOneLine(screen.server.name, 80)),
      content: [
        this.#bar.button(this.#back),
        infoLine(earlierRequestText(screen), canDeclineRest(screen) ? this.#bar.button(this.#declineRest) : undefined),
        this.#steps.element,
        this.#draft.element,
        this.#linkWarning,
        this.#fields,
        this.#patternHint,
        this.#reviewStep?.review.announcer.element,
        this.#reviewStep?.review.element,
        this.#rememberBox?.element,
        this.#inAgent && this.#bar.button(this.#inAgent),
      ],
      bar: this.#bar,
    });
  }

  #newReviewStep(): ReviewStep {
    const screen = this.#screen;
    return new ReviewStep({
      screen,
      post: this.#post,
      form: this.#form,
      server: el('bdi', {}, inOneLine(screen.server.name, 80)),
      formParts: [this.#draft.element, this.#linkWarning, this.#fields, this.#patternHint],
      onSwap: () => {
        const isReviewing = this.#reviewStep?.isShown === true;
        this.#showButtons(isReviewing);
        if (!isReviewing) {
          this.#secretConfirmation.reset();
        }
        this.#bar.ignoreInput(ignoreAfterMoveMs);
      },
    });
  }

  /** Shows the button and the box for remembering of the step that submits, or the button that leads to the review. */
  #showButtons(submits: boolean): void {
    this.#bar.setHidden(this.#submit, !submits || this.#yesNo !== undefined);
    this.#bar.setHidden(this.#review, submits);
    this.#bar.setHidden(this.#back, !(submits && this.#screen.requiresReview));
    this.#rememberBox?.element.toggleAttribute('hidden', !submits);
  }

  #formChanged(): void {
    this.#secretConfirmation.update();
    this.#marks.update();
    this.#rememberBox?.update();
  }

  /** Closes an edit of the review, leaves the review, or cancels: only the first of these. */
  #goBackOrCancel(): void {
    if (!this.#reviewStep?.isShown) {
      this.#bar.run(this.#cancel);
    } else if (!this.#reviewStep.review.revertOpenFields()) {
      this.#bar.run(this.#back);
    }
  }

  /** Runs the action of the main button, if there is one. */
  #runMain(): void {
    if (!this.#yesNo) {
      this.#bar.run(this.#reviewStep && !this.#reviewStep.isShown ? this.#review : this.#submit);
    }
  }

  #answer(value: boolean): void {
    this.#form.fillField(0, { kind: 'boolean', value });
    this.#trySubmit();
  }

  #trySubmit(): void {
    this.#form.flush();
    if (!(this.#reviewStep ? this.#reviewStep.settle() : this.#form.validate())) {
      return;
    }
    const { confirmed } = this.#secretConfirmation;
    if (confirmed) {
      this.#bar.setBusy(t('Sending…'));
      this.#post({
        type: 'submit',
        screen: this.#screen.id,
        inputs: this.#form.inputs,
        confirmedSecrets: confirmed,
      });
    } else {
      this.#requestConfirmation();
    }
  }

  #requestConfirmation(): void {
    if (this.#secretConfirmation.show()) {
      this.#bar.ignoreInput(ignoreAfterMoveMs);
    }
  }

  #showForm(): void {
    if (!this.#reviewStep?.showForm()) {
      this.#bar.focus(this.#review);
    }
  }

  #send(type: 'decline' | 'declineRest' | 'cancel' | 'answerInAgent'): void {
    this.#form.flush();
    this.#bar.setBusy(t('Sending…'));
    this.#post({ type, screen: this.#screen.id });
  }
}
