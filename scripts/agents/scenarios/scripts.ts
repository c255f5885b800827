import type { NextTurn } from '#scripts/agents/model/turns.ts';

/** The arguments of a call as JSON, with the keys in two orders. `place` tells requests apart: it stands in their message. */
function argumentTexts(place: string, count: number): readonly [string, string] {
  const [placeText, countText] = [`"place":${JSON.stringify(place)}`, `"count":${count}`];
  return [`{${placeText},${countText}}`, `{${countText},${placeText}}`];
}

/** Matches what the proxy tells an agent whose call goes on. */
const callAgain = /call this tool again with exactly the same arguments/i;
const maxCalls = 4;

/** A model that calls a tool once. */
export function callOnce(tool: string, place: string, count = 2): NextTurn {
  const [json] = argumentTexts(place, count);
  return ({ results }) => (results.length === 0 ? { kind: 'call', tool, json } : { kind: 'text', text: 'Done.' });
}

/**
 * A model that calls a tool, and does what a result says: it calls again with the same arguments, their keys in the other order each
 * time.
 */
export function callUntilDone(tool: string, place: string): NextTurn {
  const texts = argumentTexts(place, 2);
  return ({ results }) => {
    const last = results.at(-1);
    const isDone = last !== undefined && (!callAgain.test(last) || results.length >= maxCalls);
    return isDone ? { kind: 'text', text: 'Done.' } : { kind: 'call', tool, json: texts[results.length % 2] ?? '' };
  };
}
