import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What a window that listens writes about itself: `windows/<id>.json`, mode 0600. */
export interface WindowFile {
  readonly id: string;
  readonly machine: MachineIdentity;
  /** The process id of the extension host. */
  readonly pid: number;
  /** The path of the socket, or the name of the pipe. */
  readonly socket: string;
  /** The open folders as real paths. */
  readonly folders: readonly string[];
  /** When the window had the focus last, in milliseconds since the epoch. 0: never. */
  readonly focusedAt: number;
  /**
   * When the window closed, in milliseconds since the epoch; absent while it listens. The file stays for `recentlyClosedMs`, so
   * that a session that begins while the window is reloaded knows that it will be back.
   */
  readonly closedAt?: number | undefined;
}

/** How long a closed window counts as one that will be back. */
export const recentlyClosedMs = 60_000;

/**
 * Where a socket can be reached. Home directories may be mounted on several machines and in containers, where the same path
 * leads to nothing, or process ids have another meaning.
 */
export interface MachineIdentity {
  readonly host: string;
  /** Changes at each start of the machine. Empty where the system has none. */
  readonly bootId: string;
  /** The namespace of process ids. Empty where the system has none. */
  readonly pidNamespace: string;
}

export const maxWindowFileBytes = 64 * 1024;

/** The identity of the machine and the container of this process. */
export function thisMachine(): MachineIdentity {
  return {
    host: hostname(),
    bootId: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  };
}

export function isSameMachine(one: MachineIdentity, other: MachineIdentity): boolean {
  return one.host === other.host && one.bootId === other.bootId && one.pidNamespace === other.pidNamespace;
}

/** Reads the text of a window's file; `undefined` if it is not one. */
export function parseWindowFile(text: string): WindowFile | undefined {
  const value = parseRecord(text);
  const machine = value?.['machine'];
  if (!value || !isRecord(machine)) return undefined;
  const { id, pid, socket, folders, focusedAt, closedAt } = value;
  const { host, bootId, pidNamespace } = machine;
  const isValid =
    typeof id === 'string' &&
    typeof pid === 'number' &&
    typeof socket === 'string' &&
    typeof focusedAt === 'number' &&
    (closedAt === undefined || typeof closedAt === 'number') &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === 'string') &&
    typeof host === 'string' &&
    typeof bootId === 'string' &&
    typeof pidNamespace === 'string';
  return isValid
    ? { id, pid, socket, focusedAt, closedAt, folders, machine: { host, bootId, pidNamespace } }
    : undefined;
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
