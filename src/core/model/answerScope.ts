/** Who asks, and for what: what a person filled in is kept for this and for nobody else. */
export interface AnswerScope {
  /** The server's id. */
  readonly server: string;
  /** The workspace that the server's entry belongs to: another one's server of the same name is another server. */
  readonly workspace?: string | undefined;
  /** The tool, prompt or resource. Absent: the question belongs to no known call. */
  readonly target?: { readonly kind: string; readonly name: string } | undefined;
}
