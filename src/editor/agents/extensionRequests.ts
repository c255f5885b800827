import type * as vscode from 'vscode';
import type { ProgramRequests } from '#core/agents/sessions/programRequests.ts';

/** The result of an elicitation: `content` only for an accepted form. */
interface ExtensionResult {
  readonly action: string;
  readonly content?: unknown;
}

/**
 * Asks the user for another extension. The request and the token are those of the other extension, and may be anything.
 * @throws Error with the code and the message that a server would receive
 */
export async function elicitForExtension(
  programs: Pick<ProgramRequests, 'elicit'>,
  request: unknown,
  token: vscode.CancellationToken | undefined,
): Promise<ExtensionResult> {
  const end = new AbortController();
  const subscription = token?.onCancellationRequested(() => end.abort());
  if (token?.isCancellationRequested) {
    end.abort();
  }
  try {
    const { action, content } = await programs.elicit(request, end.signal);
    return { action, ...(content && { content }) };
  } finally {
    subscription?.dispose();
  }
}
