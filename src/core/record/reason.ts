const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EROFS: 'The disk cannot be written to.',
  EACCES: 'The folder may not be written to.',
  EPERM: 'The folder may not be written to.',
};

/** Why something could not be kept, in one sentence for a person. */
export function reasonOf(error: unknown): string {
  const code = String((error as { code?: unknown } | undefined)?.code);
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
