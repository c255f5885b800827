import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { hasWebAddress } from '#form/webAddress.ts';
import { FormView } from '#webview/fields/formView.ts';
import { RememberBox } from '#webview/remembered/rememberBox.ts';
import { RememberedMarks } from '#webview/remembered/rememberedMarks.ts';
import { ReviewStep } from '#webview/review/reviewStep.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { RequestAttribution, serverName } from '#webview/shell/attribution.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { StepList } from './callSteps.ts';
import { DraftBanner } from './draftBanner.ts';
import {
  answerAction,
  canDeclineRest,
  declineRestLabel,
  infoBanner,
  messageBlock,
  wireButton,
} from './elicitationParts.ts';
import { formBehaviour } from './formBehaviour.ts';
import { earlierRequestText, formAnnouncement, webAddressText } from './formScreenMessages.ts';
import { type DrawnScreen, drawScreenFrame } from './screenFrame.ts';
import { SecretConfirmation } from './secretConfirmation.ts';

/** What has just come moves the buttons, and a second click of a double click is no second step. In milliseconds. */
const MOVED = 500;

/**
 * A server's question: who asks and why, its message as plain text, its form, and the three answers; between form and
 * Submit, where the person wants it, the review.
 */
export function drawFormScreen(screen: ScreenOf<'form'>, post: PostToExtension): DrawnScreen {
  return new FormScreenView(screen, post).drawn();
}

class FormScreenView {
  readonly #screen: ScreenOf<'form'>;
  readonly #post: PostToExtension;
  readonly #form: FormView;
  readonly #second: SecretConfirmation;
  readonly #marks: RememberedMarks;
  readonly #box: RememberBox | undefined;
  readonly #attribution: RequestAttribution;
  readonly #steps: StepList;
  readonly #draft: DraftBanner;
  readonly #webAddress: HTMLElement | undefined;
  readonly #fields: HTMLElement;
  readonly #bar: ActionBar;
  readonly #step: ReviewStep | undefined;
  readonly #submit: Action;
  readonly #review: Action;
  readonly #back: Action;
  readonly #decline = answerAction(t('Decline'), () => this.#send('decline'));
  readonly #cancel = answerAction(t('Cancel'), () => this.#send('cancel'));
  readonly #rest = answerAction(declineRestLabel(), () => this.#send('declineRest'));

