import { callOutcomes } from '#core/model/endedCall.ts';
import { isRecord } from '#form/json.ts';
import {
  deciders,
  deliveryMethods,
  type EntryBody,
  elicitationModes,
  type RecordEntry,
  recordedDecisions,
  recordedDeliveries,
  repairFindingKinds,
} from './entry.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const truth: Check = (value) => typeof value === 'boolean';
const single: Check = (value) => text(value) || number(value) || truth(value);
const oneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);
const list =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const object = (shape: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(shape);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
};

const dropped = object({
  days: maybe(number),
  files: list(object({ file: text, entries: number, hash: maybe(text) })),
});

const bodies: Readonly<Record<EntryBody['kind'], Check>> = {
  elicitation: object({
    id: text,
    server: object({ id: text, name: text, scope: maybe(text) }),
    call: maybe(object({ id: maybe(text), kind: oneOf(['tool', 'prompt', 'resource']), target: text })),
    way: oneOf(deliveryMethods),
    protocol: maybe(text),
    mode: maybe(oneOf(elicitationModes)),
    message: maybe((value) => object({ text, length: number })(value) || object({ sha256: text })(value)),
    decision: oneOf(recordedDecisions),
    decidedBy: oneOf(deciders),
    reason: maybe(text),
    unsent: maybe(truth),
    delivery: maybe(oneOf(recordedDeliveries)),
    status: maybe(number),
    unread: maybe(truth),
    opened: maybe((value) => truth(value) || value === 'unknown'),
    waitedMs: number,
    shownMs: maybe(number),
    findings: maybe(list(text)),
    limits: maybe(list(text)),
    fields: maybe(
      list(
        object({
          name: text,
          flagged: maybe(truth),
          given: maybe(truth),
          value: maybe((value) => single(value) || list(single)(value)),
        }),
      ),
    ),
    moreFields: maybe(number),
    site: maybe(text),
    url: maybe(text),
    times: maybe(number),
  }),
  call: object({
    server: object({ id: text, name: text, scope: maybe(text) }),
    call: maybe(object({ id: maybe(text), kind: oneOf(['tool', 'prompt', 'resource']), target: text })),
    protocol: maybe(text),
    by: oneOf(['person', 'program']),
    outcome: oneOf(callOutcomes),
    failure: maybe(text),
    ms: number,
    times: maybe(number),
  }),
  gap: object({ since: text, reason: text, late: number, lost: number }),
  repair: object({
    found: list(object({ file: text, what: oneOf(repairFindingKinds), entries: maybe(number), bytes: maybe(number) })),
  }),
  retention: dropped,
  cleared: dropped,
};

const link = object({ v: (value) => value === 1, seq: number, prev: text, hash: text, at: text });

/** A line as an entry; `undefined` for what is none, or one of a later version. Says nothing of the chain. */
export function parseEntry(line: string | Buffer): RecordEntry | undefined {
  try {
    const value: unknown = JSON.parse(typeof line === 'string' ? line : line.toString('utf8'));
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has the shape of an entry, whoever wrote it. */
function isEntry(value: unknown): value is RecordEntry {
  if (!isRecord(value) || !link(value)) {
    return false;
  }
  const { kind } = value;
  return typeof kind === 'string' && Object.hasOwn(bodies, kind) && bodies[kind as EntryBody['kind']](value);
}
