import assert from 'node:assert/strict';
import { deflateSync, inflateSync } from 'node:zlib';
import { withPalette } from '#scripts/pictures/palette.ts';

type Line = readonly [filter: number, ...bytes: number[]];

/** A PNG of lines that are already filtered. Its checksums are 0, because no test reads them. */
function png(width: number, lines: readonly Line[], colorType = 2): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, lines.length, 8, colorType, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(Buffer.from(lines.flat())));
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

/** The colours of a picture with a palette, line by line. */
function colors(picture: Buffer): number[][][] {
  const chunkAt = (type: string) => {
    const at = picture.indexOf(type, 0, 'latin1');
    return picture.subarray(at + 4, at + 4 + picture.readUInt32BE(at - 4));
  };
  const palette = chunkAt('PLTE');
  const lines = inflateSync(chunkAt('IDAT'));
  const width = picture.readUInt32BE(16);
  return Array.from({ length: picture.readUInt32BE(20) }, (_, y) => {
    const [filter, ...indexes] = lines.subarray(y * (width + 1), (y + 1) * (width + 1));
    assert.equal(filter, 0);
    return indexes.map((index) => [...palette.subarray(index * 3, index * 3 + 3)]);
  });
}

describe('a picture with a palette', () => {
  it('has the exact colours of a picture with few colours, for each PNG filter', () => {
    const picture = withPalette(
      png(2, [
        [0, 10, 20, 30, 40, 50, 60],
        [1, 10, 20, 30, 30, 30, 30],
        [2, 0, 0, 0, 0, 0, 0],
        [3, 5, 10, 15, 15, 15, 15],
        [4, 0, 0, 0, 0, 0, 0],
      ]),
    );
    const line = [
      [10, 20, 30],
      [40, 50, 60],
    ];
    assert.deepEqual(colors(picture), [
      line,
      line,
      line,
      [
        [10, 20, 30],
        [40, 50, 60],
      ],
      line,
    ]);
  });

  it('has similar colours if the picture has many colours', () => {
    const shades = Array.from(
      { length: 60 },
      (_, y): Line => [0, ...Array.from({ length: 60 }, (_unused, x) => [x * 4, y * 4, 128]).flat()],
    );
    const resultColors = colors(withPalette(png(60, shades)));
    const distances = resultColors.flatMap((line, y) =>
      line
        .map(([red = 0, green = 0]) => [red, green] as const)
        .map(([red, green], x) => Math.max(Math.abs(red - x * 4), Math.abs(green - y * 4))),
    );
    assert.ok(new Set(resultColors.flat().map(String)).size <= 256);
    assert.ok(Math.max(...distances) <= 24, String(Math.max(...distances)));
  });

  it('is refused for other kinds of pictures', () => {
    assert.throws(() => withPalette(png(1, [[0, 1, 2, 3]], 6)), /no PNG as browsers write it/);
  });
});
