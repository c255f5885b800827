import type { Ledger } from '#scripts/soak/common/ledger.ts';
import type { CuttableServer } from './cuttableServer.ts';
import type { OwnCalls } from './ownCalls.ts';

type HttpFault =
  | 'the stream of a call is cut'
  | 'the stream of an open request is cut'
  | 'all connections of HTTP servers are cut';

/** Cuts connections of the servers that the windows' own hosts use. False if there is nothing to cut. */
export function causeHttpFault(
  kind: HttpFault,
  server: CuttableServer,
  windows: readonly { readonly ownCalls: OwnCalls }[],
  ledger: Ledger,
): boolean {
  if (kind === 'all connections of HTTP servers are cut') {
    for (const { ownCalls } of windows) ownCalls.allCut();
    return server.cutAll() > 0;
  }
  const path = server.cutStream(kind === 'the stream of an open request is cut');
  if (path) ledger.counts.add(`stream: cut, ${path}`);
  return path !== undefined;
}