  constructor(screen: ScreenOf<'form'>, post: PostToExtension) {
    this.#screen = screen;
    this.#post = post;
    this.#form = new FormView(screen.id, screen.form, screen.inputs, post, () => this.#changed());
    this.#second = new SecretConfirmation(this.#form, screen.server.name, () => this.#bar.quieten(MOVED));
    this.#marks = new RememberedMarks(screen, this.#form, post);
    this.#box = screen.remember === undefined ? undefined : new RememberBox(screen, screen.remember, this.#form, post);
    this.#attribution = new RequestAttribution(screen.server, screen.call, screen.callEnded === true);
    this.#steps = new StepList(screen.steps);
    this.#draft = new DraftBanner(screen.draft, { screen: screen.id, post, flush: () => this.#form.flush() });
    this.#submit = {
      label: screen.askedAgain ? t('Send Again') : t('Submit'),
      appearance: 'primary',
      decides: true,
      run: () => this.#trySubmit(),
    };
    this.#review = { label: t('Review'), appearance: 'primary', decides: true, run: () => this.#step?.begin() };
    this.#back = { label: t('Back to the Form'), appearance: 'secondary', decides: true, run: () => this.#goBack() };
    this.#webAddress = hasWebAddress(screen.form, screen.message)
      ? el('p', { class: 'hint web-address' }, icon('info'), webAddressText())
      : undefined;
    this.#fields = screen.form.fields.length > 0 ? this.#form.fields : this.#nothingToFillIn();
    this.#bar = new ActionBar(this.#actions(), { ignoreInputMs: screen.ignoreInputMs });
    this.#step = screen.requiresReview ? this.#reviewStep() : undefined;
    if (this.#step) {
      this.#turn(false);
      this.#bar.element.prepend(this.#step.note);
    }
    this.#bar.element.prepend(this.#second.element);
    this.#form.showSecrets(screen.secrets);
  }

  drawn(): DrawnScreen {
    const frame = this.#frame();
    const behaviour = formBehaviour(this.#form, this.#bar, frame, this.#draft);
    return {
      ...frame,
      announcement: formAnnouncement(this.#screen),
      ...behaviour,
      shortcut: (shortcut) => {
        if (shortcut === 'submit') {
          this.#bar.run(this.#step && !this.#step.isOn ? this.#review : this.#submit);
        } else if (!this.#step?.review.takeBack()) {
          this.#bar.run(this.#cancel);
        }
      },
      reviewed: (revision, values, secrets) => this.#step?.reviewed(revision, values, secrets),
      rejected: (summary, problems, unconfirmed) => {
        this.#bar.setBusy(undefined);
        if (unconfirmed.length > 0) {
          this.#form.addSecrets(unconfirmed);
          this.#demand();
        } else if (!this.#step?.rejected(problems)) {
          behaviour.rejected(summary, problems, unconfirmed);
        }
      },
      fill: (inputs, label) => {
        if (this.#step?.isOn) {
          this.#step.back();
        }
        behaviour.fill(inputs, label);
      },
      update: (newer) => {
        this.#attribution.show(newer.callEnded === true);
        this.#steps.show(newer.steps);
        this.#marks.show(newer.remembered);
      },
      dispose: () => {
        this.#step?.dispose();
        behaviour.dispose();
      },
    };
  }

  #frame(): DrawnScreen {
    const screen = this.#screen;
    return drawScreenFrame({
      heading: interpolate<Node | string>(t('{0} asks'), serverName(screen.server)),
      content: [
        this.#attribution.element,
        this.#steps.element,
        infoBanner(earlierRequestText(screen)),
        this.#draft.element,
        this.#form.summary.element,
        messageBlock(screen.message),
        this.#webAddress,
        this.#fields,
        this.#step?.review.announcer.element,
        this.#step?.review.element,
        this.#box?.element,
        wireButton(screen, this.#post),
      ],
      bar: this.#bar,
    });
  }

  #nothingToFillIn(): HTMLElement {
    return el(
      'p',
      { class: 'hint' },
      t('There is nothing to fill in: {0} accepts, {1} refuses.', this.#submit.label, this.#decline.label),
    );
  }

  #actions(): Action[] {
    const { requiresReview } = this.#screen;
    const rest = canDeclineRest(this.#screen) ? [this.#rest] : [];
    return requiresReview
      ? [this.#review, this.#submit, this.#decline, this.#cancel, this.#back, ...rest]
      : [this.#submit, this.#decline, this.#cancel, ...rest];
  }

  #reviewStep(): ReviewStep {
    const screen = this.#screen;
    return new ReviewStep({
      screen,
      post: this.#post,
      form: this.#form,
      server: el('bdi', {}, inOneLine(screen.server.name, 80)),
      formParts: [this.#draft.element, this.#webAddress, this.#fields],
      turned: () => {
        const reviewing = this.#step?.isOn === true;
        this.#turn(reviewing);
        if (!reviewing) {
          this.#second.reset();
        }
        this.#bar.quieten(MOVED);
      },
    });
  }

  /** The buttons of the review, or those of the form. */
  #turn(reviewing: boolean): void {
    for (const action of [this.#submit, this.#back]) {
      this.#bar.setHidden(action, !reviewing);
    }
    this.#bar.setHidden(this.#review, reviewing);
    this.#box?.element.toggleAttribute('hidden', !reviewing);
  }

  #changed(): void {
    this.#second.update();
    this.#marks.update();
    this.#box?.update();
  }

  #trySubmit(): void {
    this.#form.flush();
    if (!(this.#step ? this.#step.settle() : this.#form.validate())) {
      return;
    }
    const { confirmed } = this.#second;
    if (confirmed) {
      this.#bar.setBusy(t('Sending…'));
      this.#post({
        type: 'submit',
        screen: this.#screen.id,
        inputs: this.#form.inputs,
        confirmedSecrets: confirmed,
      });
    } else {
      this.#demand();
    }
  }

  #demand(): void {
    if (this.#second.show()) {
      this.#bar.quieten(MOVED);
    }
  }

  #goBack(): void {
    if (!this.#step?.back()) {
      this.#bar.focus(this.#review);
    }
  }

  #send(type: 'decline' | 'declineRest' | 'cancel'): void {
    this.#form.flush();
    this.#bar.setBusy(t('Sending…'));
    this.#post({ type, screen: this.#screen.id });
  }
}
