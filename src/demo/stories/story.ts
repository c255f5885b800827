import type { PrimitiveSchemaDefinition } from '@modelcontextprotocol/sdk/types.js';
import type * as z from 'zod';

/** One of the demo's tools, written once for both eras of the protocol. */
export interface Story {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema?: z.ZodObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly openWorldHint: boolean;
  };
  /**
   * The story elicits only permissions, before it does anything else, and has no arguments by which two calls could differ.
   * Up to revision 2025-11-25 its call does not wait for the user: it fails with -32042 until the pages are answered
   * (client/elicitation, "URL Elicitation Required Error").
   */
  readonly permissionsFirst?: boolean;
  /**
   * Runs the story to its result. It may run again from its beginning with the answers given so far, so until all its
   * elicitations are answered it has no other effect, and elicits the same each time.
   */
  run(args: Readonly<Record<string, unknown>>, context: StoryContext): Promise<StoryResult>;
}

/** A story whose arguments have the type of its input schema. */
interface TypedStory<S extends z.ZodObject> extends Omit<Story, 'inputSchema' | 'tell'> {
  readonly inputSchema: S;
  run(args: z.infer<S>, context: StoryContext): Promise<StoryResult>;
}

/** Types a story's arguments by its input schema, against which both servers check them before they run the story. */
export function defineStory<S extends z.ZodObject>(written: TypedStory<S>): Story {
  return { ...written, run: (args, context) => written.run(args as z.infer<S>, context) };
}

/** What a story may use while it runs. */
export interface StoryContext {
  readonly elicitForm: ElicitForm;
  readonly elicitUrl: ElicitUrl;
  /** When the tool was called, in milliseconds since 1970: stories read no other clock, so that each run is the same. */
  readonly startedAt: number;
  /** Sends a progress notification, if the call carries a progress token. */
  readonly report: (step: StoryProgress) => Promise<void>;
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal;
}

/** One progress notification. Source: MCP specification, basic/utilities/progress. */
export type StoryProgress = { progress: number; total: number; message: string };

/** A tool's result (MCP specification, server/tools, Tool Result). */
type StoryResult = {
  content: (
    | { type: 'text'; text: string }
    | { type: 'image'; data: string; mimeType: string }
    | { type: 'resource_link'; uri: string; name: string; title: string; mimeType: string }
  )[];
  structuredContent?: Record<string, unknown>;
};

/** `pattern` belongs to string schemas in the specification; the SDK's types lack it. */
export type FieldSchema = PrimitiveSchemaDefinition & { readonly pattern?: string };

export type Fields = Record<string, FieldSchema>;

type ValueOf<F> = F extends { type: 'boolean' }
  ? boolean
  : F extends { type: 'number' | 'integer' }
    ? number
    : F extends { type: 'array' }
      ? string[]
      : string;

export type ContentOf<F, R extends keyof F> = { [K in R]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, R>]?: ValueOf<F[K]>;
};

export interface StoryForm<F extends Fields, R extends keyof F & string> {
  /** Unique within its story. */
  readonly key: string;
  readonly message: string;
  readonly properties: F;
  readonly required?: readonly R[];
  /** Checks what no schema can express, such as one field depending on another. Returns the problem, or `undefined`. */
  readonly check?: (content: ContentOf<F, R>) => string | undefined;
}

export type RefusedAction = 'decline' | 'cancel';

export type FormAnswer<C> =
  | { readonly action: 'accept'; readonly content: C }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/**
 * Elicits a form (MCP specification, client/elicitation, form mode) and waits without a time limit.
 * Elicitations that are started without waiting in between reach the client together.
 *
 * @throws Error with a sentence for the user when the form cannot be shown or three answers were invalid. Both
 * SDKs turn it into a tool result with `isError`.
 */
export type ElicitForm = <F extends Fields, R extends keyof F & string = never>(
  question: StoryForm<F, R>,
) => Promise<FormAnswer<ContentOf<F, R>>>;

/** A permission that the user gives or denies on a page of a third party. */
export interface Permission {
  /** Unique within its story. */
  readonly key: string;
  /** The message of the elicitation: why the page should be opened. */
  readonly message: string;
  /** The third party's name. */
  readonly service: string;
  /** A verb phrase after "allow it to": "read your calendar". */
  readonly requestedAccess: string;
}

export type PermissionVerdict = 'allowed' | 'denied';

/** What the user chose on the page, or how they refused to open it. */
export type UrlOutcome = PermissionVerdict | RefusedAction;

/**
 * Elicits a third party's page (MCP specification, client/elicitation, URL mode) and waits without a time limit until the
 * user has answered on it. Elicitations that are started without waiting in between reach the client together.
 *
 * @throws Error with a sentence for the user when the page cannot be opened. Both SDKs turn it into a tool result with
 * `isError`.
 */
export type ElicitUrl = (permission: Permission) => Promise<UrlOutcome>;
