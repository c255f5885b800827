/**
 * Splits a message at its placeholders and inserts `values`, for instance elements: `interpolate(t('{0} asks'),
 * serverName(server))`. `t` is called without arguments, so that it leaves the placeholders. A placeholder inside a value
 * is not replaced.
 */
export function interpolate<T>(message: string, ...values: readonly T[]): (T | string)[] {
  return message.split(/(\{\d+\})/).flatMap((piece): (T | string)[] => {
    const index = /^\{(\d+)\}$/.exec(piece)?.[1];
    const value = index === undefined ? undefined : values[Number(index)];
    return value === undefined ? (piece === '' ? [] : [piece]) : [value];
  });
}
