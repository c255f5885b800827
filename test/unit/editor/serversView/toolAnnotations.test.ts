import assert from 'node:assert/strict';
import type { ToolAnnotations } from '#core/model/offerings.ts';
import { annotationsText, isDeclaredDestructive, isDestructiveCall } from '#editor/serversView/toolAnnotations.ts';

const sentence = (claims: string) => `According to the server (not verified): ${claims}`;

describe('the text about the annotations of a tool', () => {
  const cases: readonly (readonly [ToolAnnotations | undefined, string | undefined])[] = [
    [undefined, undefined],
    [{}, undefined],
    [{ readOnlyHint: true }, sentence('only reads data')],
    [{ readOnlyHint: true, destructiveHint: true, idempotentHint: true }, sentence('only reads data')],
    [{ readOnlyHint: false }, sentence('may change data')],
    [{ destructiveHint: true }, sentence('may change or delete data')],
    [{ destructiveHint: false }, sentence('adds data, changes and deletes nothing')],
    [{ readOnlyHint: true, openWorldHint: false }, sentence('only reads data · contacts no other systems')],
    [
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      sentence('may change or delete data · safe to repeat · contacts other systems'),
    ],
  ];
  for (const [annotations, text] of cases) {
    it(`is right for ${JSON.stringify(annotations) ?? 'no annotations'}`, () =>
      assert.equal(annotationsText(annotations), text));
  }

  it('counts as destructive only if the server declares that', () => {
    assert.equal(isDeclaredDestructive({ destructiveHint: true }), true);
    assert.equal(isDeclaredDestructive({ destructiveHint: true, readOnlyHint: true }), false);
    assert.equal(isDeclaredDestructive({ readOnlyHint: false }), false);
    assert.equal(isDeclaredDestructive(undefined), false);
  });

  it('makes a call destructive, unless the tool is unknown', () => {
    const tools = [{ name: 'drop', annotations: { destructiveHint: true } }, { name: 'read' }];
    const call = (name: string) => isDestructiveCall(tools, { kind: 'tool', name, arguments: {} });
    assert.deepEqual([call('drop'), call('read'), call('other')], [true, false, undefined]);
    assert.equal(isDestructiveCall(tools, { kind: 'prompt', name: 'drop', arguments: {} }), false);
  });
});
