import { t } from '@vscode/l10n';
import type { RateLimitAction } from '#bridge/messages.ts';
import { HostError } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OfferedTemplate } from '#core/model/offerings.ts';
import type { Server } from '#core/servers/server.ts';
import type { EarlierArguments } from '#editor/panel/screens/argumentsRequest.ts';
import { OfferingNode, ServerNode } from '#editor/serversView/treeNodes.ts';
import { isRecord } from '#form/json.ts';

/** The parsed argument of a call command: from the user or from a program. */
export interface CallCommandRequest {
  readonly origin: CallOrigin;
  /** A server, or the name that a program passed. */
  readonly server?: Server | string;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly target?: string;
  /** The template that the user picked, in place of a resource's URI. */
  readonly template?: OfferedTemplate;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** What is known of the arguments, if they are those of an earlier call. */
  readonly earlier?: Pick<EarlierArguments, 'masked' | 'missing'> | undefined;
}

/**
 * Reads the argument of `callTool`, `getPrompt` or `readResource`. If it is absent or an item of the servers view, the user runs
 * the command; otherwise it is an object from a program, with the target under `targetKey`. Throws `ArgumentsInvalid`.
 */
export function readCallCommandRequest(argument: unknown, targetKey: 'tool' | 'prompt' | 'uri'): CallCommandRequest {
  if (argument === undefined || argument === null) {
    return { origin: 'user' };
  }
  if (argument instanceof ServerNode) {
    return { origin: 'user', server: argument.server };
  }
  if (argument instanceof OfferingNode) {
    const { offering, server } = argument;
    if (offering.kind === 'template') {
      return { origin: 'user', server, template: offering.offered };
    }
    const target = offering.kind === 'resource' ? offering.offered.uri : offering.offered.name;
    return { origin: 'user', server, target };
  }
  if (!isRecord(argument)) {
    throw invalidArguments(t('The command takes one object with "server", "{0}" and "arguments".', targetKey));
  }
  const server = optionalText(argument, 'server');
  const target = optionalText(argument, targetKey);
  const callArguments = argument['arguments'];
  if (callArguments !== undefined && !isRecord(callArguments)) {
    throw invalidArguments(t('"arguments" must be an object.'));
  }
  if (!isJson(callArguments)) {
    throw invalidArguments(t('"arguments" contains a value that JSON cannot express.'));
  }
  return { origin: 'program', server, target, arguments: callArguments };
}

/** The arguments of a prompt, which must be texts. Throws `ArgumentsInvalid` for another value. */
export function textArguments(callArguments: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(callArguments).map(([name, value]) => {
      if (typeof value !== 'string') {
        throw invalidArguments(t('The argument "{0}" of a prompt must be text.', name));
      }
      return [name, value];
    }),
  );
}

function optionalText(object: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = object[key];
  if (value !== undefined && typeof value !== 'string') {
    throw invalidArguments(t('"{0}" must be text.', key));
  }
  return value;
}

function invalidArguments(summary: string): HostError {
  return new HostError({ name: 'ArgumentsInvalid', summary, remedy: t('Correct the argument of the command.') });
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const liftingActions: ReadonlySet<RateLimitAction> = new Set(['allow', 'unmute']);

/**
 * True if a program requests to lift a limit on a server's requests, which only the user may do. A program passes the name of a
 * server. The view passes its items, which no other extension can create; without an argument the user picks a server.
 */
export function needsConfirmation(action: RateLimitAction, argument: unknown): boolean {
  return typeof argument === 'string' && liftingActions.has(action);
}
