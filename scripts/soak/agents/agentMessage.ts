/** What an agent of the fault run reads of a message. */
export interface AgentMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    /** Of a round: what is asked, by key. */
    readonly inputRequests?: Readonly<Record<string, unknown>>;
    readonly requestState?: string;
  };
  readonly error?: { readonly code: number; readonly message: string };
}
