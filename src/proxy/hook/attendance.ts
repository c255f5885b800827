/**
 * True if a user is at the terminal of Claude Code, which can ask there; false under `claude -p`, which cancels at once instead. `undefined`
 * if it does not say. The names and values are those that Claude Code 2.1.330 gives to its hooks.
 */
export function isAttended(environment: NodeJS.ProcessEnv): boolean | undefined {
  const attended = environment['CLAUDE_CODE_SESSION_ATTENDED'];
  if (attended === '0' || attended === '1') return attended === '1';
  const entrypoint = environment['CLAUDE_CODE_ENTRYPOINT'];
  return entrypoint === 'cli' || entrypoint === 'sdk-cli' ? entrypoint === 'cli' : undefined;
}
