import type { PrimitiveSchemaDefinition } from '@modelcontextprotocol/sdk/types.js';
import type * as z from 'zod';

/** One of the demo's tools. It is written once and knows nothing of the protocol that carries its questions. */
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
   * The story needs permissions before anything else, asks nothing but them, and takes no arguments by which one call
   * could be told from another. Up to revision 2025-11-25 its call does not wait for the person: it is refused until the
   * pages are answered (client/elicitation, "URL Elicitation Required Error").
   */
  readonly permissionsFirst?: boolean;
  /**
   * Tells the story to its end. It may be told again from its beginning, with the answers given so far: until all its
   * questions are answered it only asks, and every time it asks the same.
   */
  tell(args: Readonly<Record<string, unknown>>, telling: Telling): Promise<Told>;
}

/** A story whose arguments are those of its input schema. */
interface StoryWith<S extends z.ZodObject> extends Omit<Story, 'inputSchema' | 'tell'> {
  readonly inputSchema: S;
  tell(args: z.infer<S>, telling: Telling): Promise<Told>;
}

/** Ties a story's arguments to its input schema, against which every server checks them before it tells the story. */
export function story<S extends z.ZodObject>(written: StoryWith<S>): Story {
  return { ...written, tell: (args, telling) => written.tell(args as z.infer<S>, telling) };
}

/** What a story works with while it is told. */
export interface Telling {
  readonly ask: Ask;
  readonly visit: VisitPage;
  /** The only time a story knows: when its tool was called. In milliseconds since 1970. */
  readonly startedAt: number;
  /** Tells the client how far the work has come, where the client wants to know. */
  readonly report: (step: StoryProgress) => Promise<void>;
  /** Fires when the call is cancelled. */
  readonly signal: AbortSignal;
}

/** How far work has come, and what is done now. Source: MCP specification, basic/utilities/progress. */
export type StoryProgress = { progress: number; total: number; message: string };

/** A tool's result (MCP specification, server/tools, Tool Result). */
type Told = {
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

export interface StoryQuestion<F extends Fields, R extends keyof F & string> {
  /** Names the question within its story. */
  readonly key: string;
  readonly message: string;
  readonly properties: F;
  readonly required?: readonly R[];
  /** What no schema can express, such as one field depending on another: what is wrong, or `undefined`. */
  readonly check?: (content: ContentOf<F, R>) => string | undefined;
}

export type RefusedAction = 'decline' | 'cancel';

export type StoryAnswer<C> =
  | { readonly action: 'accept'; readonly content: C }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/**
 * Puts a form to the person (MCP specification, client/elicitation, form mode) and waits without a time limit.
 * Questions that are asked together, without waiting for an answer in between, reach the client together.
 *
 * @throws Error with a sentence for the person when the form cannot be shown or wrong answers came three times. Both
 * SDKs turn it into a tool result with `isError`.
 */
export type Ask = <F extends Fields, R extends keyof F & string = never>(
  question: StoryQuestion<F, R>,
) => Promise<StoryAnswer<ContentOf<F, R>>>;

/** What a third party lets the person allow or deny, on a page of its own. */
export interface Permission {
  /** Names the permission within its story. */
  readonly key: string;
  /** Says in the editor why the page should be opened. */
  readonly message: string;
  /** The third party's name. */
  readonly service: string;
  /** What the demo would be allowed to do, as in "allow it to read your calendar". */
  readonly wish: string;
}

export type PermissionVerdict = 'allowed' | 'denied';

/** What came of a page: what the person chose there, or that they refused to open it. */
export type Visited = PermissionVerdict | RefusedAction;

/**
 * Sends the person to a third party's page (MCP specification, client/elicitation, URL mode) and waits without a time
 * limit until it is answered. Pages that are visited together reach the client together.
 *
 * @throws Error with a sentence for the person when the page cannot be opened. Both SDKs turn it into a tool result with
 * `isError`.
 */
export type VisitPage = (permission: Permission) => Promise<Visited>;
