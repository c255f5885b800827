import { readFile, stat } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { escapeInvisible } from '#form/text.ts';

/** In bytes. Tokens and keys are small. */
const maxBytes = 64 * 1024;

/**
 * Reads a file that contains one secret. Returns its text without surrounding whitespace.
 * @param key The setting that has the file's path.
 * @throws HostError `EntryInvalid` if the file does not exist, is empty or is too large.
 */
export async function readSecretFile(path: string, key: string): Promise<string> {
  const createError = (summary: string, cause?: unknown) =>
    new HostError(
      {
        name: 'EntryInvalid',
        summary,
        remedy: t('Correct "{0}" in "oauth" of the entry, or create the file.', key),
        ...(cause instanceof Error && { detail: cause.message }),
      },
      { cause },
    );
  const shownPath = escapeInvisible(path, 500);
  let text: string;
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > maxBytes) {
      throw createError(t('The file {0} does not contain a token or a key.', shownPath));
    }
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw error instanceof HostError ? error : createError(t('The file {0} cannot be read.', shownPath), error);
  }
  if (text.trim() === '') {
    throw createError(t('The file {0} is empty.', shownPath));
  }
  return text.trim();
}
