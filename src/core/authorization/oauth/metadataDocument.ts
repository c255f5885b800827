import { type FetchLike, IssuerMismatchError, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';

/** A metadata document that exists or may exist, but cannot be used. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
  readonly url: string;

  /** @param message What is wrong with the document, for the user: a part of a sentence. */
  constructor(url: URL, message: string, options?: ErrorOptions) {
    super(message, options);
    this.url = url.href;
  }
}

/** A URL that may have a document, and how to read it. */
export interface MetadataSource<T> {
  readonly url: URL;
  /** Throws for a value that is no such document: `MetadataError`, or another error that needs no explanation. */
  read(value: unknown): T;
}

interface Search<T> {
  /** The first usable document. */
  readonly document?: T;
  /** Why a source before the document, or any source, may have one that was not received. Absent: none has one. */
  readonly failure?: unknown;
}

/**
 * Fetches a document from the sources, one after another, until one is usable. Only a status of 4xx, except 408 and 429,
 * means that a source has no document. Stops after a source that timed out. Never rejects.
 */
export async function fetchFirstDocument<T>(
  sources: readonly MetadataSource<T>[],
  fetchFn: FetchLike,
): Promise<Search<T>> {
  let failure: unknown;
  for (const { url, read } of sources) {
    try {
      const headers = { Accept: 'application/json', 'MCP-Protocol-Version': LATEST_PROTOCOL_VERSION };
      const response = await fetchFn(url, { headers });
      const text = await response.text();
      if (!meansAbsent(response.status)) {
        return { document: read(parsed(url, response.status, text)), failure };
      }
    } catch (error) {
      failure ??= isSelfExplanatory(error) ? error : new MetadataError(url, messageOf(error), { cause: error });
      if (isTimeout(error)) {
        break;
      }
    }
  }
  return { failure };
}

function meansAbsent(status: number): boolean {
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

/** True for errors that are explained by their type, whichever document was fetched. */
function isSelfExplanatory(error: unknown): boolean {
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
