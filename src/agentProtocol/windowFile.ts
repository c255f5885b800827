import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { windowIdPattern } from './homeFolder.ts';
import {
  amount,
  integerFrom,
  listOf,
  objectWith,
  optional,
  readJsonText,
  textLike,
  textUpTo,
} from './messageValues.ts';

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
   * When the window closed, in milliseconds since the epoch; absent while it listens. The file stays for at least `recentlyClosedMs`,
   * so that a session that begins while the window is reloaded knows that it will be back.
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
/** The size of the file bounds its texts together. */
const textInFile = textUpTo(maxWindowFileBytes);

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

const machineIdentity = objectWith<MachineIdentity>({ host: textInFile, bootId: textInFile, pidNamespace: textInFile });

const windowFile = objectWith<WindowFile>({
  id: textLike(windowIdPattern),
  machine: machineIdentity,
  pid: integerFrom(),
  socket: textInFile,
  folders: listOf(textInFile, maxWindowFileBytes),
  focusedAt: amount,
  closedAt: optional(amount),
});

/** Reads the text of a window's file; `undefined` if it is not one. */
export function parseWindowFile(text: string): WindowFile | undefined {
  return readJsonText(text, windowFile);
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
