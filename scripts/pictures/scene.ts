import type { PictureSession } from './pictureSession.ts';

/** Steps of a user in a real editor, with pictures between them. */
export interface Scene {
  readonly name: string;
  /**
   * Runs the scene. Before it no tab is open and the side bar is hidden. Afterwards the caller hides the side bar, ends open
   * requests and calls, and closes every tab.
   */
  take(session: PictureSession): Promise<void>;
}
