import { t } from '@vscode/l10n';
import { HostError } from './errors.ts';

/** The person has stopped the call. */
export function stopped(): HostError {
  return new HostError({ name: 'CallCancelled', summary: t('The call was stopped.') });
}
