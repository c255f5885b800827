import * as vscode from 'vscode';
import type { CallTarget, ShownOutcome } from '#bridge/messages.ts';
import { type Failure, failureOf, HostError } from '#core/common/errors.ts';
import type { CompletionTarget } from '#core/model/argumentCompletion.ts';
import { type CallOrigin, type CallRequest, targetOf } from '#core/model/call.ts';
import { readResult } from '#core/results/readableResult.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { CompleteArgument } from '#editor/panel/screens/completionRequests.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { readArgumentsSchema } from '#form/schema/readSchema.ts';
import { mustAskForArguments } from './argumentSchemas.ts';
import type { CommandContext } from './commandContext.ts';
import { pickServer, serverNamed, serverNotFound } from './quickPicks.ts';
import type { CallCommandRequest } from './readCommandArguments.ts';

/** A call that can be sent. */
export interface PreparedCall {
  readonly server: Server;
  readonly target: CallTarget;
  readonly request: CallRequest;
}

/**
 * Prepares a call and runs it. A program gets the result, or a thrown `HostError`. The user sees the outcome in the panel,
 * or a notification if the preparation failed; nothing is thrown then. What `prepare` adds to `held` is disposed of after
 * the preparation.
 */
export async function runCallCommand(
  context: CommandContext,
  origin: CallOrigin,
  prepare: (held: vscode.Disposable[]) => Promise<PreparedCall | undefined>,
): Promise<unknown> {
  let prepared: PreparedCall | undefined;
  const held: vscode.Disposable[] = [];
  try {
    prepared = await prepare(held);
  } catch (error) {
    return fail(origin, error, (failure) => context.serverNotifications.showFailure(failure));
  } finally {
    vscode.Disposable.from(...held).dispose();
  }
  return prepared && runCall(context, origin, prepared);
}

/** The server to call: named, or picked by the user. Starts it. `undefined` if dismissed. Throws if it cannot be started. */
export async function readyServer(
  context: CommandContext,
  { server: given, origin }: CallCommandRequest,
  title: string,
  held: vscode.Disposable[],
): Promise<Server | undefined> {
  const server =
    typeof given === 'string'
      ? serverNamed(context, given)
      : (given ?? (await pickServer(context.servers.all.filter(isEnabled), title, held)));
  if (server) {
    await context.serverStarter.start(server, origin);
  }
  return server;
}

/** Sends a request again for the user, unchanged. Starts its server if it does not run. */
export async function runRequest(context: CommandContext, serverId: string, request: CallRequest): Promise<void> {
  await runCallCommand(context, 'person', async (held) => {
    const server = context.servers.get(serverId);
    if (!server) {
      throw serverNotFound(serverId);
    }
    await readyServer(context, { origin: 'person', server }, vscode.l10n.t('Run Again'), held);
    return { server, target: { kind: request.kind, name: targetOf(request) }, request };
  });
}

/** What is needed to collect the arguments of a call. */
interface Needed {
  readonly target: CallTarget;
  /** The raw JSON Schema of the arguments. */
  readonly schema: unknown;
  /** The arguments that are known already. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** The prompt or template whose arguments the server can complete. */
  readonly completes?: CompletionTarget;
  /** True if the user must see the call before it runs, even if no argument is missing. */
  readonly warn?: boolean;
}

/**
 * The arguments for a call: the given ones if they suffice, else what the user fills in; `undefined` if dismissed.
 */
export async function argumentsFor(
  context: CommandContext,
  origin: CallOrigin,
  server: Server,
  { target, schema, given, completes, warn = false }: Needed,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const reading = readArgumentsSchema(schema);
  const fields = reading.ok ? reading.form.fields.length : undefined;
  if (!mustAskForArguments(schema, fields, given, warn && origin === 'person')) {
    return given ?? {};
  }
  return context.panel.askArguments({
    definition: server.definition,
    origin,
    target,
    ask: reading.ok ? { kind: 'form', form: reading.form, schema } : { kind: 'json', reason: reading.message, schema },
    known: given ?? {},
    complete: completes && completer(server, completes),
  });
}

function completer(server: Server, target: CompletionTarget): CompleteArgument | undefined {
  return server.state.kind === 'running' && server.state.serverInfo.declares.completions
    ? (argument, others, signal) => server.complete({ target, argument, otherArguments: others }, signal)
    : undefined;
}

async function runCall(context: CommandContext, origin: CallOrigin, call: PreparedCall): Promise<unknown> {
  const { server, request, target } = call;
  const show = (outcome: Parameters<typeof context.panel.addResult>[0]['outcome'], result?: unknown) =>
    context.panel.addResult({
      definition: server.definition,
      target,
      request,
      origin,
      outcome,
      result,
      outputSchema: outputSchemaOf(server, request),
      callId,
    });
  let callId: string | undefined;
  try {
    // While the user typed, the entry may have been removed, or removed and added again.
    const current = context.servers.get(server.definition.id);
    if (!current) {
      throw serverNotFound(server.definition.name);
    }
    const result = await followed(current, request, origin, (id) => {
      callId = id;
    });
    show({ kind: 'result', ...readable(request, result) }, result);
    return result;
  } catch (error) {
    return fail(origin, error, (failure) => show(outcomeOf(failure)));
  }
}

/** The outcome of a call without a result. A call that the user ended is not an error. */
function outcomeOf({ name, summary, remedy, detail }: Failure): ShownOutcome {
  switch (name) {
    case 'CallCancelled':
      return { kind: 'cancelled' };
    case 'CallDeclined':
      return { kind: 'declined', summary };
    default:
      return { kind: 'error', summary, remedy, detail };
  }
}

/**
 * Sends the call, and shows in the status bar that it runs; the panel shows its progress. `ProgramCalls` shows the calls of
 * programs in the status bar. `begun` is called with the id of the call.
 */
async function followed(
  server: Server,
  request: CallRequest,
  origin: CallOrigin,
  begun: (callId: string) => void,
): Promise<unknown> {
  const call = () => {
    const ending = server.call(request, { origin });
    const running = server.calls.findLast((one) => one.request === request);
    if (running) {
      begun(running.id);
    }
    return ending;
  };
  if (origin === 'program') {
    return call();
  }
  const title = `${plainName(server.definition.name)}: ${plainName(targetOf(request))}`;
  return plainWindow.withProgress({ location: vscode.ProgressLocation.Window, title }, async (progress) => {
    const subscription = server.onDidChange(() => {
      const message = server.calls.find((one) => one.request === request)?.progress?.message;
      progress.report({ message: message && plainName(message) });
    });
    try {
      return await call();
    } finally {
      subscription.dispose();
    }
  });
}

function outputSchemaOf(server: Server, request: CallRequest): unknown {
  return request.kind === 'tool'
    ? server.offerings.tools.find(({ name }) => name === request.name)?.outputSchema
    : undefined;
}

function readable(request: CallRequest, result: unknown) {
  const { failed, parts } = readResult(request, result);
  return { failed, parts: [...parts] };
}

/** Throws to a program, and shows the failure to the user. */
function fail(origin: CallOrigin, error: unknown, show: (failure: Failure) => void): undefined {
  const failure = failureOf(error);
  if (origin === 'program') {
    throw error instanceof HostError ? error : new HostError(failure, { cause: error });
  }
  show(failure);
}

function isEnabled({ definition }: Server): boolean {
  return definition.entry.enabled;
}
