import { isRecord } from '../../form/json.ts';

/** What is known of a pushed request apart from its parameters. */
export interface PushContext {
  /** Fires when the server takes the request back. */
  readonly signal: AbortSignal;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
}

/**
 * Servers give up on a silent client, many after a minute; those that sent a progress token can be told to wait. Returns
 * what ends it.
 * Source: MCP specification, basic/utilities/progress.
 */
export function showLife({ meta, notify }: PushContext, everyMs: number): () => void {
  const token = isRecord(meta) ? meta['progressToken'] : undefined;
  if (typeof token !== 'string' && typeof token !== 'number') {
    return () => undefined;
  }
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken: token, progress, message: 'Waiting for the person to answer.' };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
}
