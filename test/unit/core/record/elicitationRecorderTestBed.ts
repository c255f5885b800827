import type { ElicitationRecorder, ElicitationRecorderContext } from '#core/record/elicitationRecorder.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import { TestConnection } from '#test/host/testConnection.ts';
import { SettableClock } from './recordTestBed.ts';

/** A connection with the recorded outcomes of its requests. */
export class ElicitationRecorderTestBed extends TestConnection {
  /** The mask of each recorded outcome. */
  readonly masks: (Mask | undefined)[] = [];
  readonly clock = new SettableClock();
  enabled = true;
  readonly recording: ElicitationRecorder;

  constructor(context: Partial<ElicitationRecorderContext> = {}) {
    super();
    this.recording = this.record({
      writer: {
        recordElicitation: (outcome, mask) => {
          this.outcomes.push(outcome);
          this.masks.push(mask);
        },
      },
      clock: this.clock,
      isEnabled: () => this.enabled,
      describe: () => ({ scope: 'user', protocol: '2025-11-25' }),
      ...context,
    });
  }

  /** The decision of each recorded outcome, who decided, and whether the reply was unsent. */
  get ends(): string[] {
    return this.outcomes.map(
      ({ decision, decidedBy, unsent }) => `${decision} by ${decidedBy}${unsent ? ', unsent' : ''}`,
    );
  }
}
