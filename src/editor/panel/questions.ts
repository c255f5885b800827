import type { Settlement } from '../../core/inbox/inbox.ts';
import type { ElicitationRequest, Withdrawal } from '../../core/inbox/request.ts';
import { Groups } from './groups.ts';
import { KeptAnswers } from './keptAnswers.ts';
import type { AskedPorts } from './screens/asked.ts';
import { QuestionScreen } from './screens/question.ts';
import { labelOf, type ScreenMessage, type StageScreen } from './screens/screen.ts';
import { UrlScreen } from './screens/url.ts';
import type { StagePorts } from './stage.ts';

const MOST_LOST = 5;

/** The screens of the questions that wait, and in which order their turns come. */
export class Questions {
  readonly #ports: StagePorts;
  readonly #changed: () => void;
  readonly #screens = new Map<string, QuestionScreen | UrlScreen>();
  readonly #groups = new Groups();
  readonly #kept: KeptAnswers;
  /** The newest that somebody else took away, by id: the last keys that were typed may still be on their way. */
  readonly #lost = new Map<string, { readonly screen: QuestionScreen; readonly withdrawal: Withdrawal }>();
  /** The group of the question that the person has just answered. */
  #begun: string | undefined;

  /** `changed`: a screen wants to be drawn anew. */
  constructor(ports: StagePorts, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
    this.#kept = new KeptAnswers(ports.clock);
  }

  /** What is left of the group that the person is at comes first, then the oldest. */
  get all(): StageScreen[] {
    const all = [...this.#screens.values()];
    const begun = all.filter((screen) => this.isBegun(screen));
    return [...begun, ...all.filter((screen) => !begun.includes(screen))];
  }

  /** True for a question that came together with the one that the person has just answered. */
  isBegun({ request }: StageScreen): boolean {
    return request?.group !== undefined && request.group.id === this.#begun;
  }

  add(request: ElicitationRequest): void {
    const { actions, definition, inbox, judge } = this.#ports;
    const asking = definition(request.server.id);
    const ports: AskedPorts = {
      inbox,
      scope: asking && labelOf(asking).scope,
      steps: () => this.#groups.steps(request),
      cancelCall: (id) => actions.cancelCall(id),
      showWire: (id) => actions.showWire(id),
    };
    const screen =
      request.mode === 'form'
        ? new QuestionScreen(request, ports, judge, this.#kept.take(request))
        : new UrlScreen(request, ports, actions, this.#changed);
    this.#screens.set(request.id, screen);
  }

  /** A question is gone. True when what was typed into it is kept, because somebody else took it away. */
  settled(request: ElicitationRequest, settlement: Settlement): boolean {
    const screen = this.#screens.get(request.id);
    this.#screens.delete(request.id);
    this.#groups.settled(request, settlement);
    if (settlement.kind === 'decided') {
      this.#begun = request.group?.id;
      return false;
    }
    if (!(screen instanceof QuestionScreen) || settlement.withdrawal.by === 'host') {
      return false;
    }
    this.#lost.set(request.id, { screen, withdrawal: settlement.withdrawal });
    const [oldest] = this.#lost.keys();
    if (this.#lost.size > MOST_LOST && oldest !== undefined) {
      this.#lost.delete(oldest);
    }
    return this.#keep(screen);
  }

  /**
   * What was typed last into a question that somebody took away meanwhile. Returns the question, and how it went, when
   * there is something that is kept now.
   */
  typedLate(
    edit: Extract<ScreenMessage, { type: 'edit' }>,
  ): { readonly request: ElicitationRequest; readonly withdrawal: Withdrawal } | undefined {
    const lost = this.#lost.get(edit.screen);
    lost?.screen.receive(edit, () => undefined);
    return lost && this.#keep(lost.screen) ? { request: lost.screen.request, withdrawal: lost.withdrawal } : undefined;
  }

  #keep(screen: QuestionScreen): boolean {
    const typed = screen.takeTyped();
    if (typed) {
      this.#kept.keep(screen.request, typed);
    }
    return typed !== undefined;
  }
}
