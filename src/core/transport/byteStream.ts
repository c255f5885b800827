/**
 * The chunks as the body of a response: asked for as they are read, and given up when nobody reads on. `release` lets go
 * of their source, of which chunks that were never asked for know nothing.
 */
export function byteStream(chunks: AsyncIterable<Uint8Array>, release: () => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) {
          controller.close();
        } else {
          controller.enqueue(value);
        }
      },
      async cancel() {
        release();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
