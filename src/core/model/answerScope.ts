/** The server of a request and the target of its call. Input of the user is kept for this scope only. */
export interface AnswerScope {
  /** The server's id. */
  readonly server: string;
  /** The workspace that the server's entry belongs to: a server of the same name in another workspace is another server. */
  readonly workspace?: string | undefined;
  /** The tool, prompt or resource. Absent if the request belongs to no known call. */
  readonly target?: { readonly kind: string; readonly name: string } | undefined;
}
