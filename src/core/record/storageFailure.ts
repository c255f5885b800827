const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EROFS: 'The disk cannot be written to.',
  EACCES: 'The folder may not be written to.',
  EPERM: 'The folder may not be written to.',
  ENOTDIR: 'A file is where the folder of the record should be. Move it away.',
  EEXIST: 'A file is where the folder of the record should be. Move it away.',
  EISDIR: 'A folder is where a file of the record should be. Move it away.',
  EIO: 'The disk reports an error.',
  EMFILE: 'Too many files are open.',
  ENFILE: 'Too many files are open.',
};

/** The reason for which a write failed, as one English sentence. */
export function storageFailureReason(error: unknown): string {
  const code = String((error as { code?: unknown } | undefined)?.code);
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
