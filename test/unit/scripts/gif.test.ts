import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { animatedGif } from '#scripts/pictures/gif.ts';

/** A PNG of one colour, as a browser writes it. Its checksums are 0, because nothing reads them. */
function plainPng(width: number, height: number, color: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const line = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The times of the frames of a GIF, in milliseconds: those of its graphic control extensions. */
function delays(gif: Buffer): number[] {
  const extension = Buffer.from([0x21, 0xf9, 4]);
  const starts: number[] = [];
  for (let at = gif.indexOf(extension); at >= 0; at = gif.indexOf(extension, at + 1)) {
    starts.push(at);
  }
  return starts.map((at) => gif.readUInt16LE(at + 4) * 10);
}

describe('an animation', () => {
  const red = [200, 0, 0] as const;
  const blue = [0, 0, 200] as const;

  it('has the size of its frames, shows each for its time, and repeats', () => {
    const frames = [
      { png: plainPng(20, 10, red), ms: 900 },
      { png: plainPng(20, 10, blue), ms: 1200 },
    ];
    const gif = Buffer.from(animatedGif(frames));
    assert.equal(gif.toString('latin1', 0, 6), 'GIF89a');
    assert.deepEqual([gif.readUInt16LE(6), gif.readUInt16LE(8)], [20, 10]);
    assert.deepEqual(delays(gif), [900, 1200]);
    assert.ok(gif.includes('NETSCAPE2.0'));
    assert.ok(gif.includes(Buffer.from(red)) && gif.includes(Buffer.from(blue)));
  });

  it('is hardly larger by a frame in which nothing changes', () => {
    const frame = { png: plainPng(100, 100, red), ms: 500 };
    assert.ok(animatedGif([frame, frame]).length - animatedGif([frame]).length < 500);
  });

  it('is refused for frames of two sizes, and without frames', () => {
    const frames = [plainPng(20, 10, red), plainPng(10, 20, red)].map((png) => ({ png, ms: 500 }));
    assert.throws(() => animatedGif(frames), /one size/);
    assert.throws(() => animatedGif([]), /one size/);
  });
});
