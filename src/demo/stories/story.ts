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
   * True if the story elicits only permissions, before any other action, and has no arguments by which two calls could differ. Up to
   * revision 2025-11-25 its call does not wait for the user: it fails with -32042 until the pages are answered (client/elicitation,
   * "URL Elicitation Required Error").
   */
  readonly permissionsFirst?: boolean;
  /**
   * Runs the story to its result. The story may run again from its beginning with the answers that have arrived. Therefore it has no
   * other effect until all its elicitations are answered, and elicits the same forms and pages in each run.
   */
  run(args: Readonly<Record<string, unknown>>, context: StoryContext): Promise<StoryResult>;
}

/** A story whose arguments have the type of its input schema. */
interface TypedStory<S extends z.ZodObject> extends Omit<Story, 'inputSchema' | 'run'> {
  readonly inputSchema: S;
  run(args: z.infer<S>, context: StoryContext): Promise<StoryResult>;
}

/** Gives the arguments of a story the type of its input schema, against which both servers validate them before they run the story. */
export function defineStory<S extends z.ZodObject>(story: TypedStory<S>): Story {
  return { ...story, run: (args, context) => story.run(args as z.infer<S>, context) };
}

/** The functions and data that a story may use while it runs. */
export interface StoryContext {
  readonly elicitForm: ElicitForm;
  readonly elicitUrl: ElicitUrl;
  /** The time at which the tool was called, in milliseconds since 1970. Stories read no other clock, so that each run is the same. */
  readonly startedAt: number;
  /** Sends a progress notification, if the call has a progress token. */
  readonly report: (step: StoryProgress) => Promise<void>;
  /** Aborted if the call is cancelled. */
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

/** The schema of a field. The specification also has `pattern` for strings, which the types of the SDK lack. */
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
  /** Checks rules that no schema can express, such as one field depending on another. Returns the problem, or `undefined`. */
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
 * @throws Error with a sentence for the user if the form cannot be shown or three answers were invalid. Both
 * SDKs turn it into a tool result with `isError`.
 */
export type ElicitForm = <F extends Fields, R extends keyof F & string = never>(
  form: StoryForm<F, R>,
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

/** The user's choice on the page, or the refusal to open it. */
export type UrlOutcome = PermissionVerdict | RefusedAction;

/**
 * Elicits a third party's page (MCP specification, client/elicitation, URL mode) and waits without a time limit until the
 * user has answered on it. Elicitations that are started without waiting in between reach the client together.
 *
 * @throws Error with a sentence for the user if the page cannot be opened. Both SDKs turn it into a tool result with
 * `isError`.
 */
export type ElicitUrl = (permission: Permission) => Promise<UrlOutcome>;
