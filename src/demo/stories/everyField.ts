import * as z from 'zod';
import { defineStory, type FieldSchema } from './story.ts';
import { textResult } from './storyText.ts';

const fruit = [
  { const: 'apple', title: 'A crisp apple' },
  { const: 'pear', title: 'A ripe pear' },
  { const: 'plum', title: 'A blue plum' },
  { const: 'fig', title: 'A fresh fig' },
];

/** Every kind of field of the MCP specification (2025-11-25, client/elicitation, Requested Schema). */
const properties = {
  plain: { type: 'string', title: 'Plain text', description: 'Anything, or nothing.' },
  required: {
    type: 'string',
    title: 'Text that must be given',
    description: 'The only text here that is required and empty.',
  },
  length: { type: 'string', title: 'Text of 3 to 12 characters', minLength: 3, maxLength: 12 },
  pattern: {
    type: 'string',
    title: 'Text with a pattern',
    description: 'Three capital letters, a hyphen and three digits, such as ABC-123.',
    pattern: '^[A-Z]{3}-\\d{3}$',
  },
  emptyDefault: { type: 'string', title: 'Text that is empty by default', default: '' },
  textDefault: { type: 'string', title: 'Text with a default', default: 'Good morning' },
  email: { type: 'string', title: 'E-mail address', format: 'email' },
  uri: { type: 'string', title: 'Web address', format: 'uri' },
  date: { type: 'string', title: 'Date', format: 'date' },
  dateTime: { type: 'string', title: 'Date and time', format: 'date-time' },
  number: { type: 'number', title: 'Number', description: 'Fractions are welcome.', minimum: -10, maximum: 10 },
  zeroDefault: { type: 'number', title: 'Number that is 0 by default', default: 0 },
  integer: { type: 'integer', title: 'Whole number', minimum: 1, maximum: 100 },
  yesOrNo: { type: 'boolean', title: 'Yes or no, to be chosen', description: 'Required, and nobody chooses for you.' },
  falseDefault: { type: 'boolean', title: 'No by default', default: false },
  trueDefault: { type: 'boolean', title: 'Yes by default', default: true },
  choice: { type: 'string', title: 'One of three', enum: ['small', 'medium', 'large'] },
  titledChoice: { type: 'string', title: 'One of four, with titles', oneOf: fruit, default: 'pear' },
  namedChoice: {
    type: 'string',
    title: 'One of three, with names in the older form',
    enum: ['r', 'g', 'b'],
    enumNames: ['Red', 'Green', 'Blue'],
  },
  choices: {
    type: 'array',
    title: 'One or two of three',
    minItems: 1,
    maxItems: 2,
    items: { type: 'string', enum: ['north', 'centre', 'south'] },
  },
  titledChoices: {
    type: 'array',
    title: 'Two or three of four, with titles',
    minItems: 2,
    maxItems: 3,
    items: { anyOf: fruit },
    default: ['apple', 'fig'],
  },
} satisfies Record<string, FieldSchema>;

const outputSchema = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
});

/** One form with all kinds of fields, and a result that lists every received value. */
export const everyField = defineStory({
  name: 'every_field',
  title: 'Every kind of field',
  description: 'One form with every kind of field an MCP server may ask for, then exactly what it received.',
  inputSchema: z.object({}),
  outputSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(_, { elicitForm }) {
    const answer = await elicitForm({
      key: 'fields',
      message: 'Every kind of field at once. Only two need an answer; leave the rest as you like.',
      properties,
      required: ['required', 'emptyDefault', 'yesOrNo'],
    });
    if (answer.action === 'decline') {
      return textResult('You declined, so no value was sent and there is nothing to show.', { action: answer.action });
    }
    if (answer.action === 'cancel') {
      return textResult('You closed the form. That is not a no: the server was told “cancel” and received no value.', {
        action: answer.action,
      });
    }
    const received = Object.entries(answer.content).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const missing = Object.keys(properties).filter((name) => !Object.hasOwn(answer.content, name));
    const omitted = missing.length > 0 ? `\n\nLeft out: ${missing.join(', ')}` : '';
    return textResult(`The server received ${received.length} values:\n\n${received.join('\n')}${omitted}`, {
      action: answer.action,
      content: answer.content,
    });
  },
});
