import { cleared, describeCases, omitted, requiredSchema, says, sends, untouched } from './fieldCases.ts';

const agree = { type: 'boolean' };

describeCases('boolean', [
  ['yes', agree, true, sends(true)],
  ['no', agree, false, sends(false)],
  ['never touched is left out', agree, untouched, omitted],
  ['unset is left out', agree, cleared, omitted],
  ['required must be chosen', requiredSchema(agree), untouched, says('Required.')],
  ['required may be no', requiredSchema(agree), false, sends(false)],
  ['default false is sent', { ...agree, default: false }, untouched, sends(false)],
  ['default true is sent', { ...agree, default: true }, untouched, sends(true)],
  ['required with default false is sent', requiredSchema({ ...agree, default: false }), untouched, sends(false)],
  ['unset default is left out', { ...agree, default: true }, cleared, omitted],
]);

const color = { type: 'string', enum: ['red', 'green'] };
const titled = {
  type: 'string',
  oneOf: [
    { const: '#f00', title: 'Red' },
    { const: '#0f0', title: 'Green', description: 'Like grass' },
  ],
};
const legacy = { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] };

describeCases('choice', [
  ['of an enum', color, 'green', sends('green')],
  ['of titled options sends the const', titled, 'Red', sends('#f00')],
  ['of legacy enumNames sends the value', legacy, 'Medium', sends('m')],
  ['never touched is left out', color, untouched, omitted],
  ['unset is left out', titled, cleared, omitted],
  ['required must be made', requiredSchema(color), untouched, says('Required.')],
  ['required and unset must be made', requiredSchema(legacy), cleared, says('Required.')],
  ['default is sent', { ...color, default: 'green' }, untouched, sends('green')],
  ['titled default is sent', { ...titled, default: '#0f0' }, untouched, sends('#0f0')],
  ['unset default is left out', { ...color, default: 'green' }, cleared, omitted],
  ['may have the empty text as an option', { type: 'string', enum: ['', 'a'] }, '(empty)', sends('')],
  [
    'default may be the empty text',
    requiredSchema({ type: 'string', enum: ['', 'a'], default: '' }),
    untouched,
    sends(''),
  ],
  ['of whole numbers', { type: 'integer', enum: [1, 2, 3] }, '2', sends(2)],
  ['of numbers', { type: 'number', enum: [0.5, 1] }, '0.5', sends(0.5)],
  ['of titled numbers', { type: 'integer', oneOf: [{ const: 0, title: 'None' }] }, 'None', sends(0)],
  ['default 0 is sent', { type: 'integer', enum: [0, 1], default: 0 }, untouched, sends(0)],
  ['option without title reads as its const', { type: 'string', oneOf: [{ const: 'a' }] }, 'a', sends('a')],
  [
    'option with a blank title reads as its const',
    { type: 'string', oneOf: [{ const: 'a', title: ' ' }] },
    'a',
    sends('a'),
  ],
  [
    'options with the same title are distinguished by their consts',
    {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'Same' },
        { const: 'b', title: 'Same' },
      ],
    },
    'Same (b)',
    sends('b'),
  ],
  [
    'a lone const is the only option',
    requiredSchema({ type: 'string', const: 'I agree' }),
    'I agree',
    sends('I agree'),
  ],
  ['options called like methods', { type: 'string', enum: ['toString', '__proto__'] }, '__proto__', sends('__proto__')],
]);

const tags = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } };
const titledTags = {
  type: 'array',
  items: {
    anyOf: [
      { const: '1', title: 'One' },
      { const: '2', title: 'Two' },
    ],
  },
};
const two = { ...tags, minItems: 2, maxItems: 2 };

describeCases('multiple choice', [
  ['sends what is chosen', tags, ['a', 'c'], sends(['a', 'c'])],
  ['sends in the order of the options', tags, ['c', 'a'], sends(['a', 'c'])],
  ['of titled options sends the consts', titledTags, ['Two'], sends(['2'])],
  [
    'of oneOf options sends the consts',
    { type: 'array', items: { oneOf: titledTags.items.anyOf } },
    ['One'],
    sends(['1']),
  ],
  ['never touched is left out', tags, untouched, omitted],
  ['emptied is left out', tags, cleared, omitted],
  ['default is sent', { ...tags, default: ['b'] }, untouched, sends(['b'])],
  ['untouched default keeps the order of the server', { ...tags, default: ['c', 'a'] }, untouched, sends(['c', 'a'])],
  ['titled default is sent', { ...titledTags, default: ['2'] }, untouched, sends(['2'])],
  ['emptied default is left out', { ...tags, default: ['b'] }, cleared, omitted],
  ['untouched empty default is sent', { ...tags, default: [] }, untouched, sends([])],
  ['emptied empty default is left out', { ...tags, default: [] }, cleared, omitted],
  ['required may be empty', requiredSchema(tags), untouched, sends([])],
  ['required may be emptied', requiredSchema({ ...tags, default: ['a'] }), cleared, sends([])],
  ['required with a minimum must be chosen', requiredSchema({ ...tags, minItems: 1 }), untouched, says('Required.')],
  ['too few', { ...tags, minItems: 2 }, ['a'], says('Choose at least 2 (you have 1).')],
  ['too many', { ...tags, maxItems: 2 }, ['a', 'b', 'c'], says('Choose at most 2 (you have 3).')],
  ['outside its range', { ...tags, minItems: 1, maxItems: 2 }, ['a', 'b', 'c'], says('Choose 1 to 2 (you have 3).')],
  ['an exact number', two, ['a'], says('Choose exactly 2 (you have 1).')],
  ['the exact number', two, ['a', 'b'], sends(['a', 'b'])],
  ['optional and emptied is not too few', two, cleared, omitted],
  ['optional empty default with too few options is left out', { ...two, default: [] }, untouched, omitted],
  ['default with too few options is none', { ...two, default: ['a'] }, untouched, omitted],
  [
    'default that is too few is none if some must be chosen',
    requiredSchema({ ...two, default: ['a'] }),
    untouched,
    says('Required.'),
  ],
  ['uniqueItems always holds', { ...tags, uniqueItems: true }, ['a', 'b'], sends(['a', 'b'])],
  ['more than the options may be allowed', { ...tags, maxItems: 9 }, ['a', 'b', 'c'], sends(['a', 'b', 'c'])],
]);
