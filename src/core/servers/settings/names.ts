import { hasHidden, inOneLine } from '../../../form/text.ts';

const longestName = 100;

/** What is wrong with a name that a person or a file gave, or `undefined` for a good one. */
export function nameFault(name: string): { readonly message: string; readonly remedy: string } | undefined {
  if (hasHidden(name)) {
    return {
      message: 'The name has a control character, or one that is invisible or changes the direction of text.',
      remedy: 'Write the name with visible characters only.',
    };
  }
  if (name.length <= longestName && inOneLine(name) === '') {
    return { message: 'The name is empty.', remedy: 'Give it a name.' };
  }
  if (name.length > longestName) {
    return {
      message: `The name is ${name.length} characters long.`,
      remedy: `Use a name of at most ${longestName} characters.`,
    };
  }
  return undefined;
}
