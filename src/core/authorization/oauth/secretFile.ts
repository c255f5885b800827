import { readFile, stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { escapeInvisible } from '#form/text.ts';

/** In bytes. Tokens and keys are small. */
const maxBytes = 64 * 1024;

/**
 * Reads a file that holds one secret. Returns its text without surrounding whitespace.
 * @param key The setting that names the file.
 * @throws HostError `EntryInvalid` if the file does not exist, is empty or is too large.
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
    if (!found.isFile() || found.size > maxBytes) {
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
