/**
 * The format of a result file: one line with the summary of a kept call, and one line with its request, its settled steps and
 * its result or outcome. A list of results needs only the first line of each file. The file is untrusted: all values are
 * checked, except the MCP result, of which any value can be shown.
 */

import type { EarlierSteps, SettledStep } from '#core/inbox/callSteps.ts';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { ArgumentPath } from './hiddenArguments.ts';
import { type CallSummary, type KeptCall, type KeptOutcome, type ResultMismatch, summaryOf } from './keptCall.ts';
import { readResult } from './readableResult.ts';
import { maxSummaryBytes } from './resultLimits.ts';

const fileFormat = 1;
const kinds = ['tool', 'prompt', 'resource'] as const satisfies readonly CallRequest['kind'][];
/** The stored value of each origin. */
const storedOrigins = { user: 'person', program: 'program' } as const satisfies Record<CallOrigin, string>;
const outcomes = ['result', 'failed', 'error', 'cancelled', 'declined'] as const;
const stepStates = ['accept', 'opened', 'decline', 'cancel', 'withdrawn', 'undelivered', 'unknown'] as const;

/** The text of a result file; `undefined` if the summary is too long. */
export function resultFileText(call: KeptCall): string | undefined {
  const { request, shownArguments, hiddenPaths, outcome, result, past } = call;
  const summary = JSON.stringify({ format: fileFormat, ...summaryOf(call), origin: storedOrigins[call.origin] });
  const rest = JSON.stringify({
    request,
    shownArguments,
    ...(shownArguments && { hiddenPaths: hiddenPaths ?? [] }),
    past,
    ...(outcome.kind === 'result' ? { result, mismatch: outcome.mismatch } : { outcome }),
  });
  return Buffer.byteLength(summary) < maxSummaryBytes ? `${summary}\n${rest}\n` : undefined;
}

/** Reads the summary from the beginning of a file; `undefined` if it is not a result file. */
export function readSummary(beginning: string): CallSummary | undefined {
  const end = beginning.indexOf('\n');
  const value = end === -1 ? undefined : tryParseJson(beginning.slice(0, end));
  if (!isRecord(value) || value['format'] !== fileFormat) {
    return undefined;
  }
  const { id, server, target, at, outcome } = value;
  const origin = readOrigin(value['origin']);
  if (!isText(id) || !isRecord(server) || !isRecord(target) || !isCount(at)) {
    return undefined;
  }
  if (!origin || !isOneOf(outcomes, outcome) || !isOneOf(kinds, target['kind'])) {
    return undefined;
  }
  const { id: serverId, name: serverName, scope } = server;
  const { name, title } = target;
  if (!isText(serverId) || !isText(serverName) || !isText(name) || !isOptionalText(scope) || !isOptionalText(title)) {
    return undefined;
  }
  return {
    id,
    server: { id: serverId, name: serverName, scope },
    target: { kind: target['kind'], name, title },
    origin,
    at,
    outcome,
  };
}

/** Reads a whole file; `undefined` if it is not a result file. */
export function readKeptCall(text: string): KeptCall | undefined {
  const summary = readSummary(text);
  const rest = summary && tryParseJson(text.slice(text.indexOf('\n') + 1));
  if (!summary || !isRecord(rest)) {
    return undefined;
  }
  const { request, past, result } = rest;
  const outcome = readOutcome(summary, rest);
  return (
    outcome && {
      ...summary,
      request: readRequest(summary.target.kind, request),
      past: readPast(past),
      ...readShownArguments(rest),
      outcome,
      ...(outcome.kind === 'result' && { result }),
    }
  );
}

function readOrigin(stored: unknown): CallOrigin | undefined {
  return (['user', 'program'] as const).find((origin) => storedOrigins[origin] === stored);
}

function readOutcome(
  summary: CallSummary,
  { outcome, result, mismatch }: Record<string, unknown>,
): KeptOutcome | undefined {
  if (summary.outcome === 'result' || summary.outcome === 'failed') {
    const { parts } = readResult(summary.target, result);
    return { kind: 'result', failed: summary.outcome === 'failed', parts, ...readMismatch(mismatch) };
  }
  if (!isRecord(outcome) || outcome['kind'] !== summary.outcome) {
    return undefined;
  }
  const { summary: text, remedy, detail } = outcome;
  switch (summary.outcome) {
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'declined':
      return isText(text) ? { kind: 'declined', summary: text } : undefined;
    case 'error':
      return isText(text)
        ? { kind: 'error', summary: text, ...(isText(remedy) && { remedy }), ...(isText(detail) && { detail }) }
        : undefined;
  }
}

function readMismatch(mismatch: unknown): { mismatch?: ResultMismatch } {
  if (!isRecord(mismatch)) {
    return {};
  }
  const { problems, unchecked } = mismatch;
  return Array.isArray(problems) && problems.every(isText) && isOptionalText(unchecked)
    ? { mismatch: { problems, unchecked } }
    : {};
}

function readRequest(kind: CallRequest['kind'], request: unknown): CallRequest | undefined {
  if (!isRecord(request) || request['kind'] !== kind) {
    return undefined;
  }
  const { name, uri, template, arguments: args } = request;
  if (kind === 'resource') {
    return isText(uri) ? { kind, uri, ...(isText(template) && { template }) } : undefined;
  }
  if (!isText(name) || !isRecord(args)) {
    return undefined;
  }
  if (kind === 'tool') {
    return { kind, name, arguments: args };
  }
  return isTexts(args) ? { kind, name, arguments: args } : undefined;
}

/** The shown arguments; none if the file does not tell what is hidden in them. */
function readShownArguments({ shownArguments, hiddenPaths }: Record<string, unknown>) {
  const isPath = (path: unknown): path is ArgumentPath =>
    Array.isArray(path) && path.every((key) => isText(key) || isCount(key));
  return isRecord(shownArguments) && Array.isArray(hiddenPaths) && hiddenPaths.every(isPath)
    ? { shownArguments, hiddenPaths }
    : {};
}

function readPast(past: unknown): EarlierSteps | undefined {
  if (!isRecord(past) || !isCount(past['revision']) || !isCount(past['forgotten']) || !Array.isArray(past['steps'])) {
    return undefined;
  }
  return past['steps'].every(isStep)
    ? { revision: past['revision'], forgotten: past['forgotten'], steps: past['steps'] }
    : undefined;
}

function isStep(step: unknown): step is SettledStep {
  return (
    isRecord(step) &&
    isCount(step['index']) &&
    isCount(step['more']) &&
    isText(step['message']) &&
    isOneOf(stepStates, step['state']) &&
    Array.isArray(step['answers']) &&
    step['answers'].every(isAnswer)
  );
}

function isAnswer(answer: unknown): boolean {
  return (
    isRecord(answer) &&
    isText(answer['label']) &&
    isOptionalText(answer['value']) &&
    isOneOf([undefined, 'date', 'date-time'], answer['date'])
  );
}

function isOneOf<T>(allowed: readonly T[], value: unknown): value is T {
  return allowed.some((item) => item === value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isOptionalText = (value: unknown): value is string | undefined => value === undefined || isText(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTexts = (value: Record<string, unknown>): value is Record<string, string> => Object.values(value).every(isText);
