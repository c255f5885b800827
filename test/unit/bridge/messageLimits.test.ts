import assert from 'node:assert/strict';
import { maxJsonLength, readToExtension } from '#bridge/messages.ts';
import { maxTextLength } from '#form/formLimits.ts';
import { edit, review, submit } from './messageBuilders.ts';
import { messagesToExtension, screenId as screen } from './sampleMessages.ts';

describe('the limits of a message to the extension', () => {
  for (const [textUse, maxLength, message] of [
    ['typed into a field', maxTextLength, (text: string) => edit([{ kind: 'text', text, touched: true }])],
    ['sent in a field', maxTextLength, (text: string) => submit([{ kind: 'text', text, touched: true }])],
    ['to be reviewed', maxTextLength, (text: string) => review([{ kind: 'text', text, touched: true }])],
    ['to be completed', maxTextLength, (text: string) => ({ ...messagesToExtension.complete, text })],
    ['written as JSON', maxJsonLength, (text: string) => ({ type: 'editJson', screen, text })],
    ['run as JSON', maxJsonLength, (text: string) => ({ type: 'runJson', screen, text })],
    ['that names a screen', 1000, (id: string) => ({ type: 'cancel', screen: id })],
    ['that names a call', 1000, (call: string) => ({ type: 'stopCall', call })],
    ['that names a suspended call', 1000, (suspendedCall: string) => ({ type: 'stopSuspendedCall', suspendedCall })],
    ['that names a notice', 1000, (notice: string) => ({ type: 'runNoticedCall', notice })],
    ['that names a server', 20_000, (serverId: string) => ({ type: 'showLog', serverId })],
    ['that names a resource', 100_000, (uri: string) => ({ type: 'readResource', screen, uri })],
  ] as const) {
    it(`allow ${maxLength} characters in a text ${textUse}, and no more`, () => {
      assert.ok(readToExtension(message('x'.repeat(maxLength))));
      assert.equal(readToExtension(message('x'.repeat(maxLength + 1))), undefined);
    });
  }

  it('allow 10,000 inputs, choices and confirmations, and no more', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => at);
    for (const message of [
      (length: number) => submit(list(length).map(() => ({ kind: 'boolean', value: null }))),
      (length: number) => review(list(length).map(() => ({ kind: 'boolean', value: null }))),
      (length: number) => edit([{ kind: 'multiChoice', selected: list(length), touched: true }]),
      (length: number) => ({ ...submit([]), confirmedSecrets: list(length) }),
    ]) {
      assert.ok(readToExtension(message(10_000)));
      assert.equal(readToExtension(message(10_001)), undefined);
    }
  });

  it('refuse a million invalid inputs without collecting a million problems', () => {
    const before = process.memoryUsage().heapUsed;
    assert.equal(readToExtension(submit(Array.from({ length: 1_000_000 }, () => 'x'))), undefined);
    assert.ok(process.memoryUsage().heapUsed - before < 50_000_000);
  });

  it('cut the error message about a screen that could not be drawn to 1,000 characters', () => {
    const message = 'x'.repeat(1_000_000);
    const cut = { type: 'drawFailed', screen, message: 'x'.repeat(1000) };
    assert.deepEqual(readToExtension({ ...cut, message }), cut);
  });
});
