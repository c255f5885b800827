import type { PictureSession } from './pictureSession.ts';

/** Steps of a user in the editor, with pictures taken between them. */
export interface Scene {
  readonly name: string;
  /** Runs the scene, which begins and ends without open tabs and side bar. Its open requests are ended afterwards. */
  take(session: PictureSession): Promise<void>;
}
