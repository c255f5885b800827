import type { Connection } from '#core/connection/connection.ts';
import type { RequestOptions } from '#core/connection/requestSender.ts';
import type { RespondToRound } from '#core/elicitation/rounds/rounds.ts';
import type { Call } from '#core/model/call.ts';
import type { OfferedTool } from '#core/model/offerings.ts';

/** The services that a call needs to run as a task. */
export interface TaskContext {
  readonly connection: Pick<
    Connection,
    | 'request'
    | 'flush'
    | 'taskPollTimeout'
    | 'supportsTasks'
    | 'supportsTaskCancellation'
    | 'onDidChangeTask'
    | 'watchProgress'
  >;
  readonly call: Call;
  readonly tool: OfferedTool | undefined;
  /** The calls that run as tasks. */
  readonly tasks: {
    bindTask(callId: string, taskId: string): void;
    ofTask(taskId: string): Call | undefined;
  };
  /** The options of the call's requests. After the end of the call, the signal fires when pending replies are written. */
  readonly options: RequestOptions;
  /** Fires when the host ends the call. */
  readonly signal: AbortSignal;
  /** Gets the user's answers to the input requests of the task. Absent up to 2025-11-25, where elicitations are pushed. */
  readonly answer: RespondToRound | undefined;
  /** Withdraws the open elicitations of the call. */
  withdraw(reason: string): void;
}
