import { t } from '@vscode/l10n';
import { hasInvisible, inOneLine } from '#form/text.ts';

const maxNameLength = 100;

interface NameFault {
  readonly message: string;
  readonly remedy: string;
}

/** Why a text cannot be the name of a server; `undefined` for a valid name. */
export function nameFault(name: string): NameFault | undefined {
  switch (faultOf(name)) {
    case 'hidden':
      return {
        message: t('The name has a control character, or one that is invisible or changes the direction of text.'),
        remedy: t('Write the name with visible characters only.'),
      };
    case 'empty':
      return { message: t('The name is empty.'), remedy: t('Give it a name.') };
    case 'long':
      return {
        message: t('The name is {0} characters long.', name.length),
        remedy: t('Use a name of at most {0} characters.', maxNameLength),
      };
    default:
      return undefined;
  }
}

/** Why a text cannot be the id of an input; `undefined` for a valid id. */
export function inputIdFault(id: string): NameFault | undefined {
  switch (faultOf(id)) {
    case 'hidden':
      return {
        message: t('The id has a control character, or one that is invisible or changes the direction of text.'),
        remedy: t('Write the id with visible characters only.'),
      };
    case 'empty':
      return { message: t('The id is empty.'), remedy: t('Give it an id.') };
    case 'long':
      return {
        message: t('The id is {0} characters long.', id.length),
        remedy: t('Use an id of at most {0} characters.', maxNameLength),
      };
    default:
      return undefined;
  }
}

function faultOf(text: string): 'hidden' | 'empty' | 'long' | undefined {
  if (hasInvisible(text)) {
    return 'hidden';
  }
  if (text.length > maxNameLength) {
    return 'long';
  }
  return inOneLine(text) === '' ? 'empty' : undefined;
}
