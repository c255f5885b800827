import { randomUUID } from 'node:crypto';

/** What Claude Code writes to the standard input of a hook for one elicitation. */
export interface HookInput {
  /** The server's name in Claude Code. */
  readonly server: string;
  /** The working directory of Claude Code; empty if it does not say. */
  readonly folder: string;
  readonly transcriptPath: string | undefined;
  /** The `params` of the elicitation, in the words of MCP. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Reads the input; `undefined` if it is none. */
export function readHookInput(text: string): HookInput | undefined {
  const input = parse(text);
  const { mcp_server_name: server, cwd, transcript_path: transcriptPath, message, mode, url } = input ?? {};
  if (typeof server !== 'string' || typeof message !== 'string') return undefined;
  const params =
    mode === 'url'
      ? { mode, message, url, elicitationId: input?.['elicitation_id'] ?? randomUUID() }
      : { message, requestedSchema: input?.['requested_schema'] };
  return { server, params, folder: textOrNone(cwd) ?? '', transcriptPath: textOrNone(transcriptPath) };
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
