import { messagesToExtension, sampleScreens, screenId, viewWith } from './sampleMessages.ts';

export const show = (screen: unknown) => ({ type: 'show', view: { ...viewWith(sampleScreens.welcome), screen } });

export const edit = (inputs: readonly unknown[]) => ({
  ...messagesToExtension.edit,
  changes: inputs.map((input, field) => ({ field, input })),
});

export const review = (inputs: readonly unknown[]) => ({ ...messagesToExtension.review, inputs });

export const submit = (inputs: readonly unknown[]) => ({ ...messagesToExtension.submit, inputs });

/** Objects nested in each other's property `type`. */
export function nestedTypes(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) value = { type: value };
  return value;
}

/** Values that are no message of either side, each with its description. */
export const malformedMessages: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', 'ready'],
  ['a number', 1],
  ['a function', () => ({ type: 'ready' })],
  ['a list of a message', [{ type: 'ready' }]],
  ['an empty list', []],
  ['an object without a type', { screen: screenId }],
  ['an object with an unknown type', { type: 'accept', screen: screenId }],
  ['an object with the type "constructor"', { type: 'constructor', screen: screenId }],
  ['an object with the type "__proto__"', { type: '__proto__', screen: screenId }],
  ['an object whose type is a list', { type: ['cancel'], screen: screenId }],
  ['an object whose type is an object with its own toString', { type: { toString: () => 'cancel' }, screen: screenId }],
  ['100,000 objects nested in each other', nestedTypes(100_000)],
];
