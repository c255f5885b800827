import assert from 'node:assert/strict';
import type { ToolAnnotations } from '#core/model/offerings.ts';
import { annotationsText, isDeclaredDestructive } from '#editor/serversView/toolAnnotations.ts';

const said = (claims: string) => `The server says that this tool ${claims}. Nobody has checked that.`;

describe('what a server claims of a tool', () => {
  const cases: readonly (readonly [ToolAnnotations | undefined, string | undefined])[] = [
    [undefined, undefined],
    [{}, undefined],
    [{ readOnlyHint: true }, said('only reads')],
    [{ readOnlyHint: true, destructiveHint: true, idempotentHint: true }, said('only reads')],
    [{ readOnlyHint: false }, said('does not only read')],
    [{ destructiveHint: true }, said('may change or delete things')],
    [{ destructiveHint: false }, said('adds things and changes or deletes none')],
    [{ readOnlyHint: true, openWorldHint: false }, said('only reads and reaches no other systems')],
    [
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      said('may change or delete things, does nothing more when it is run again, and reaches other systems'),
    ],
  ];
  for (const [annotations, text] of cases) {
    it(`is said of ${JSON.stringify(annotations) ?? 'no annotations'}`, () =>
      assert.equal(annotationsText(annotations), text));
  }

  it('is a warning only where it says so itself', () => {
    assert.equal(isDeclaredDestructive({ destructiveHint: true }), true);
    assert.equal(isDeclaredDestructive({ destructiveHint: true, readOnlyHint: true }), false);
    assert.equal(isDeclaredDestructive({ readOnlyHint: false }), false);
    assert.equal(isDeclaredDestructive(undefined), false);
  });
});
