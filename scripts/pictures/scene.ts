import type { PictureSession } from './pictureSession.ts';

/** Something that a person does in the editor, with pictures of what they see meanwhile. */
export interface Scene {
  readonly name: string;
  /** Begins and ends without open tabs and without a side bar; what it leaves asking is ended afterwards. */
  take(studio: PictureSession): Promise<void>;
}
