/** Which server asks, and for which call. What the user has entered is kept for this scope only. */
export interface AnswerScope {
  /** The server's id. */
  readonly server: string;
  /** The workspace that the server's entry belongs to: another one's server of the same name is another server. */
  readonly workspace?: string | undefined;
  /** The tool, prompt or resource. Absent: the request belongs to no known call. */
  readonly target?: { readonly kind: string; readonly name: string } | undefined;
}
