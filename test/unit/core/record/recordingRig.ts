import type { ElicitationOutcome } from '#core/record/entries/elicitationEntry.ts';
import type { Mask } from '#core/record/entries/recordMask.ts';
import { Recording, type RecordingPorts } from '#core/record/recording.ts';
import { AskingRig } from '#test/host/asking.ts';
import { SetClock } from './rig.ts';

/** The questions of a connection, and what is recorded of them. */
export class RecordingRig extends AskingRig {
  readonly fates: ElicitationOutcome[] = [];
  /** With which each was recorded. */
  readonly masks: (Mask | undefined)[] = [];
  readonly clock = new SetClock();
  enabled = true;
  readonly recording: Recording;

  constructor(ports: Partial<RecordingPorts> = {}) {
    super();
    this.recording = new Recording({
      inbox: this.inbox,
      exchanges: this.exchanges,
      recorder: {
        add: (fate, mask) => {
          this.fates.push(fate);
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
    return this.fates.map(
      ({ decision, decidedBy, unsent }) => `${decision} by ${decidedBy}${unsent ? ', unsent' : ''}`,
    );
  }
}
