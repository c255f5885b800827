import { freePort } from '#scripts/lib/server.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '#test/workbench/harness/workbench.ts';
import { benchExtension, Hands } from './hands.ts';

/** A real editor with the packaged extension, and hands in its extension host. */
export interface WithHands {
  readonly workbench: Workbench;
  readonly hands: Hands;
}

export async function openWithHands(options: WorkbenchOptions): Promise<WithHands> {
  const port = await freePort();
  const { vsix, discard } = await benchExtension(port);
  try {
    const workbench = await openWorkbench({ ...options, extensions: [vsix] });
    const hands = new Hands(port);
    try {
      await hands.ready();
      return { workbench, hands };
    } catch (error) {
      await workbench.dispose();
      throw error;
    }
  } finally {
    await discard();
  }
}
