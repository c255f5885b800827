import type { FormModel } from '#form/model.ts';

const options = [
  { value: 'a', label: 'A' },
  { value: 2, label: 'Two', description: 'A number' },
];
/** A form with a field of each kind. */
export const sampleForm: FormModel = {
  fields: [
    { kind: 'text', name: '__proto__', label: 'Text', required: true, format: 'email', minLength: 1, pattern: '^a' },
    { kind: 'number', name: 'n', label: 'N', required: false, integer: true, minimum: -1, multipleOf: 0.5, default: 1 },
    { kind: 'boolean', name: 'b', label: 'B', required: false, description: 'Yes or no', default: false },
    { kind: 'choice', name: 'c', label: 'C', required: true, options, default: 1 },
    { kind: 'multiChoice', name: 'm', label: 'M', required: true, options, minItems: 1, maxItems: 2, default: [0, 1] },
  ],
};
