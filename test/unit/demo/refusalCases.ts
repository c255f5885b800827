import assert from 'node:assert/strict';
import { acceptWith, type DemoClient, type FormContent, resultText } from './demoClient.ts';

interface Story {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** Good answers to its questions, in order. */
  readonly answers: readonly FormContent[];
  /** What every ending without an acceptance has to say. */
  readonly undone: RegExp;
}

/** Declares that a story ends well when declined or cancelled, at each of its questions. */
export function describeRefusals(story: Story, conversation: () => DemoClient): void {
  for (const index of story.answers.keys()) {
    describe(`at question ${index + 1}`, () => {
      async function endWith(action: 'decline' | 'cancel') {
        const replies = [...story.answers.slice(0, index).map(acceptWith), { action }];
        const result = await conversation().call(story.tool, story.arguments, replies);
        assert.equal(conversation().unusedReplies, 0);
        assert.notEqual(result.isError, true);
        return resultText(result);
      }

      it('returns after a decline what was not done', async () => {
        const text = await endWith('decline');
        assert.match(text, story.undone);
        assert.match(text, /\bdeclined\b/i);
      });

      it('distinguishes a cancel from a decline', async () => {
        const text = await endWith('cancel');
        assert.match(text, story.undone);
        assert.match(text, /\bclosed\b/i);
        assert.doesNotMatch(text, /\bdeclined\b/i);
      });
    });
  }
}
