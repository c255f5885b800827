import type { CallTarget, ShownOutcome } from '#bridge/messages.ts';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { AgreementText } from '#editor/agreement/agreementText.ts';
import type { FormModel } from '#form/model.ts';
import type { CompleteArgument } from './completionRequests.ts';

/** What the rest of the editor side asks of the panel. One panel a window. */
export interface PanelSurface {
  /**
   * Asks the person for a call's arguments, in the form that elicitations get, or as JSON where the schema is not flat.
   * Resolves with the arguments, or `undefined` when the person dismissed it.
   */
  askArguments(request: ArgumentsRequest): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Shows how a call came out. */
  showResult(request: ResultRequest): void;
  /** Shows the whole entry of a server until its `signal` fires; resolves true only when the user agreed to it. */
  askAgreement(request: AgreementRequest): Promise<boolean>;
  /** Opens the panel and moves the keyboard into it. */
  open(): void;
}

export interface ArgumentsRequest {
  readonly definition: ServerDefinition;
  /** A program's request neither takes the keyboard nor pushes anything aside. */
  readonly origin: CallOrigin;
  readonly target: CallTarget;
  readonly ask:
    | { readonly kind: 'form'; readonly form: FormModel; readonly schema: unknown }
    | { readonly kind: 'json'; readonly reason: string; readonly schema: unknown };
  /** What is already known: shown filled in. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Suggests values while the person types, where the server can. */
  readonly complete?: CompleteArgument | undefined;
}

export interface ResultRequest {
  readonly definition: ServerDefinition;
  readonly target: CallTarget;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
  readonly outcome: ShownOutcome;
  /** The MCP result as received, for Copy. */
  readonly result: unknown;
  /** What the server said of the tool's structured content, raw. Absent: nothing. */
  readonly outputSchema?: unknown;
  /** The id that the call had while it ran. Absent: it ended before it began. */
  readonly callId?: string | undefined;
}

export interface AgreementRequest extends AgreementText {
  readonly definition: Pick<ServerDefinition, 'id' | 'name' | 'scope'>;
  /** What the user agrees to: that a workspace's server starts, or that an entry of a folder becomes their own. */
  readonly purpose: 'start' | 'import';
  readonly changed: boolean;
  /** True when the person just asked for this server: the panel may then take the keyboard. */
  readonly askedFor: boolean;
  /** Fires when the server is not to start any more. */
  readonly signal?: AbortSignal | undefined;
}
