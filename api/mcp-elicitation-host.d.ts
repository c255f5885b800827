/**
 * What the extension `mcp-elicitation.mcp-elicitation-host` gives to other extensions. Copy this file: it has no imports.
 *
 *     const extension = vscode.extensions.getExtension<McpElicitationHost>('mcp-elicitation.mcp-elicitation-host');
 *     const host = await extension?.activate();
 *     const result = await host?.elicit({ server: 'tickets', message: 'Which one?', requestedSchema });
 */
export interface McpElicitationHost {
  /** Increases with changes that callers must know of. */
  readonly version: 1;
  /**
   * Shows a request in the panel, and resolves with the user's answer. The parameters are those of `elicitation/create` (MCP and ACP
   * have the same), and so is the result. The same checks and limits hold as for the requests of servers.
   * @param token withdraws the request; the result is `cancel` then
   * @returns a promise that rejects with an `McpElicitationError` if the request is not valid, or is not shown
   */
  elicit(request: McpElicitationRequest, token?: McpCancellationToken): Promise<McpElicitationResult>;
}

export type McpElicitationRequest = McpElicitationForm | McpElicitationUrl;

interface McpElicitationSource {
  /** The name of the server that asks, shown as a claim of an extension: the editor does not say which extension calls. */
  readonly server: string;
  /** The name of the tool whose call asks. */
  readonly tool?: string;
  /** What the user is asked. Plain text, which may have line breaks. */
  readonly message: string;
}

export interface McpElicitationForm extends McpElicitationSource {
  readonly mode?: 'form';
  /** A flat JSON Schema of type `object`, as MCP describes it. */
  readonly requestedSchema: object;
}

export interface McpElicitationUrl extends McpElicitationSource {
  readonly mode: 'url';
  /** The page that is opened after the user has agreed. `http` or `https`. */
  readonly url: string;
  readonly elicitationId?: string;
}

export type McpElicitationResult =
  /** `content`: the answers of a form. A page was opened, and has none. */
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** The error that a server would receive. `code`: one of JSON-RPC, such as -32602 for invalid parameters. */
export interface McpElicitationError extends Error {
  readonly code: number;
  readonly data?: unknown;
}

/** A `CancellationToken` of VS Code. */
export interface McpCancellationToken {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}
