import type { Envelope, JsonChange, JsonPath } from '#proxy/wire/envelope.ts';
import { isJsonObject, metaKeys } from './jsonRpc.ts';

/** What is declared in the agent's name: everything, only what older servers can read, or what the agent declares. */
export type DeclaredElicitation = 'modes' | 'plain' | 'own';

const declarations: Readonly<Record<Exclude<DeclaredElicitation, 'own'>, string>> = {
  modes: '{"form":{},"url":{}}',
  // Some servers refuse the members of later revisions.
  plain: '{}',
};

const initializeCapabilities: JsonPath = ['params', 'capabilities'];

/** What to change in a request so that it declares elicitation. None if it declares nothing, or if it must not. */
export function declarationChanges(request: Envelope, declared: DeclaredElicitation): readonly JsonChange[] {
  if (declared === 'own') return [];
  if (request.method === 'initialize') {
    return [
      [[...initializeCapabilities, 'elicitation'], declarations[declared]],
      // The user is asked at once: a request of the server's never becomes a task.
      [[...initializeCapabilities, 'tasks', 'requests', 'elicitation'], undefined],
    ];
  }
  const capabilities = request.value(metaKeys.capabilities);
  if (!isJsonObject(capabilities) || mayMixRounds(capabilities)) return [];
  return [[[...metaKeys.capabilities, 'elicitation'], declarations[declared]]];
}

/** What the agent itself declares in this request; `undefined` if it is not asked. */
export function ownElicitation(request: Envelope): unknown {
  const path = request.method === 'initialize' ? initializeCapabilities : metaKeys.capabilities;
  return request.value([...path, 'elicitation']);
}

/** True if an agent with this capability can be asked in this mode. A capability without modes means forms. */
export function declaresMode(elicitation: unknown, mode: unknown): boolean {
  if (!isJsonObject(elicitation)) return false;
  return mode === 'url' ? 'url' in elicitation : 'form' in elicitation || !('url' in elicitation);
}

/**
 * True if a server may ask the agent for several things at once. Such a round is passed on whole, so it may only contain what
 * the agent declares.
 */
function mayMixRounds({ sampling, roots, tasks, extensions }: Readonly<Record<string, unknown>>): boolean {
  const hasTasks = isJsonObject(extensions) && Object.keys(extensions).some((name) => /(^|[/.])tasks$/.test(name));
  return sampling !== undefined || roots !== undefined || tasks !== undefined || hasTasks;
}
