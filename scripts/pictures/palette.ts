import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColors = 256;
/** How often colours of the palette move to the middle of what they stand for. */
const refinements = 4;

/** Red, green and blue from 0 to 255. */
type Color = readonly [number, number, number];

interface Counted {
  readonly color: Color;
  readonly count: number;
}

/**
 * The same picture with a palette of at most 256 colours, a third of the size. What a browser draws has a few colours and,
 * around letters, many shades between them, of which nobody misses the rarest.
 * @param png of a browser: RGB, 8 bits, not interlaced
 * @throws Error for another
 * Source: W3C PNG (Third Edition), sections 5, 7.2, 9 and 11.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = read(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const key = pixels.readUIntBE(at, 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const colors = [...counts].map(([key, count]): Counted => ({ color: colorOf(key), count }));
  const palette = paletteOf(colors);
  const indexes = new Map(colors.map(({ color }) => [keyOf(color), nearest(color, palette)]));
  // Each line begins with its filter: none, which is best for indexes.
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    lines[at + Math.floor(at / width) + 1] = indexes.get(pixels.readUIntBE(at * 3, 3)) ?? 0;
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

function read(png: Buffer): { width: number; height: number; pixels: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (!png.subarray(0, 8).equals(signature) || !png.subarray(24, 29).equals(Buffer.from([8, 2, 0, 0, 0]))) {
    throw new Error('This is no PNG as browsers write it: RGB with 8 bits, not interlaced.');
  }
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
  }
  return { width, height, pixels: unfiltered(inflateSync(Buffer.concat(data)), width * 3, height) };
}

/** Undoes the filters of the lines. */
function unfiltered(lines: Buffer, length: number, height: number): Buffer {
  const pixels = Buffer.alloc(length * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x += 1) {
      const at = y * length + x;
      const left = x >= 3 ? (pixels[at - 3] ?? 0) : 0;
      const above = y > 0 ? (pixels[at - length] ?? 0) : 0;
      const corner = x >= 3 && y > 0 ? (pixels[at - length - 3] ?? 0) : 0;
      const guess = [0, left, above, Math.floor((left + above) / 2), paeth(left, above, corner)][filter] ?? 0;
      pixels[at] = (lines[y * (length + 1) + 1 + x] ?? 0) + guess;
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

/** Cuts the box of all colours at the middle of its widest side, then that which would gain most, until there are enough. */
function paletteOf(colors: readonly Counted[]): Color[] {
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
  for (let round = 0; round < refinements; round += 1) {
    const groups = palette.map((): Counted[] => []);
    for (const counted of colors) groups[nearest(counted.color, palette)]?.push(counted);
    palette = groups.filter((group) => group.length > 0).map(mean);
  }
  return palette.map(([red, green, blue]) => [Math.round(red), Math.round(green), Math.round(blue)]);
}

/** How far its pixels lie from their mean along its widest side, all together. */
function spread(box: readonly Counted[]): number {
  const side = widest(box);
  const middle = mean(box)[side];
  return box.reduce((sum, { color, count }) => sum + (color[side] - middle) ** 2 * Math.sqrt(count), 0);
}

function widest(box: readonly Counted[]): 0 | 1 | 2 {
  const range = (side: 0 | 1 | 2) => {
    const values = box.map(({ color }) => color[side]);
    return Math.max(...values) - Math.min(...values);
  };
  const [red, green, blue] = [range(0), range(1), range(2)];
  return green >= red && green >= blue ? 1 : red >= blue ? 0 : 2;
}

function mean(box: readonly Counted[]): Color {
  const all = box.reduce((sum, { count }) => sum + count, 0);
  const of = (side: 0 | 1 | 2) => box.reduce((sum, { color, count }) => sum + color[side] * count, 0) / all;
  return [of(0), of(1), of(2)];
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
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
