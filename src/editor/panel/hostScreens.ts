import type { UnverifiedDecision, UnverifiedServer } from '#core/agents/sessions/agentServices.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { AgreementRequest } from '#editor/agreement/agreementText.ts';
import { AgreementScreen } from '#editor/panel/screens/agreementScreen.ts';
import type { ArgumentsRequest, FilledArguments } from '#editor/panel/screens/argumentsRequest.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { FormArgumentsScreen } from '#editor/panel/screens/formArgumentsScreen.ts';
import { JsonArgumentsScreen } from '#editor/panel/screens/jsonArgumentsScreen.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import { UnverifiedServerScreen } from '#editor/panel/screens/unverifiedServerScreen.ts';
import { argumentsDraftKey } from './screenDraftKeys.ts';

interface HostScreensContext {
  readonly validator: FormValidator;
  readonly drafts: Drafts;
  readonly workspace: string;
}

interface HostScreensEvents {
  /** Shows a screen in place of the current one. `ignoreInput`: its buttons ignore input at first. */
  show(screen: PanelScreen, ignoreInput: boolean): void;
  /** Called after a screen was added or has ended. */
  changed(): void;
}

interface ShowOptions {
  /** True if the user has just requested the screen: it is shown at once. */
  readonly inFront: boolean;
  /** True if the buttons ignore input at first, even if the screen is shown at once. */
  readonly ignoreInput: boolean;
  /** Dismisses the screen when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The screens that no server requests: for the arguments of a call, for the agreement to an entry, and about a server of an agent. In the order of their opening. */
export class HostScreens {
  readonly #context: HostScreensContext;
  readonly #events: HostScreensEvents;
  readonly #screens: PanelScreen[] = [];
  #count = 0;
  #isCallBeginning = false;

  constructor(context: HostScreensContext, events: HostScreensEvents) {
    this.#context = context;
    this.#events = events;
  }

  get all(): readonly PanelScreen[] {
    return this.#screens;
  }

  /** True after the user has sent the arguments of a call, until it runs or has failed: see `endBeginning`. */
  get isCallBeginning(): boolean {
    return this.#isCallBeginning;
  }

  /** Notes that the call whose arguments the user has sent runs, or has failed before. */
  endBeginning(): void {
    if (this.#isCallBeginning) {
      this.#isCallBeginning = false;
      this.#events.changed();
    }
  }

  /**
   * Resolves with the arguments; `undefined` if dismissed. The screen for a call of the user is shown at once, and replaces the screen
   * for an earlier call.
   */
  askArguments(request: ArgumentsRequest): Promise<FilledArguments | undefined> {
    const { presentation, origin } = request;
    const inFront = origin === 'user';
    if (inFront) {
      this.#dismissFormsOfUserCalls();
    }
    const { drafts, validator, workspace } = this.#context;
    const draft = drafts.open(argumentsDraftKey(request, workspace));
    return this.#open<FilledArguments | undefined>(
      (id, resolve) => {
        const end = (filled: FilledArguments | undefined) => {
          this.#isCallBeginning ||= filled !== undefined;
          resolve(filled);
        };
        return presentation.kind === 'form'
          ? new FormArgumentsScreen(id, request, presentation.form, { validator, draft, end })
          : new JsonArgumentsScreen(id, request, presentation.reason, { validator, draft, end });
      },
      { inFront, ignoreInput: !inFront },
    );
  }

  /** Resolves with true if the user agreed. */
  askAgreement(request: AgreementRequest): Promise<boolean> {
    const { isRequestedByUser: inFront, signal } = request;
    return this.#open((id, end) => new AgreementScreen(id, request, end), { inFront, ignoreInput: true, signal });
  }

  /** Resolves with what the user decides about a server of an agent; with `stop` when `signal` is aborted, which means nothing then. */
  askAboutServer(server: UnverifiedServer, signal: AbortSignal): Promise<UnverifiedDecision> {
    return this.#open<UnverifiedDecision>((id, end) => new UnverifiedServerScreen(id, server, signal, end), {
      inFront: false,
      ignoreInput: true,
      signal,
    });
  }

  /** Dismisses the screens for arguments of calls of the user, after the user has begun another call. */
  #dismissFormsOfUserCalls(): void {
    for (const screen of this.#screens.filter(({ blocksServer }) => !blocksServer)) {
      screen.dismiss();
    }
  }

  /** Adds a screen. Resolves with its result once the user has settled it or it was dismissed. */
  #open<T>(
    create: (id: string, end: (result: T) => void) => PanelScreen,
    { inFront, ignoreInput, signal }: ShowOptions,
  ): Promise<T> {
    this.#count += 1;
    const id = `ask-${this.#count}`;
    return new Promise((resolve) => {
      const dismiss = () => screen.dismiss();
      const screen = create(id, (result) => {
        signal?.removeEventListener('abort', dismiss);
        this.#screens.splice(this.#screens.indexOf(screen), 1);
        resolve(result);
        this.#events.changed();
      });
      this.#screens.push(screen);
      if (signal?.aborted) {
        dismiss();
        return;
      }
      signal?.addEventListener('abort', dismiss);
      if (inFront) {
        this.#events.show(screen, ignoreInput);
      }
      this.#events.changed();
    });
  }
}
