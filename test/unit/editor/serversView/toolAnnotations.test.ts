import assert from 'node:assert/strict';
import type { ToolAnnotations } from '#core/model/offerings.ts';
import { annotationsText, isDeclaredDestructive } from '#editor/serversView/toolAnnotations.ts';

const sentence = (claims: string) => `The server says that this tool ${claims}. Nobody has checked that.`;

describe('the text about the annotations of a tool', () => {
  const cases: readonly (readonly [ToolAnnotations | undefined, string | undefined])[] = [
    [undefined, undefined],
    [{}, undefined],
    [{ readOnlyHint: true }, sentence('only reads')],
    [{ readOnlyHint: true, destructiveHint: true, idempotentHint: true }, sentence('only reads')],
    [{ readOnlyHint: false }, sentence('does not only read')],
    [{ destructiveHint: true }, sentence('may change or delete things')],
    [{ destructiveHint: false }, sentence('adds things and changes or deletes none')],
    [{ readOnlyHint: true, openWorldHint: false }, sentence('only reads and reaches no other systems')],
    [
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      sentence('may change or delete things, does nothing more when it is run again, and reaches other systems'),
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
});
