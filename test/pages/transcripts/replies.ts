import type { ScreenOf, ToWebview } from '#bridge/messages.ts';
import { evaluate } from '#form/evaluate.ts';
import type { FormInputs } from '#form/model.ts';
import { sentValues } from '#form/sentValues.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { shownSecrets } from '#test/pages/states/screenBuilders.ts';

/**
 * Plays the extension for a form: replies to edits with the problems and secrets that it finds, and to a review with the
 * values that would be sent. Other actions of the user have no reply.
 */
export function formReplies(
  page: WebviewPage<'panel'>,
  { id, form, inputs, kind }: ScreenOf<'form'> | ScreenOf<'arguments'>,
): () => Promise<void> {
  let current: FormInputs = inputs;
  const secrets = () =>
    shownSecrets(form, '', current).map((secret) =>
      kind === 'form' ? secret : { ...secret, isArgument: true as const },
    );
  return async () => {
    for (const message of await page.posted()) {
      if (!('screen' in message) || message.screen !== id || !('revision' in message)) continue;
      let reply: ToWebview | undefined;
      if (message.type === 'edit') {
        const changed = new Map(message.changes.map(({ field, input }) => [field, input]));
        current = current.map((input, field) => changed.get(field) ?? input);
        const { problems } = evaluate(form, current);
        reply = { type: 'checked', screen: id, revision: message.revision, problems, secrets: secrets() };
      } else if (message.type === 'review') {
        const { content } = evaluate(form, message.inputs);
        const values = sentValues(form, content);
        reply = { type: 'reviewed', screen: id, revision: message.revision, values, secrets: secrets() };
      }
      if (reply) await page.send(reply);
    }
    await page.clearPosted();
  };
}
