import { callOutcomes } from '#core/model/endedCall.ts';
import { isRecord } from '#form/json.ts';
import {
  arrivalKinds,
  deciders,
  type EntryBody,
  elicitationModes,
  type RecordEntry,
  recordedAskers,
  recordedCallers,
  recordedDecisions,
  recordedDeliveries,
  repairFindingKinds,
} from './entry.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const boolean: Check = (value) => typeof value === 'boolean';
const scalar: Check = (value) => text(value) || number(value) || boolean(value);
const oneOf =
  (allowed: readonly string[]): Check =>
  (value) =>
    allowed.some((item) => item === value);
const list =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const object = (shape: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(shape);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
};

const deletion = object({
  days: optional(number),
  files: list(object({ file: text, entries: number, hash: optional(text) })),
});

const bodies: Readonly<Record<EntryBody['kind'], Check>> = {
  elicitation: object({
    id: text,
    server: object({ id: text, name: text, scope: optional(text) }),
    call: optional(object({ id: optional(text), kind: oneOf(['tool', 'prompt', 'resource']), target: text })),
    by: optional(oneOf(recordedAskers)),
    agent: optional(text),
    unverified: optional(boolean),
    calledBy: optional(oneOf(['program'])),
    way: oneOf(arrivalKinds),
    protocol: optional(text),
    mode: optional(oneOf(elicitationModes)),
    message: optional((value) => object({ text, length: number })(value) || object({ sha256: text })(value)),
    decision: oneOf(recordedDecisions),
    decidedBy: oneOf(deciders),
    reason: optional(text),
    unsent: optional(boolean),
    delivery: optional(oneOf(recordedDeliveries)),
    status: optional(number),
    unread: optional(boolean),
    opened: optional((value) => boolean(value) || value === 'unknown'),
    waitedMs: number,
    shownMs: optional(number),
    findings: optional(list(text)),
    limits: optional(list(text)),
    fields: optional(
      list(
        object({
          name: text,
          flagged: optional(boolean),
          given: optional(boolean),
          value: optional((value) => scalar(value) || list(scalar)(value)),
        }),
      ),
    ),
    moreFields: optional(number),
    site: optional(text),
    url: optional(text),
    times: optional(number),
  }),
  call: object({
    server: object({ id: text, name: text, scope: optional(text) }),
    call: optional(object({ id: optional(text), kind: oneOf(['tool', 'prompt', 'resource']), target: text })),
    protocol: optional(text),
    by: oneOf(recordedCallers),
    agent: optional(text),
    unverified: optional(boolean),
    outcome: oneOf(callOutcomes),
    asked: optional(boolean),
    failure: optional(text),
    ms: number,
    times: optional(number),
  }),
  gap: object({ since: text, reason: text, late: number, lost: number }),
  repair: object({
    found: list(
      object({ file: text, what: oneOf(repairFindingKinds), entries: optional(number), bytes: optional(number) }),
    ),
  }),
  retention: deletion,
  cleared: deletion,
};

const link = object({ v: (value) => value === 1, seq: number, prev: text, hash: text, at: text });

/** Parses a line; `undefined` if it is not an entry, or is an entry of a later version. Does not check the chain. */
export function parseEntry(line: string | Buffer): RecordEntry | undefined {
  try {
    const value: unknown = JSON.parse(typeof line === 'string' ? line : line.toString('utf8'));
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for a value with the shape of an entry. */
function isEntry(value: unknown): value is RecordEntry {
  if (!isRecord(value) || !link(value)) {
    return false;
  }
  const { kind } = value;
  return typeof kind === 'string' && Object.hasOwn(bodies, kind) && bodies[kind as EntryBody['kind']](value);
}
