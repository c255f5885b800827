import { hash as hashOf } from 'node:crypto';
import { isRecord } from '#form/json.ts';

/** How far a file's chain goes: what the next entry has to follow. */
export interface Head {
  /** The last entry's hash. */
  readonly hash: string;
  /** How many entries there are. */
  readonly count: number;
  /** How many bytes they have, line ends included. */
  readonly bytes: number;
}

/**
 * What is wrong with a line. `notJson`: it is no JSON object. `changed`: it, or the one before it, is not what was
 * written. `removed`: entries between the one before and it are gone. `order`: it stood elsewhere.
 */
export type LineFault = 'notJson' | 'changed' | 'removed' | 'order';

const beforeHash = ',"hash":"';
const sealLength = beforeHash.length + 64 + 2;
/** Of whatever version. */
const linkShape = /^\{"v":\d{1,9},"seq":(\d{1,15}),"prev":"([0-9a-f]{64})",/;
const longestLink = 120;

/** The head of a file without entries. It depends on the name, so that one file cannot stand in for another. */
export function emptyHead(file: string): Head {
  return { hash: chainHash(`MCP Elicitation Host, record, 1, ${file}`), count: 0, bytes: 0 };
}

/**
 * Adds an entry to a chain: `content` is its JSON without the link, an object with at least one property. The hash is
 * of the line's very bytes, so any change of them shows, also one that means the same to JSON.
 */
export function linkEntry(head: Head, content: string): { readonly line: string; readonly head: Head } {
  const count = head.count + 1;
  const sealed = linkAfter(head) + content.slice(1, -1);
  const hash = chainHash(sealed);
  const line = `${sealed}${beforeHash}${hash}"}\n`;
  return { line, head: { hash, count, bytes: head.bytes + Buffer.byteLength(line) } };
}

/**
 * Checks that a line, without its line end, is the entry that follows `head`; gives the head that it makes. A line that
 * is sealed needs no reading: it is what was written, or its chain is not the one that was vouched for.
 */
export function verifyLink(head: Head, line: Buffer): { readonly head: Head } | { readonly fault: LineFault } {
  const sealedBytes = Math.max(0, line.length - sealLength);
  const hash = chainHash(line.subarray(0, sealedBytes));
  if (line.toString('latin1', sealedBytes) !== `${beforeHash}${hash}"}`) {
    return { fault: isJson(line) ? 'changed' : 'notJson' };
  }
  const next = { head: { hash, count: head.count + 1, bytes: head.bytes + line.length + 1 } };
  // Nearly every line is of our version: to compare it takes a third of the time of reading it.
  const expected = linkAfter(head);
  if (line.toString('latin1', 0, expected.length) === expected) {
    return next;
  }
  const [, seq, prev] = linkShape.exec(line.toString('latin1', 0, longestLink)) ?? [];
  if (Number(seq) === head.count + 1 && prev === head.hash) {
    return next;
  }
  if (seq === undefined || Number(seq) === head.count + 1) {
    return { fault: 'changed' };
  }
  return { fault: Number(seq) > head.count ? 'removed' : 'order' };
}

/** How the line of the entry that follows begins. */
function linkAfter({ hash, count }: Head): string {
  return `{"v":1,"seq":${count + 1},"prev":"${hash}",`;
}

export function chainHash(data: string | Buffer): string {
  return hashOf('sha256', data, 'hex');
}

function isJson(line: Buffer): boolean {
  try {
    return isRecord(JSON.parse(line.toString('utf8')));
  } catch {
    return false;
  }
}
