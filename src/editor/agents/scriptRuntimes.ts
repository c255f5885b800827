import { tmpdir } from 'node:os';
import { sep } from 'node:path';
import { findNode } from '#core/agents/home/findNode.ts';
import type { UntrustedFolders } from '#core/trust/trust.ts';

/**
 * The programs that can run the proxy, the best first: the Node of the user, and this program, which the editor brings along. Programs
 * that are gone later are skipped by the script that starts them.
 */
export async function scriptRuntimes(untrusted: Pick<UntrustedFolders, 'contains'>): Promise<readonly string[]> {
  const node = await findNode({
    platform: process.platform,
    variables: process.env,
    isUntrusted: (path) => untrusted.contains(path),
  });
  return [...(node === undefined ? [] : [`node:${node}`]), ...ownRuntime()];
}

/** This program; none if it lies in a folder that goes away with it, whose name somebody else may use then. */
function ownRuntime(): readonly string[] {
  const path = process.execPath;
  const isTemporary = path.startsWith(`${tmpdir()}${sep}`) || path.startsWith('/tmp/') || 'APPIMAGE' in process.env;
  return isTemporary ? [] : [`${process.versions['electron'] === undefined ? 'node' : 'electron'}:${path}`];
}
