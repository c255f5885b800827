import type { CallTarget, ServerLabel, View } from '#bridge/messages.ts';

/**
 * The only call that runs or is suspended; `undefined` if there is none, or more than one. While calls run and nothing else is
 * shown, the header names it.
 */
export function onlyCall({
  calls,
  suspendedCalls,
}: View): { readonly server: ServerLabel; readonly target: CallTarget | undefined } | undefined {
  const all = [
    ...calls.map(({ server, target }) => ({ server, target })),
    ...suspendedCalls.map(({ server, call }) => ({ server, target: call })),
  ];
  const [only, ...others] = all;
  return others.length === 0 ? only : undefined;
}
