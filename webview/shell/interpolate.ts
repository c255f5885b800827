/**
 * A message with things in its places, elements for instance: `woven(t('{0} asks'), serverName(server))`. The message is
 * given without arguments, so its places are still `{0}`; nothing in a value is ever taken for a place.
 */
export function interpolate<T>(message: string, ...values: readonly T[]): (T | string)[] {
  return message.split(/(\{\d+\})/).flatMap((piece): (T | string)[] => {
    const place = /^\{(\d+)\}$/.exec(piece)?.[1];
    const value = place === undefined ? undefined : values[Number(place)];
    return value === undefined ? (piece === '' ? [] : [piece]) : [value];
  });
}
