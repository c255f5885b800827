import {
  cleared,
  describeCases,
  type FieldCase,
  omitted,
  requiredSchema,
  says,
  sends,
  untouched,
} from './fieldCases.ts';

const of = (format: string) => ({ type: 'string', format });
const sent = (format: string, texts: readonly string[]): FieldCase[] =>
  texts.map((text) => [`${text} is sent`, of(format), text, sends(text)]);
const refused = (
  format: string,
  rows: readonly (readonly [idea: string, text: string, message: string])[],
): FieldCase[] => rows.map(([idea, text, message]) => [`${text}: ${idea}`, of(format), text, says(message)]);

const email = 'Enter an e-mail address, such as name@example.com.';
const plainEmail = 'This form takes e-mail addresses in plain letters only, such as name@example.com.';

describeCases('e-mail address', [
  ...sent('email', [
    'root@localhost',
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'brien@example.org",
    'x@1-2.example',
    '_@xn--bcher-kva.example',
  ]),
  ...refused('email', [
    ['has no @', 'example.com', email],
    ['has no name', '@example.com', email],
    ['has no host', 'a@', email],
    ['has two @', 'a@b@c.de', email],
    ['has a space', 'a b@c.de', email],
    ['has a dot at the end of its name', 'a.@c.de', email],
    ['has two dots', 'a..b@c.de', email],
    ['has a label that begins with a hyphen', 'a@-c.de', email],
    ['has a display name', 'A <a@c.de>', email],
    ['has a name beyond ASCII', 'jürgen@example.com', plainEmail],
    ['has a host beyond ASCII', 'a@bücher.example', plainEmail],
    ['is longer than any address', `${'a'.repeat(250)}@b.co`, email],
  ]),
  ['is sent without surrounding spaces', of('email'), ' a@c.de\t', sends('a@c.de')],
  ['optional and cleared is left out', of('email'), cleared, omitted],
  ['optional and only spaces is left out', of('email'), '  ', omitted],
  ['required and untouched has a problem', requiredSchema(of('email')), untouched, says('Required.')],
]);

const uri = 'Enter a valid URI, such as https://example.com/page; write other characters as %XX.';
const scheme = 'Enter a full URI that begins with its scheme, such as https://example.com/page.';

describeCases('URI', [
  ...sent('uri', [
    'https://example.com',
    'https://user:pw@example.com:8080/a/b;c=1?q=%20#top',
    'http://[2001:db8::1]:80/',
    'http://[::ffff:192.0.2.1]/',
    'mailto:a@b.co',
    'urn:isbn:0451450523',
    'file:///etc/hosts',
    'a:/',
  ]),
  ...refused('uri', [
    ['has no scheme', 'example.com/page', scheme],
    ['is only a path', '/page', scheme],
    ['has a scheme that begins with a digit', '1http://example.com', scheme],
    ['has nothing after its scheme', 'https:', uri],
    ['has a space', 'https://example.com/a b', 'Enter a URI without spaces; write %20 for a space inside it.'],
    ['has a letter beyond ASCII', 'https://example.com/ü', uri],
    ['has half a percent-encoding', 'https://example.com/%2', uri],
    ['has a bracket in its path', 'https://example.com/[a]', uri],
    ['has no port number', 'https://example.com:port/', uri],
    ['has a broken IPv6 address', 'http://[1:2]/', uri],
    ['has two fragments', 'https://example.com/#a#b', uri],
  ]),
]);

describeCases('date', [
  ...sent('date', ['2026-03-31', '2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31']),
  ...refused('date', [
    ['is no leap day', '2023-02-29', 'This date does not exist. Use the form 2026-03-31.'],
    ['is no leap day in a century', '1900-02-29', 'This date does not exist. Use the form 2026-03-31.'],
    ['is the 31st of a short month', '2026-04-31', 'This date does not exist. Use the form 2026-03-31.'],
    ['has a month 13', '2026-13-01', 'This date does not exist. Use the form 2026-03-31.'],
    ['has a day 0', '2026-01-00', 'This date does not exist. Use the form 2026-03-31.'],
    ['has one digit for the month', '2026-3-31', 'Enter a date in the form 2026-03-31.'],
    ['is the other way round', '31.03.2026', 'Enter a date in the form 2026-03-31.'],
    ['carries a time', '2026-03-31T10:00:00Z', 'Enter a date in the form 2026-03-31.'],
    ['has digits of another script', '٢٠٢٦-٠٣-٣١', 'Enter a date in the form 2026-03-31.'],
  ]),
  ['is sent without surrounding white space', of('date'), ' 2026-03-31\n', sends('2026-03-31')],
  ['default that is no date is none', { ...of('date'), default: '2023-02-29' }, untouched, omitted],
]);

const inFull = (typed: string, sent: string): FieldCase => [
  `${typed} is sent in full`,
  of('date-time'),
  typed,
  sends(sent),
];

describeCases('date and time', [
  inFull('2026-03-31 14:30:00Z', '2026-03-31T14:30:00Z'),
  inFull('2026-03-31T14:30+02:00', '2026-03-31T14:30:00+02:00'),
  inFull(' 2026-03-31  9:30 z ', '2026-03-31T09:30:00Z'),
  ...sent('date-time', [
    '2026-03-31T14:30:00Z',
    '2026-03-31t14:30:00z',
    '2026-03-31T14:30:00.123456+02:00',
    '2026-03-31T00:00:00-23:59',
    '2016-12-31T23:59:60Z',
    '2017-01-01T00:59:60+01:00',
  ]),
  ...refused('date-time', [
    ['lacks the time', '2026-03-31', 'Add the time, as in 2026-03-31T14:30:00Z.'],
    ['lacks the seconds before words', '2026-03-31T14:30 sharp', 'Add the seconds, as in 2026-03-31T14:30:00Z.'],
    ['lacks the zone', '2026-03-31T14:30:00', 'Add the time zone: Z for UTC, or an offset such as +02:00.'],
    [
      'lacks the zone after a fraction',
      '2026-03-31T14:30:00.5',
      'Add the time zone: Z for UTC, or an offset such as +02:00.',
    ],
    [
      'has a short offset',
      '2026-03-31T14:30:00+02',
      'Write the time zone as Z for UTC, or as an offset such as +02:00.',
    ],
    [
      'has an offset without colon',
      '2026-03-31T14:30:00+0200',
      'Write the time zone as Z for UTC, or as an offset such as +02:00.',
    ],
    [
      'has a zone by name',
      '2026-03-31T14:30:00 CET',
      'Write the time zone as Z for UTC, or as an offset such as +02:00.',
    ],
    ['has a word for the T', '2026-03-31 at 14:30', 'Write a T between date and time, as in 2026-03-31T14:30:00Z.'],
    [
      'lacks the zone, and the offset of the user is not known',
      '2026-03-31 14:30',
      'Add the time zone: Z for UTC, or an offset such as +02:00.',
    ],
    [
      'has a date that does not exist',
      '2026-02-30T14:30:00Z',
      'This date does not exist. Use the form 2026-03-31T14:30:00Z.',
    ],
    ['has an hour 24', '2026-03-31T24:00:00Z', 'This time does not exist. Use the form 2026-03-31T14:30:00Z.'],
    [
      'has a leap second at noon',
      '2026-03-31T12:00:60Z',
      'This time does not exist. Use the form 2026-03-31T14:30:00Z.',
    ],
    ['has words', 'tomorrow', 'Enter a date and time in the form 2026-03-31T14:30:00Z.'],
  ]),
]);
