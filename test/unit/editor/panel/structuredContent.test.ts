import assert from 'node:assert/strict';
import { readToWebview, type ShownKeptOutcome } from '#bridge/messages.ts';
import type { CallResult } from '#editor/panel/results/callResult.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { until } from '#test/host/until.ts';
import { TestPanel } from './testPanel.ts';

const table = { type: 'object', properties: { seats: { type: 'integer' } }, required: ['seats'] };

function callResult(result: Record<string, unknown>, outputSchema: unknown): CallResult {
  return {
    definition: weatherServer,
    target: { kind: 'tool', name: 'book' },
    request: { kind: 'tool', name: 'book', arguments: {} },
    origin: 'user',
    outcome: { kind: 'result', failed: result['isError'] === true, parts: [{ kind: 'text', text: 'Booked.' }] },
    result: { content: [{ type: 'text', text: 'Booked.' }], ...result },
    outputSchema,
    callId: 'c1',
  };
}

/** Adds a result. @returns the outcome in the posted screen */
async function addAndReadOutcome(
  panel: TestPanel,
  result: Record<string, unknown>,
  outputSchema: unknown,
): Promise<ShownKeptOutcome> {
  void panel.controller.addResult(callResult(result, outputSchema));
  await until(async () => panel.lastDrawn.screen.kind === 'result');
  const last = panel.posted.findLast(({ type }) => type === 'show');
  assert.ok(readToWebview(last), 'the webview cannot read it');
  const { screen } = panel.lastDrawn;
  assert.ok(screen.kind === 'result');
  return screen.outcome;
}

describe('structured content', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('is shown with a warning if it does not match the output schema of its tool', async () => {
    const outcome = await addAndReadOutcome(panel, { structuredContent: { seats: 'two' } }, table);
    assert.deepEqual(outcome, {
      kind: 'result',
      failed: false,
      parts: [{ kind: 'text', text: 'Booked.' }],
      mismatch: {
        problems: ['"seats" does not match the schema (validator: “must be integer”).'],
        unchecked: undefined,
      },
    });
  });

  it('is reported with a text of the host if a property is missing or additional', async () => {
    const schema = { ...table, required: ['seats'], additionalProperties: false };
    const outcome = await addAndReadOutcome(panel, { structuredContent: { chairs: 2 } }, schema);
    assert.ok(outcome.kind === 'result');
    assert.deepEqual(outcome.mismatch?.problems, ['"seats" is missing.', '"chairs" is not in the schema.']);
  });

  it('is reported as missing if its tool has an output schema', async () => {
    const outcome = await addAndReadOutcome(panel, {}, table);
    assert.ok(outcome.kind === 'result');
    assert.deepEqual(outcome.mismatch?.problems, ['The result has no structured content.']);
  });

  it('is shown with a note if it cannot be validated', async () => {
    const outcome = await addAndReadOutcome(panel, { structuredContent: {} }, { $schema: 'https://example.com/mine' });
    assert.ok(outcome.kind === 'result');
    assert.deepEqual(outcome.mismatch?.problems, []);
    assert.match(outcome.mismatch?.unchecked ?? '', /dialect/);
    assert.equal(outcome.parts.length, 1);
  });

  it('is shown without a warning if it matches the output schema of its tool', async () => {
    const outcome = await addAndReadOutcome(panel, { structuredContent: { seats: 2 } }, table);
    assert.ok(outcome.kind === 'result');
    assert.equal(outcome.mismatch, undefined);
  });

  it('is not reported as missing if the tool reports an error, or has no output schema', async () => {
    for (const [result, schema] of [
      [{ isError: true }, table],
      [{ structuredContent: [] }, undefined],
    ] as const) {
      const outcome = await addAndReadOutcome(new TestPanel(), result, schema);
      assert.ok(outcome.kind === 'result');
      assert.equal(outcome.mismatch, undefined);
    }
  });

  it('has at most ten reported problems', async () => {
    const structuredContent = Array.from({ length: 1000 }, () => 'two');
    const outcome = await addAndReadOutcome(
      panel,
      { structuredContent },
      { type: 'array', items: { type: 'integer' } },
    );
    assert.ok(outcome.kind === 'result' && outcome.mismatch);
    assert.ok(outcome.mismatch.problems.length > 0 && outcome.mismatch.problems.length <= 10);
  });

  it('has its warning also after the result is read from its file', async () => {
    await addAndReadOutcome(panel, { structuredContent: { seats: 'two' } }, table);
    await panel.results.flush();
    const later = new TestPanel({ before: panel });
    await later.results.load();
    await later.controller.results.open('c1');
    const { screen } = later.lastDrawn;
    assert.ok(screen.kind === 'result' && screen.outcome.kind === 'result');
    assert.deepEqual(screen.outcome.mismatch?.problems, [
      '"seats" does not match the schema (validator: “must be integer”).',
    ]);
  });
});
