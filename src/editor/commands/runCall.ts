import * as vscode from 'vscode';
import type { CallTarget, ShownKeptOutcome } from '#bridge/messages.ts';
import { type Failure, failureOf, HostError } from '#core/common/errors.ts';
import type { CompletionTarget } from '#core/model/argumentCompletion.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import { type CallOrigin, type CallRequest, targetOf } from '#core/model/call.ts';
import { readResult } from '#core/results/readableResult.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { FilledArguments } from '#editor/panel/screens/argumentsRequest.ts';
import type { CompleteArgument } from '#editor/panel/screens/completionRequests.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { mustAskForArguments } from './argumentSchemas.ts';
import type { CommandContext } from './commandContext.ts';
import { pickServer, requireServer, serverNotFound } from './quickPicks.ts';
import type { CallCommandRequest } from './readCommandArguments.ts';
import { isEnabled } from './serverCommands.ts';

/** A call that can be sent. */
export interface PreparedCall {
  readonly server: Server;
  readonly target: CallTarget;
  readonly request: CallRequest;
  /** What tells the secrets in the arguments, also after the server has ended. */
  readonly secrets: ArgumentSecrets;
}

/**
 * Prepares a call and runs it. For a program, returns the result or throws a `HostError`. For the user, shows the result or the
 * error in the panel, or a notification if the preparation failed, and throws nothing. Disposes of the lists that `prepare` adds to
 * `openLists` after the preparation.
 */
export async function runCallCommand(
  context: CommandContext,
  origin: CallOrigin,
  prepare: (openLists: vscode.Disposable[]) => Promise<PreparedCall | undefined>,
): Promise<unknown> {
  let prepared: PreparedCall | undefined;
  const openLists: vscode.Disposable[] = [];
  try {
    prepared = await prepare(openLists);
  } catch (error) {
    context.controller.hostScreens.endBeginning();
    return reportFailure(origin, error, (failure) => context.serverNotifications.showFailure(failure));
  } finally {
    vscode.Disposable.from(...openLists).dispose();
  }
  return prepared && runCall(context, origin, prepared);
}

/** Starts the server with this name, or else the one that the user picks, and returns it. `undefined` if the list is dismissed. Throws if it cannot be started. */
export async function startNamedOrPicked(
  context: CommandContext,
  { server: serverOrName, origin }: CallCommandRequest,
  title: string,
  openLists: vscode.Disposable[],
): Promise<Server | undefined> {
  const server =
    typeof serverOrName === 'string'
      ? requireServer(context, serverOrName)
      : (serverOrName ?? (await pickServer(context.servers.all.filter(isEnabled), title, openLists)));
  if (server) {
    await context.serverStarter.start(server, origin);
  }
  return server;
}

/** The data for collecting the arguments of a call. */
interface ArgumentsNeed {
  readonly target: CallTarget;
  /** The raw JSON Schema of the arguments. */
  readonly schema: unknown;
  /** The arguments that a program passed. */
  readonly knownArguments?: Readonly<Record<string, unknown>> | undefined;
  readonly earlier?: CallCommandRequest['earlier'];
  /** The prompt or template whose arguments the server can complete. */
  readonly completionTarget?: CompletionTarget;
  /** True if the user, but not a program, must see the call before it runs, even if no argument is missing. */
  readonly alwaysShow?: boolean;
}

/** The arguments of a call, and what tells the secrets in them. */
interface CollectedArguments extends Pick<FilledArguments, 'values'> {
  readonly secrets: ArgumentSecrets;
}

/**
 * The arguments of a call: `knownArguments` if they suffice, otherwise those that the user fills in; `undefined` if dismissed.
 */
export async function collectArguments(
  context: CommandContext,
  origin: CallOrigin,
  server: Server,
  { target, schema, knownArguments, earlier, completionTarget, alwaysShow = false }: ArgumentsNeed,
): Promise<CollectedArguments | undefined> {
  const reading = readArgumentsSchema(schema);
  const fields = reading.ok ? reading.form.fields.length : undefined;
  if (!mustAskForArguments(schema, fields, knownArguments, alwaysShow && origin === 'user')) {
    return { values: knownArguments ?? {}, secrets: { schema, masked: earlier?.masked ?? [] } };
  }
  const filled = await context.panel.askArguments({
    definition: server.definition,
    origin,
    target,
    presentation: reading.ok
      ? { kind: 'form', form: reading.form, schema }
      : { kind: 'json', reason: reading.message, schema },
    knownArguments: knownArguments ?? {},
    ...earlier,
    complete: completionTarget && completionFunction(server, completionTarget),
  });
  return filled && { values: filled.values, secrets: { schema, masked: filled.masked } };
}

function completionFunction(server: Server, target: CompletionTarget): CompleteArgument | undefined {
  return server.state.kind === 'running' && server.state.serverInfo.declares.completions
    ? (argument, others, signal) => server.complete({ target, argument, otherArguments: others }, signal)
    : undefined;
}

async function runCall(context: CommandContext, origin: CallOrigin, call: PreparedCall): Promise<unknown> {
  const { server, request, target, secrets } = call;
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
      argumentSecrets: secrets,
    });
  let callId: string | undefined;
  try {
    // The entry may have been removed, or removed and added again, while the user typed.
    const current = context.servers.get(server.definition.id);
    if (!current) {
      throw serverNotFound(server.definition.name);
    }
    const result = await callWithProgress(current, call, origin, (id) => {
      callId = id;
      context.controller.hostScreens.endBeginning();
    });
    show({ kind: 'result', ...readResultParts(request, result) }, result);
    return result;
  } catch (error) {
    return reportFailure(origin, error, (failure) => show(outcomeOf(failure)));
  } finally {
    if (callId === undefined) {
      context.controller.hostScreens.endBeginning();
    }
  }
}

/** The outcome of a call without a result. A call that the user ended is not an error. */
function outcomeOf({ name, summary, remedy, detail }: Failure): ShownKeptOutcome {
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
 * Sends the call. Shows a call of the user in the status bar while it runs; `ProgramCalls` does so for calls of programs. Calls
 * `onBegin` with the id of the call.
 */
async function callWithProgress(
  server: Server,
  { request, secrets }: PreparedCall,
  origin: CallOrigin,
  onBegin: (callId: string) => void,
): Promise<unknown> {
  const call = () => {
    const result = server.call(request, { origin, secrets });
    const runningCall = server.calls.findLast((each) => each.request === request);
    if (runningCall) {
      onBegin(runningCall.id);
    }
    return result;
  };
  if (origin === 'program') {
    return call();
  }
  const title = `${plainName(server.definition.name)}: ${plainName(targetOf(request))}`;
  return plainWindow.withProgress({ location: vscode.ProgressLocation.Window, title }, async (progress) => {
    const subscription = server.onDidChange(() => {
      const message = server.calls.find((each) => each.request === request)?.progress?.message;
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

function readResultParts(request: CallRequest, result: unknown) {
  const { failed, parts } = readResult(request, result);
  return { failed, parts: [...parts] };
}

/** Throws to a program, and shows the failure to the user. */
function reportFailure(origin: CallOrigin, error: unknown, show: (failure: Failure) => void): undefined {
  const failure = failureOf(error);
  if (origin === 'program') {
    throw error instanceof HostError ? error : new HostError(failure, { cause: error });
  }
  show(failure);
}
