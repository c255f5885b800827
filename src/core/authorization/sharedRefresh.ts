import { setTimeout as delay } from 'node:timers/promises';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import type { Disposable } from '#core/common/events.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { refreshGrant } from './grantFlow.ts';
import type { RunGrants } from './runGrants.ts';
import type { AuthorizationServerInfo, FlowContext } from './signIn.ts';
import { revokeGrants } from './signOut.ts';

interface SharedRefresh {
  readonly grants: RunGrants;
  readonly context: FlowContext;
  /** The grant of this authorization server that was refused. */
  readonly previous: Grant;
  readonly server: AuthorizationServerInfo;
}

interface RefreshResult {
  /** The grant to use, perhaps without tokens; `undefined` if the user has signed out meanwhile. */
  readonly grant: Grant | undefined;
  /** True if this window has got the grant, and saved it. */
  readonly isNew: boolean;
}

/**
 * Refreshes and saves the tokens of a grant that other windows also use. A refresh token may be valid only once, and an
 * authorization server that gets it twice may revoke all tokens of the sign-in. So the windows of this machine take turns,
 * and a refresh that has begun goes on when the signal is aborted: its answer has the only valid refresh token.
 * @throws As `refreshGrant`.
 * Source: RFC 9700 section 4.14.2.
 */
export function refreshSharedGrant(refresh: SharedRefresh, signal: AbortSignal): Promise<RefreshResult> {
  const { grants, context, previous } = refresh;
  const { turns, secrets } = context.services;
  if (previous.tokens?.refresh_token === undefined) {
    // No window can use it up.
    return rejectOnAbort(refreshInTurn(refresh), signal);
  }
  const result = new Promise<RefreshResult>((resolve, reject) => {
    const turn = turns.take(grants.key, async () => {
      signal.throwIfAborted();
      const refreshed = await refreshInTurn(refresh);
      resolve(refreshed);
      if (refreshed.isNew) {
        await delay(secrets.settleMs, undefined, { ref: false });
      }
    });
    turn.catch(reject);
  });
  return rejectOnAbort(result, signal);
}

async function refreshInTurn(refresh: SharedRefresh): Promise<RefreshResult> {
  const { grants, context, previous, server } = refresh;
  const current = await grants.read(server.issuer);
  if (!current || !hasSameTokens(current, previous)) {
    return { grant: current, isNew: false };
  }
  const grant = await refreshGrant(context, previous, server, new AbortController().signal);
  // The new tokens must not be lost because the store fails.
  const stored = await (grant.tokens ? grants.read(server.issuer) : readAfterRefusal(refresh)).catch(() => previous);
  if (!stored) {
    return signedOut(refresh, grant);
  }
  const isNewSignIn = stored.signInId !== previous.signInId;
  if (isNewSignIn || (!grant.tokens && !hasSameTokens(stored, previous))) {
    return { grant: stored, isNew: false };
  }
  const isNew = grant.tokens !== previous.tokens && (grant.tokens !== undefined || !server.failure);
  if (isNew && !(await grants.saveRefreshed(grant))) {
    return signedOut(refresh, grant);
  }
  return { grant, isNew };
}

/** The user has signed out while the grant was refreshed, so nobody else knows its tokens. */
function signedOut({ grants, context }: SharedRefresh, refreshed: Grant): RefreshResult {
  grants.forget();
  // Other windows must not wait for it.
  void revokeGrants([refreshed], context.settings);
  return { grant: undefined, isNew: false };
}

/**
 * Reads the stored grant after its refresh token was refused. If another window has used it up, perhaps on another machine,
 * the tokens that this window has got may be stored a moment later.
 */
async function readAfterRefusal({ grants, context, previous, server }: SharedRefresh): Promise<Grant | undefined> {
  const { secrets } = context.services;
  let watching: Disposable | undefined;
  const changed = new Promise<void>((resolve) => {
    watching = secrets.onDidChange((key) => {
      if (key === grants.key) {
        resolve();
      }
    });
  });
  try {
    const stored = await grants.read(server.issuer);
    if (!stored || !hasSameTokens(stored, previous) || previous.tokens?.refresh_token === undefined) {
      return stored;
    }
    await Promise.race([changed, delay(secrets.settleMs, undefined, { ref: false })]);
    return await grants.read(server.issuer);
  } finally {
    watching?.dispose();
  }
}

function hasSameTokens(one: Grant, other: Grant): boolean {
  return one.signInId === other.signInId && one.tokens?.access_token === other.tokens?.access_token;
}
