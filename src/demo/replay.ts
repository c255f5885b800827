import type { Permission, Visited, VisitPage } from '#demo/stories/story.ts';
import type { Form, Put, Reply } from './asking.ts';

/** How far a story came: to its end, or to forms and pages without which it cannot go on. */
export type Replayed<T> = { readonly told: T } | { readonly waitsFor: readonly (Form | Permission)[] };

/**
 * Tells a story from its beginning with the answers given so far. A story that meets a form or a page without an answer
 * is left there, for good: the next call tells it again, with more answers.
 *
 * @param answers by the forms' keys
 * @param visits by the permissions' keys
 */
export function replay<T>(
  tell: (put: Put, visit: VisitPage) => Promise<T>,
  answers: ReadonlyMap<string, Reply>,
  visits: ReadonlyMap<string, Visited> = new Map(),
): Promise<Replayed<T>> {
  return new Promise((resolve, reject) => {
    const waitsFor: (Form | Permission)[] = [];
    const leave = (asked: Form | Permission) => {
      // A story waits for nothing but answers here, so by the next turn of the event loop it has asked all it can.
      if (waitsFor.push(asked) === 1) {
        setImmediate(() => resolve({ waitsFor }));
      }
      return new Promise<never>(() => undefined);
    };
    const put: Put = async (form) => answers.get(form.key) ?? leave(form);
    const visit: VisitPage = async (permission) => visits.get(permission.key) ?? leave(permission);
    tell(put, visit).then((told) => resolve({ told }), reject);
  });
}
