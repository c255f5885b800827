import { t } from '@vscode/l10n';
import type { RateLimitAction } from '#bridge/messages.ts';
import { HostError } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OfferedTemplate } from '#core/model/offerings.ts';
import type { Server } from '#core/servers/server.ts';
import { OfferingNode, ServerNode } from '#editor/serversView/treeNodes.ts';
import { isRecord } from '#form/json.ts';

/** The parsed argument of a call command: from the user or from a program. */
export interface CallCommandRequest {
  readonly origin: CallOrigin;
  /** A server, or its name as given by a program. */
  readonly server?: Server | string;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly target?: string;
  /** In place of a resource's URI. */
  readonly template?: OfferedTemplate;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the argument of `callTool`, `getPrompt` or `readResource`. Absent, or an item of our own view: the user
 * called it. Anything else is the object of a program; `targetKey` is its key for the target.
 * Throws `ArgumentsInvalid`.
 */
export function readCallCommandRequest(argument: unknown, targetKey: 'tool' | 'prompt' | 'uri'): CallCommandRequest {
  if (argument === undefined || argument === null) {
    return { origin: 'person' };
  }
  if (argument instanceof ServerNode) {
    return { origin: 'person', server: argument.server };
  }
  if (argument instanceof OfferingNode) {
    const { offering, server } = argument;
    if (offering.kind === 'template') {
      return { origin: 'person', server, template: offering.offered };
    }
    const target = offering.kind === 'resource' ? offering.offered.uri : offering.offered.name;
    return { origin: 'person', server, target };
  }
  if (!isRecord(argument)) {
    throw invalid(t('The command takes one object with "server", "{0}" and "arguments".', targetKey));
  }
  const server = optionalText(argument, 'server');
  const target = optionalText(argument, targetKey);
  const given = argument['arguments'];
  if (given !== undefined && !isRecord(given)) {
    throw invalid(t('"arguments" has to be an object.'));
  }
  if (!isJson(given)) {
    throw invalid(t('"arguments" has something in it that JSON cannot express.'));
  }
  return { origin: 'program', server, target, arguments: given };
}

/** Prompt arguments are text. Throws `ArgumentsInvalid`. */
export function textArguments(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (typeof value !== 'string') {
        throw invalid(t('The argument "{0}" of a prompt has to be text.', name));
      }
      return [name, value];
    }),
  );
}

function optionalText(from: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = from[key];
  if (value !== undefined && typeof value !== 'string') {
    throw invalid(t('"{0}" has to be text.', key));
  }
  return value;
}

function invalid(summary: string): HostError {
  return new HostError({ name: 'ArgumentsInvalid', summary, remedy: t('Correct what the command is called with.') });
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const lifting: ReadonlySet<RateLimitAction> = new Set(['allow', 'unmute']);

/**
 * True if a program asks to lift a limit on how often a server may ask: only the user may do so. A program passes a name.
 * The view passes its own items, which no other extension can create; without an argument the user picks from a list.
 */
export function needsConfirmation(act: RateLimitAction, argument: unknown): boolean {
  return typeof argument === 'string' && lifting.has(act);
}
