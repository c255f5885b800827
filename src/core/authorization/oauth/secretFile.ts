import { readFile, stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { escapeInvisible } from '#form/text.ts';

/** Tokens and keys are small; in bytes. */
const largest = 64 * 1024;

/**
 * The text of a file that holds one secret, without space around it.
 * @param key The setting that names the file.
 * @throws HostError `EntryInvalid` when there is no such file, or it cannot be one with a secret.
 */
export async function readSecretFile(path: string, key: string): Promise<string> {
  const unusable = (summary: string, cause?: unknown) =>
    new HostError(
      {
        name: 'EntryInvalid',
        summary,
        remedy: t('Correct "{0}" in "oauth" of the entry, or see to it that the file is there.', key),
        ...(cause instanceof Error && { detail: cause.message }),
      },
      { cause },
    );
  const shown = escapeInvisible(path, 500);
  let text: string;
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > largest) {
      throw unusable(t('The file {0} is no file with a token or a key.', shown));
    }
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw error instanceof HostError ? error : unusable(t('The file {0} cannot be read.', shown), error);
  }
  if (text.trim() === '') {
    throw unusable(t('The file {0} is empty.', shown));
  }
  return text.trim();
}
