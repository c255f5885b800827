import assert from 'node:assert/strict';
import { acceptWith, type DemoClient, type FormContent, resultText } from './demoClient.ts';

interface Story {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** Valid answers to the story's requests, in order. */
  readonly answers: readonly FormContent[];
  /** Matches the result of every ending in which the user declines or cancels. */
  readonly undone: RegExp;
}

/** Declares the tests for declining and cancelling each request of a story. */
export function describeRefusals(story: Story, client: () => DemoClient): void {
  for (const index of story.answers.keys()) {
    describe(`at request ${index + 1}`, () => {
      async function endWith(action: 'decline' | 'cancel') {
        const replies = [...story.answers.slice(0, index).map(acceptWith), { action }];
        const result = await client().call(story.tool, story.arguments, replies);
        assert.equal(client().unusedReplies, 0);
        assert.notEqual(result.isError, true);
        return resultText(result);
      }

      it('returns text about the declined action after a decline', async () => {
        const text = await endWith('decline');
        assert.match(text, story.undone);
        assert.match(text, /\bdeclined\b/i);
      });

      it('returns another text after a cancel than after a decline', async () => {
        const text = await endWith('cancel');
        assert.match(text, story.undone);
        assert.match(text, /\bclosed\b/i);
        assert.doesNotMatch(text, /\bdeclined\b/i);
      });
    });
  }
}
