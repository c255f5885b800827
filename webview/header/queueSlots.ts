import type { WaitingEntry } from '#bridge/messages.ts';

/** A waiting screen in the queue. */
export interface QueueEntry extends WaitingEntry {
  /** True if the screen does not wait any more, but keeps its place until the pointer has left the queue. */
  readonly isGone: boolean;
}

/** The waiting screens of one server: one place in the queue, however many they are. */
export interface QueueSlot {
  readonly serverId: string;
  readonly server: string;
  readonly entries: readonly QueueEntry[];
}

/**
 * The places of the queue for the waiting screens. `isHeld`: the pointer rests on the queue, so nothing in it may move: what is shown
 * keeps its place, and new screens follow at the end.
 */
export function queueSlots(
  shown: readonly QueueSlot[],
  waiting: readonly WaitingEntry[],
  isHeld: boolean,
): QueueSlot[] {
  const waitingById = new Map(waiting.map((entry) => [entry.id, entry]));
  const held = isHeld ? shown.flatMap(({ entries }) => entries) : [];
  const heldIds = new Set(held.map(({ id }) => id));
  const entries: QueueEntry[] = [
    ...held.map((entry) => ({ ...entry, ...waitingById.get(entry.id), isGone: !waitingById.has(entry.id) })),
    ...waiting.filter(({ id }) => !heldIds.has(id)).map((entry) => ({ ...entry, isGone: false })),
  ];
  const byServer = new Map<string, QueueEntry[]>();
  for (const entry of entries) {
    byServer.set(entry.serverId, [...(byServer.get(entry.serverId) ?? []), entry]);
  }
  return [...byServer].map(([serverId, ofServer]) => ({
    serverId,
    server: ofServer[0]?.server ?? '',
    entries: ofServer,
  }));
}

/** True if the queue has to be seen: something waits that is not on the screen. */
export function isQueueNeeded(slots: readonly QueueSlot[], shown: string): boolean {
  return slots.some(({ entries }) => entries.some(({ id, isGone }) => !isGone && id !== shown));
}

export function countEntries(slots: readonly QueueSlot[]): number {
  return slots.reduce((sum, { entries }) => sum + entries.filter(({ isGone }) => !isGone).length, 0);
}

export function hasEntry({ entries }: QueueSlot, id: string): boolean {
  return entries.some((entry) => entry.id === id);
}
