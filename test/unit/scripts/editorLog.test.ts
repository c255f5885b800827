import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const log: typeof import('#scripts/lib/editorLog.cjs') = createRequire(import.meta.url)(
  '../../../scripts/lib/editorLog.cjs',
);

describe("the log module of the project's editor", () => {
  let folder = '';
  const path = (name = 'some.log') => join(folder, 'logs', name);
  const text = (name?: string) => readFileSync(path(name), 'utf8');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'editor-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes each message at once, in the pattern that the editor sets', async () => {
    const logger = await log.createAsyncRotatingLogger('a', path(), 1000, 1);
    logger.setPattern('%Y-%m-%d %H:%M:%S.%e [%l] %v');
    logger.warn('100 %v');
    assert.match(text(), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[warning\] 100 %v\n$/);
    logger.drop();
  });

  it('writes messages without additions after the pattern was cleared', async () => {
    const logger = await log.createAsyncRotatingLogger('a', path(), 1000, 1);
    logger.clearFormatters();
    logger.info('one ');
    logger.info('two\n');
    assert.equal(text(), 'one two\n');
    logger.drop();
  });

  it('leaves out messages below its level', async () => {
    const logger = await log.createAsyncRotatingLogger('a', path(), 1000, 1);
    logger.clearFormatters();
    logger.debug('no,');
    logger.setLevel(0);
    logger.trace('yes');
    logger.setLevel(6);
    logger.critical(',no');
    assert.equal(text(), 'yes');
    logger.drop();
  });

  it('appends to an existing file, and keeps the set number of rotated files', async () => {
    await log.createRotatingLogger('a', path(), 10, 2).then((logger) => logger.drop());
    writeFileSync(path(), 'older');
    const logger = await log.createRotatingLogger('a', path(), 10, 2);
    logger.clearFormatters();
    for (const message of ['12345', '67890', 'abcdefghijk', 'newest']) logger.info(message);
    assert.deepEqual([text(), text('some.1.log'), text('some.2.log')], ['newest', 'abcdefghijk', '67890']);
    assert.equal(existsSync(path('some.3.log')), false);
    logger.drop();
  });

  it('writes nothing after it was dropped', async () => {
    const logger = await log.createRotatingLogger('a', path(), 10, 2);
    logger.drop();
    logger.error('late');
    assert.equal(text(), '');
  });
});
