/** The chosen filters, which the editor keeps with the tab over a reload of the window. */
export interface SavedFilters {
  readonly text: string;
  /** The ends of a range of days: `2026-03-10`, or empty. */
  readonly from: string;
  readonly to: string;
  /** True if tool calls are shown. */
  readonly calls: boolean;
  /** The chosen option of each select box that restricts, by the name of the filter. */
  readonly chosen: Readonly<Partial<Record<string, ChosenOption>>>;
}

interface ChosenOption {
  readonly value: string;
  /** The option's label, for as long as the option is not known again. */
  readonly label: string;
}

/** In UTF-16 code units, as in messages. */
const maxTextLength = 1000;

/** Reads what a page of this or another version has kept; `undefined` if it is something else. */
export function readSavedFilters(state: unknown): SavedFilters | undefined {
  const { text, from, to, calls, chosen } = propertiesOf(state);
  const known = Object.entries(propertiesOf(chosen)).flatMap(([name, option]) => {
    const { value, label } = propertiesOf(option);
    return isText(value) && isText(label) ? [[name, { value, label }] as const] : [];
  });
  return isText(text) && isText(from) && isText(to) && typeof calls === 'boolean'
    ? { text, from, to, calls, chosen: Object.fromEntries(known) }
    : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
