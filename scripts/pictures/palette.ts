import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The number of rounds in which each colour of the palette becomes the mean of the colours that it replaces. */
const refinementRounds = 4;

/** Red, green and blue from 0 to 255. */
type Color = readonly [number, number, number];

interface CountedColor {
  readonly color: Color;
  readonly count: number;
}

/**
 * Returns the picture with a palette of at most 256 colours, in a third of the size. A screenshot has a few colours and,
 * around letters, many shades between them; the rarest shades are not visible.
 * @param png a screenshot of a browser: RGB, 8 bits, not interlaced
 * @throws Error for another kind of PNG
 * Source: W3C PNG (Third Edition), sections 5, 7.2, 9 and 11.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = readPixels(png);
  const { palette, indexesOf } = commonPalette([pixels], 256);
  // Each line begins with the number of its filter. 0: no filter, which is best for indexes.
  const lines = Buffer.alloc((width + 1) * height);
  for (const [offset, index] of indexesOf(pixels).entries()) {
    lines[offset + Math.floor(offset / width) + 1] = index;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A palette of at most `maxColors` colours for all pictures, and a function that returns the indexes of a picture's pixels. */
export function commonPalette(
  pictures: readonly Buffer[],
  maxColors: number,
): { readonly palette: readonly Color[]; indexesOf(pixels: Buffer): Uint8Array } {
  const counts = new Map<number, number>();
  for (const pixels of pictures) {
    for (let offset = 0; offset < pixels.length; offset += 3) {
      const key = pixels.readUIntBE(offset, 3);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const colors = [...counts].map(([key, count]): CountedColor => ({ color: colorOf(key), count }));
  const palette = paletteOf(colors, maxColors);
  const indexes = new Map(colors.map(({ color }) => [keyOf(color), nearest(color, palette)]));
  const indexesOf = (pixels: Buffer) =>
    Uint8Array.from({ length: pixels.length / 3 }, (_, at) => indexes.get(pixels.readUIntBE(at * 3, 3)) ?? 0);
  return { palette, indexesOf };
}

/** The pixels of a screenshot: three bytes each, line by line. Throws as `withPalette` does. */
export function readPixels(png: Buffer): { width: number; height: number; pixels: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (!png.subarray(0, 8).equals(signature) || !png.subarray(24, 29).equals(Buffer.from([8, 2, 0, 0, 0]))) {
    throw new Error('This is no PNG as browsers write it: RGB with 8 bits, not interlaced.');
  }
  const data: Buffer[] = [];
  for (let offset = 8; offset < png.length; offset += png.readUInt32BE(offset) + 12) {
    if (png.toString('latin1', offset + 4, offset + 8) === 'IDAT') {
      data.push(png.subarray(offset + 8, offset + 8 + png.readUInt32BE(offset)));
    }
  }
  return { width, height, pixels: removeFilters(inflateSync(Buffer.concat(data)), width * 3, height) };
}

/** Reverts the filters of the lines. */
function removeFilters(lines: Buffer, length: number, height: number): Buffer {
  const pixels = Buffer.alloc(length * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x += 1) {
      const offset = y * length + x;
      const left = x >= 3 ? (pixels[offset - 3] ?? 0) : 0;
      const above = y > 0 ? (pixels[offset - length] ?? 0) : 0;
      const corner = x >= 3 && y > 0 ? (pixels[offset - length - 3] ?? 0) : 0;
      const guess = [0, left, above, Math.floor((left + above) / 2), paeth(left, above, corner)][filter] ?? 0;
      pixels[offset] = (lines[y * (length + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

/** Divides the box of all colours at the mean of its widest side, then repeatedly the box with the largest spread. */
function paletteOf(colors: readonly CountedColor[], maxColors: number): Color[] {
  let boxes = [colors];
  while (boxes.length < Math.min(maxColors, colors.length)) {
    const [largest = [], ...others] = boxes.toSorted((a, b) => spread(b) - spread(a));
    const side = widest(largest);
    const sorted = largest.toSorted((a, b) => a.color[side] - b.color[side]);
    const middle = mean(sorted)[side];
    const cut = Math.min(
      Math.max(
        1,
        sorted.findIndex(({ color }) => color[side] > middle),
      ),
      sorted.length - 1,
    );
    boxes = [...others, sorted.slice(0, cut), sorted.slice(cut)];
  }
  let palette = boxes.map(mean);
  for (let round = 0; round < refinementRounds; round += 1) {
    const groups = palette.map((): CountedColor[] => []);
    for (const counted of colors) groups[nearest(counted.color, palette)]?.push(counted);
    palette = groups.filter((group) => group.length > 0).map(mean);
  }
  return palette.map(([red, green, blue]) => [Math.round(red), Math.round(green), Math.round(blue)]);
}

/** The weighted sum of the squared distances of the colours of a box from their mean, along the widest side of the box. */
function spread(box: readonly CountedColor[]): number {
  const side = widest(box);
  const middle = mean(box)[side];
  return box.reduce((sum, { color, count }) => sum + (color[side] - middle) ** 2 * Math.sqrt(count), 0);
}

function widest(box: readonly CountedColor[]): 0 | 1 | 2 {
  const range = (side: 0 | 1 | 2) => {
    const values = box.map(({ color }) => color[side]);
    return Math.max(...values) - Math.min(...values);
  };
  const [red, green, blue] = [range(0), range(1), range(2)];
  return green >= red && green >= blue ? 1 : red >= blue ? 0 : 2;
}

function mean(box: readonly CountedColor[]): Color {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  const meanOf = (side: 0 | 1 | 2) => box.reduce((sum, { color, count }) => sum + color[side] * count, 0) / total;
  return [meanOf(0), meanOf(1), meanOf(2)];
}

function nearest([red, green, blue]: Color, palette: readonly Color[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, other] of palette.entries()) {
    const distance = (red - other[0]) ** 2 + (green - other[1]) ** 2 + (blue - other[2]) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function colorOf(key: number): Color {
  return [key >> 16, (key >> 8) & 255, key & 255];
}

function keyOf([red, green, blue]: Color): number {
  return (red << 16) | (green << 8) | blue;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
