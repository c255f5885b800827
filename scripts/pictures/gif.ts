import { createRequire } from 'node:module';
import { commonPalette, readPixels } from './palette.ts';

/** The part of the package gifenc that is used. It has no types of its own. */
interface Gifenc {
  GIFEncoder(): {
    writeFrame(
      indexes: Uint8Array,
      width: number,
      height: number,
      options: {
        readonly palette?: readonly (readonly [number, number, number])[];
        /** How often the animation repeats; 0: without end. Read with the first frame. */
        readonly repeat?: number;
        /** In milliseconds. */
        readonly delay: number;
        readonly transparent: boolean;
        readonly transparentIndex: number;
        /** 1: the frame stays under the next one. */
        readonly dispose: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  };
}

const gifenc: Gifenc = createRequire(import.meta.url)('gifenc');

/** A picture of an animation. */
interface Frame {
  /** A screenshot of a browser: see `withPalette`. */
  readonly png: Buffer;
  /** How long it is shown, in milliseconds. */
  readonly ms: number;
}

/** Means "as in the frame before", which is most of each frame and takes no room. */
const unchanged = 255;

/**
 * An animation that repeats without end. All frames have the size of the first.
 * @throws Error for other sizes, and other kinds of PNG
 */
export function animatedGif(frames: readonly Frame[]): Uint8Array {
  const pictures = frames.map(({ png }) => readPixels(png));
  const [first] = pictures;
  if (!first || pictures.some(({ width, height }) => width !== first.width || height !== first.height)) {
    throw new Error('The frames of an animation need one size.');
  }
  const { width, height } = first;
  const { palette, indexesOf } = commonPalette(
    pictures.map(({ pixels }) => pixels),
    unchanged,
  );
  const encoder = gifenc.GIFEncoder();
  let previous: Uint8Array | undefined;
  for (const [at, { ms }] of frames.entries()) {
    const indexes = indexesOf(pictures[at]?.pixels ?? Buffer.alloc(0));
    encoder.writeFrame(
      indexes.map((index, offset) => (index === previous?.[offset] ? unchanged : index)),
      width,
      height,
      {
        // The first frame's palette holds for all.
        ...(at === 0 && { palette: [...palette, ...padding(palette.length)], repeat: 0 }),
        delay: ms,
        transparent: at > 0,
        transparentIndex: unchanged,
        dispose: 1,
      },
    );
    previous = indexes;
  }
  encoder.finish();
  return encoder.bytes();
}

/** Colours that are not used, up to the index of `unchanged`. */
function padding(length: number): [number, number, number][] {
  return Array.from({ length: unchanged + 1 - length }, () => [0, 0, 0]);
}
