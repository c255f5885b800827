import type { CallTarget, ScreenOf, ServerLabel, ShownUrl, ShownUrlFinding } from '#bridge/messages.ts';
import { flaggedFields } from '#core/guard/sensitive/flaggedFields.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { readUrl } from '#core/guard/url/readUrl.ts';
import { urlFindings } from '#core/guard/url/urlFindings.ts';
import { shownUrl, shownUrlFindings } from '#editor/panel/screens/shownUrl.ts';
import { inputsFromContent } from '#form/formInputs.ts';
import { fillArguments } from '#form/inputs/fillArguments.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { restBox } from '#form/schema/readBox.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { untranslated } from './pageState.ts';

/** Screens as the product's own readers create them from what a server sends. */

export const bookingsServer: ServerLabel = { name: untranslated('bookings') };

export const bookingTool: CallTarget = { kind: 'tool', name: untranslated('book_table') };

export const titledTool = {
  ...bookingTool,
  title: untranslated('Book a table'),
  description: untranslated('Books a table in the restaurant of your choice.\nIt costs nothing.'),
  annotationText: untranslated('Says that it changes nothing.'),
};

/** A requested schema. Properties without a title get a marked one. */
export function objectSchema(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  const titled = Object.entries(properties).map(([name, schema]) => [name, { title: untranslated(name), ...schema }]);
  return { type: 'object', properties: Object.fromEntries(titled), required: [...required] };
}

function formOf(reading: ReturnType<typeof readRequestedSchema>): FormModel {
  if (!reading.ok) throw new Error('The schema of a fixture cannot be a form.');
  return reading.form;
}

type Content = Readonly<Record<string, unknown>>;

interface FormScreenOptions extends Partial<Omit<ScreenOf<'form'>, 'kind' | 'form' | 'inputs' | 'secrets'>> {
  readonly schema?: object;
  /** The initial content of the fields. */
  readonly content?: Content;
}

/** A form elicitation whose buttons take input at once. */
export function formScreen({ schema, content = {}, ...more }: FormScreenOptions = {}): ScreenOf<'form'> {
  const form = formOf(readRequestedSchema(schema ?? objectSchema({ name: { type: 'string' } }, ['name'])));
  const message = more.message ?? untranslated('For whom is the table?');
  const inputs = inputsFromContent(form, content);
  return {
    kind: 'form',
    id: 'form',
    server: bookingsServer,
    message,
    form,
    inputs: [...inputs],
    secrets: shownSecrets(form, message, inputs),
    isRepeated: false,
    requiresReview: false,
    declinedBefore: false,
    ignoreInputMs: 0,
    ...more,
  };
}

export function shownSecrets(form: FormModel, message: string, inputs: FormInputs): ScreenOf<'form'>['secrets'] {
  return [...flaggedFields({ form, sensitive: sensitiveFields(form, message) }, inputs)];
}

interface ArgumentsScreenOptions extends Partial<Omit<ScreenOf<'arguments'>, 'kind' | 'form' | 'inputs' | 'secrets'>> {
  readonly schema?: object;
  readonly content?: Content;
}

/** The form for the arguments of a call. */
export function argumentsScreen({ schema, content = {}, ...more }: ArgumentsScreenOptions = {}): ScreenOf<'arguments'> {
  const read = formOf(readArgumentsSchema(schema ?? objectSchema({ name: { type: 'string' } }, ['name'])));
  const { form, inputs } = fillArguments(read, content, restBox(false));
  return {
    kind: 'arguments',
    id: 'arguments',
    server: bookingsServer,
    target: bookingTool,
    form,
    inputs: [...inputs],
    secrets: shownSecrets(form, '', inputs).map((secret) => ({ ...secret, isArgument: true })),
    offersCompletions: false,
    ignoreInputMs: 0,
    ...more,
  };
}

/** A URL and its findings for a user who has visited nothing. */
export function shownAddress(raw: string): { readonly url: ShownUrl; readonly findings: ShownUrlFinding[] } {
  const reading = readUrl(raw);
  if (!reading.ok) throw new Error(`The address of a fixture is refused: ${reading.rule}`);
  const findings = urlFindings(reading.url, { visited: [], known: [] });
  return { url: shownUrl(reading.url), findings: shownUrlFindings(findings, reading.url, false) };
}

export function urlScreen(raw: string, more: Partial<ScreenOf<'url'>> = {}): ScreenOf<'url'> {
  return {
    kind: 'url',
    id: 'url',
    server: bookingsServer,
    message: untranslated('Please sign in to go on.'),
    ...shownAddress(raw),
    copied: false,
    declinedBefore: false,
    ignoreInputMs: 0,
    ...more,
  };
}
