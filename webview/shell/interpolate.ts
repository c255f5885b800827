/**
 * Splits a message at its placeholders and inserts `values`, for instance elements: `interpolate(t('{0} asks'),
 * serverName(server))`. `t` is called without arguments, so that the placeholders are still there. A placeholder inside
 * a value is not replaced.
 */
export function interpolate<T>(message: string, ...values: readonly T[]): (T | string)[] {
  return message.split(/(\{\d+\})/).flatMap((piece): (T | string)[] => {
    const place = /^\{(\d+)\}$/.exec(piece)?.[1];
    const value = place === undefined ? undefined : values[Number(place)];
    return value === undefined ? (piece === '' ? [] : [piece]) : [value];
  });
}
