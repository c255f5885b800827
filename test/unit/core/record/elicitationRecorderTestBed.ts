import type { ElicitationRecorder, ElicitationRecorderPorts } from '#core/record/elicitationRecorder.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import { TestConnection } from '#test/host/testConnection.ts';
import { SettableClock } from './recordTestBed.ts';

/** The questions of a connection, and what is recorded of them. */
export class ElicitationRecorderTestBed extends TestConnection {
  /** With which each was recorded. */
  readonly masks: (Mask | undefined)[] = [];
  readonly clock = new SettableClock();
  enabled = true;
  readonly recording: ElicitationRecorder;

  constructor(ports: Partial<ElicitationRecorderPorts> = {}) {
    super();
    this.recording = this.record({
      writer: {
        recordElicitation: (outcome, mask) => {
          this.outcomes.push(outcome);
          this.masks.push(mask);
        },
      },
      clock: this.clock,
      enabled: () => this.enabled,
      describe: () => ({ scope: 'user', protocol: '2025-11-25' }),
      ...ports,
    });
  }

  /** Of each that was recorded: the decision, who decided, and whether the server got no answer. */
  get ends(): string[] {
    return this.outcomes.map(
      ({ decision, decidedBy, unsent }) => `${decision} by ${decidedBy}${unsent ? ', unsent' : ''}`,
    );
  }
}
