import { type FetchLike, IssuerMismatchError, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { errorText, HostError } from '#core/common/errors.ts';

/** The error of a metadata document that exists or may exist, but cannot be used. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
  readonly url: string;

  /** @param message The problem of the document, for the user: a part of a sentence. */
  constructor(url: URL, message: string, options?: ErrorOptions) {
    super(message, options);
    this.url = url.href;
  }
}

/** A URL that may have a document, and the function that reads the document. */
export interface MetadataSource<T> {
  readonly url: URL;
  /** Throws for a value that is no such document: MetadataError or IssuerMismatchError. */
  read(value: unknown): T;
}

interface SearchResult<T> {
  /** The first usable document. */
  readonly document?: T;
  /** The first failure of a source that may have a document. Absent: each source before `document` has none. */
  readonly failure?: unknown;
}

/**
 * Fetches a document from the sources, one after another, until a document is usable. Only a status of 4xx, except 408 and
 * 429, means that a source has no document. Stops after a source that timed out. Never rejects.
 */
export async function fetchFirstDocument<T>(
  sources: readonly MetadataSource<T>[],
  fetchFn: FetchLike,
): Promise<SearchResult<T>> {
  let failure: unknown;
  for (const { url, read } of sources) {
    try {
      const headers = { Accept: 'application/json', 'MCP-Protocol-Version': LATEST_PROTOCOL_VERSION };
      const response = await fetchFn(url, { headers });
      const text = await response.text();
      if (!isAbsenceStatus(response.status)) {
        return { document: read(parseDocument(url, response.status, text)), failure };
      }
    } catch (error) {
      failure ??= isSelfExplanatory(error) ? error : new MetadataError(url, errorText(error, 200), { cause: error });
      if (isTimeout(error)) {
        break;
      }
    }
  }
  return { failure };
}

function isAbsenceStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function parseDocument(url: URL, status: number, text: string): unknown {
  if (status !== 200) {
    throw new MetadataError(url, t('HTTP status {0}', status));
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new MetadataError(url, t('it is not JSON'));
  }
}

/** True for errors whose type explains them without the document's URL. */
function isSelfExplanatory(error: unknown): boolean {
  const isUnreachable = error instanceof TypeError && error.message === 'fetch failed';
  return (
    isUnreachable ||
    isTimeout(error) ||
    [HostError, IssuerMismatchError, MetadataError].some((errorType) => error instanceof errorType)
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
