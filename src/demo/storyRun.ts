import type { ElicitUrl, Permission, UrlOutcome } from '#demo/stories/story.ts';
import type { ElicitReply, FormParams, SendForm } from './validatedElicitation.ts';

/** The end of one run of a story: its result, or the forms and pages whose answers the story still needs. */
export type StoryRun<T> = { readonly result: T } | { readonly inputRequired: readonly (FormParams | Permission)[] };

/**
 * Runs a story from its beginning with the answers that have arrived. A story that reaches a form or a page without an
 * answer is abandoned: the retried call runs the story again with more answers.
 *
 * @param answers The replies by the keys of the forms.
 * @param urlOutcomes The outcomes by the keys of the permissions.
 */
export function runWithAnswers<T>(
  run: (sendForm: SendForm, elicitUrl: ElicitUrl) => Promise<T>,
  answers: ReadonlyMap<string, ElicitReply>,
  urlOutcomes: ReadonlyMap<string, UrlOutcome> = new Map(),
): Promise<StoryRun<T>> {
  return new Promise((resolve, reject) => {
    const inputRequired: (FormParams | Permission)[] = [];
    const abandonAt = (elicitation: FormParams | Permission) => {
      // A story awaits only answers here, so by the next turn of the event loop it has made every request that it can make.
      if (inputRequired.push(elicitation) === 1) {
        setImmediate(() => resolve({ inputRequired }));
      }
      return new Promise<never>(() => undefined);
    };
    const sendForm: SendForm = async (form) => answers.get(form.key) ?? abandonAt(form);
    const elicitUrl: ElicitUrl = async (permission) => urlOutcomes.get(permission.key) ?? abandonAt(permission);
    run(sendForm, elicitUrl).then((result) => resolve({ result }), reject);
  });
}
