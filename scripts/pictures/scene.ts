import type { PictureSession } from './pictureSession.ts';

/** Steps of a user in the editor, with pictures taken between them. */
export interface Scene {
  readonly name: string;
  /** Begins and ends without open tabs and side bar. Requests that it leaves open are ended afterwards. */
  take(studio: PictureSession): Promise<void>;
}
