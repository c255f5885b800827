/** One readable part of a result. Source: MCP specification, server/tools, "Tool Result". */
export type ReadablePart =
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'audio'; mimeType: string; data: string }
  /** `isRepeated`: true if texts of the result say the same. */
  | { kind: 'json'; label: string; json: string; isRepeated?: true }
  | { kind: 'link'; uri: string; name: string; description?: string; mimeType?: string }
  | { kind: 'resource'; uri: string; mimeType?: string; text: string }
  | { kind: 'other'; text: string }
  | { kind: 'role'; role: string };

/** A part, or a value that must still be formatted as JSON. */
export type RawPart =
  | Exclude<ReadablePart, { kind: 'json' }>
  | { readonly kind: 'value'; readonly label: string; readonly value: unknown; readonly isRepeated?: true };
