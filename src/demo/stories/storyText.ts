/** One choice as the specification's titled enums list it. */
export interface Titled {
  const: string;
  title: string;
}

/** The title of a choice, or its value if there is none. */
export function titleOf(choices: readonly Titled[], value: string): string {
  return choices.find((choice) => choice.const === value)?.title ?? value;
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** The items as a text: `a, b and c`. */
export function joinWithAnd(items: readonly string[]): string {
  return conjunction.format(items);
}

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The text of an ISO date: `Friday 17 May 2030` for `2030-05-17`. */
export function longDate(date: string): string {
  return day.format(new Date(date)).replace(',', '');
}

/** The date in UTC, `days` days after `time`, as `YYYY-MM-DD`. `time` in milliseconds since 1970. */
export function dateFrom(time: number, days: number): string {
  return new Date(time + days * 86_400_000).toISOString().slice(0, 10);
}

/** A tool's result of one text, with structured content if it is given. */
export function textResult(text: string, structuredContent?: Record<string, unknown>) {
  return { content: [{ type: 'text' as const, text }], ...(structuredContent && { structuredContent }) };
}
