import type { Connection } from '#core/connection/connection.ts';
import type { RequestOptions } from '#core/connection/requestSender.ts';
import type { AnswerRound } from '#core/elicitation/rounds/rounds.ts';
import type { Call } from '#core/model/call.ts';
import type { OfferedTool } from '#core/model/offerings.ts';

/** What a call that runs as a task needs of what is around it. */
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
  /** Which call runs as which task. */
  readonly tasks: {
    bindTask(callId: string, taskId: string): void;
    ofTask(taskId: string): Call | undefined;
  };
  /** Of the call's requests. Their signal fires once the replies that are on their way have left. */
  readonly options: RequestOptions;
  /** Fires when the call is over for us. */
  readonly signal: AbortSignal;
  /** Answers requests that come within the task. Absent up to 2025-11-25, where they are pushed. */
  readonly answer: AnswerRound | undefined;
  /** Takes back the questions of the call that are still open. */
  withdraw(reason: string): void;
}
