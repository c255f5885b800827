import { type FetchLike, IssuerMismatchError, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';

/** A metadata document that is there, or may be, but is of no use. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
  readonly url: string;

  /** @param message What is wrong with it, for the user: a part of a sentence. */
  constructor(url: URL, message: string, options?: ErrorOptions) {
    super(message, options);
    this.url = url.href;
  }
}

/** Where a document may be. */
export interface MetadataSource<T> {
  readonly url: URL;
  /** Throws for a value that is no such document: `MetadataError`, or an error that stands for itself. */
  read(value: unknown): T;
}

interface Search<T> {
  /** The first that is of use. */
  readonly document?: T;
  /** Why an earlier place, or any, may have one although it was not got. Absent: no such place has one. */
  readonly failure?: unknown;
}

/**
 * Looks for a document at each place in turn. That a place has none is said by a status of 4xx alone, but for 408 and 429:
 * those ask for another try. After a time limit nothing more is waited for. Never rejects.
 */
export async function fetchFirstDocument<T>(
  places: readonly MetadataSource<T>[],
  fetchFn: FetchLike,
): Promise<Search<T>> {
  let failure: unknown;
  for (const { url, read } of places) {
    try {
      const headers = { Accept: 'application/json', 'MCP-Protocol-Version': LATEST_PROTOCOL_VERSION };
      const response = await fetchFn(url, { headers });
      const text = await response.text();
      if (!saysNone(response.status)) {
        return { document: read(parsed(url, response.status, text)), failure };
      }
    } catch (error) {
      failure ??= standsForItself(error) ? error : new MetadataError(url, messageOf(error), { cause: error });
      if (isTimeout(error)) {
        break;
      }
    }
  }
  return { failure };
}

function saysNone(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function parsed(url: URL, status: number, text: string): unknown {
  if (status !== 200) {
    throw new MetadataError(url, t('HTTP status {0}', status));
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new MetadataError(url, t('it is not JSON'));
  }
}

/** True for errors that are explained by what they are, wherever they come from. */
function standsForItself(error: unknown): boolean {
  const isUnreachable = error instanceof TypeError && error.message === 'fetch failed';
  return (
    isUnreachable ||
    isTimeout(error) ||
    [HostError, IssuerMismatchError, MetadataError].some((kind) => error instanceof kind)
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function messageOf(error: unknown): string {
  return inOneLine(error instanceof Error ? error.message : String(error), 200);
}
