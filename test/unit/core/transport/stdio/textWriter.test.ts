import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextWriter } from '#core/transport/stdio/textWriter.ts';

/** A pipe that keeps what is written to it, and takes each write only when `take` is called. */
class TestPipe extends Writable {
  readonly writes: string[] = [];
  #pending: ((error?: Error | null) => void) | undefined;

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.writes.push(String(chunk));
    this.#pending = done;
  }

  /** Takes the current write, or fails it. */
  take(error?: Error): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.(error);
  }
}

const outcomes = async (writes: readonly Promise<void>[]) =>
  (await Promise.allSettled(writes)).map((one) => (one.status === 'fulfilled' ? 'written' : one.reason.outcome));

describe('the writer of a pipe', () => {
  let pipe: TestPipe;
  let writer: TextWriter;

  beforeEach(() => {
    pipe = new TestPipe();
    // The error is not lost: it rejects the writes.
    pipe.on('error', () => undefined);
    writer = new TextWriter(pipe);
  });

  it('writes the texts of one turn together, also those that promises add', async () => {
    const first = writer.write('a\n');
    const second = Promise.resolve()
      .then(() => undefined)
      .then(() => writer.write('b\n'));
    await nextTurn();
    assert.deepEqual(pipe.writes, ['a\nb\n']);
    pipe.take();
    assert.deepEqual(await outcomes([first, second]), ['written', 'written']);
  });

  it('writes what comes meanwhile after the current write, in order', async () => {
    const first = writer.write('a\n');
    await nextTurn();
    const others = [writer.write('b\n'), writer.write('c\n')];
    await nextTurn();
    assert.deepEqual(pipe.writes, ['a\n']);
    pipe.take();
    await first;
    await nextTurn();
    assert.deepEqual(pipe.writes, ['a\n', 'b\nc\n']);
    pipe.take();
    assert.deepEqual(await outcomes(others), ['written', 'written']);
    assert.equal(writer.unwrittenLength, 0);
  });

  it('counts what the system has not taken', async () => {
    void writer.write('a\n');
    assert.equal(writer.unwrittenLength, 2);
    await nextTurn();
    void writer.write('bcd\n');
    assert.equal(writer.unwrittenLength, 6);
    pipe.take();
    await nextTurn();
    assert.equal(writer.unwrittenLength, 4);
  });

  it('knows only of the last of several texts that it was not sent', async () => {
    const together = [writer.write('a\n'), writer.write('b\n'), writer.write('c\n')];
    await nextTurn();
    const later = [writer.write('d\n'), writer.write('e\n')];
    pipe.take(new Error('EPIPE'));
    assert.deepEqual(await outcomes(together), ['unknown', 'unknown', 'notSent']);
    assert.deepEqual(await outcomes(later), ['notSent', 'notSent']);
    assert.deepEqual(pipe.writes, ['a\nb\nc\n']);
  });

  it('does not send a text alone that failed', async () => {
    const only = writer.write('a\n');
    await nextTurn();
    pipe.take(new Error('EPIPE'));
    assert.deepEqual(await outcomes([only]), ['notSent']);
  });

  it('writes large texts one after the other', async () => {
    const large = 'x'.repeat(800_000);
    const writes = [writer.write(large), writer.write(large), writer.write('y')];
    await nextTurn();
    pipe.take();
    await nextTurn();
    pipe.take();
    assert.deepEqual(await outcomes(writes), ['written', 'written', 'written']);
    assert.deepEqual(
      pipe.writes.map(({ length }) => length),
      [800_000, 800_001],
    );
  });

  it('ends the pipe after everything that waits', async () => {
    const writes = [writer.write('a\n'), writer.write('b\n')];
    writer.end();
    assert.deepEqual(pipe.writes, ['a\nb\n']);
    assert.equal(pipe.writableFinished, false);
    pipe.take();
    assert.deepEqual(await outcomes(writes), ['written', 'written']);
    await nextTurn();
    assert.equal(pipe.writableFinished, true);
  });
});
