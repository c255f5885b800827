import type { VisitPage } from '#demo/stories/story.ts';

/** Visits by way of `visit`, where the client has declared that it opens pages. */
export function visiting(visit: VisitPage, capabilities: { elicitation?: { url?: object } } | undefined): VisitPage {
  return async (permission) => {
    if (!capabilities?.elicitation?.url) {
      throw new Error(
        'This tool needs you to open a page, and your client cannot ask you to (it did not declare the URL mode of ' +
          'the elicitation capability). Nothing was done.',
      );
    }
    return visit(permission);
  };
}
