import assert from 'node:assert/strict';
import { UriTemplate } from '@modelcontextprotocol/client';
import { expandTemplate, templateVariables } from '#core/model/uriTemplate.ts';

/** The variables of RFC 6570, section 3.2. */
const values = new Map([
  ['var', 'value'],
  ['hello', 'Hello World!'],
  ['half', '50%'],
  ['path', '/foo/bar'],
  ['base', 'http://example.com/home/'],
  ['who', 'fred'],
  ['dom', 'example.com'],
  ['x', '1024'],
  ['y', '768'],
  ['empty', ''],
  ['v', '6'],
]);

const expansions: Readonly<Record<string, string>> = {
  '{var}': 'value',
  '{hello}': 'Hello%20World%21',
  '{half}': '50%25',
  'O{empty}X': 'OX',
  'O{undef}X': 'OX',
  '{x,y}': '1024,768',
  '{x,hello,y}': '1024,Hello%20World%21,768',
  '?{x,empty}': '?1024,',
  '?{x,undef}': '?1024',
  '?{undef,y}': '?768',
  '{var:3}': 'val',
  '{var:30}': 'value',
  '{+var}': 'value',
  '{+hello}': 'Hello%20World!',
  '{+half}': '50%25',
  '{base}index': 'http%3A%2F%2Fexample.com%2Fhome%2Findex',
  '{+base}index': 'http://example.com/home/index',
  '{+path}/here': '/foo/bar/here',
  'here?ref={+path}': 'here?ref=/foo/bar',
  'up{+path}{var}/here': 'up/foo/barvalue/here',
  '{+x,hello,y}': '1024,Hello%20World!,768',
  '{+path:6}/here': '/foo/b/here',
  '{#var}': '#value',
  '{#hello}': '#Hello%20World!',
  '{#half}': '#50%25',
  'foo{#empty}': 'foo#',
  'foo{#undef}': 'foo',
  '{#path,x}/here': '#/foo/bar,1024/here',
  '{.who}': '.fred',
  '{.who,who}': '.fred.fred',
  'www{.dom}': 'www.example.com',
  'X{.undef}': 'X',
  '{/who}': '/fred',
  '{/half,who}': '/50%25/fred',
  '{/var,empty}': '/value/',
  '{/var,undef}': '/value',
  '{/var:1,var}': '/v/value',
  '{;who}': ';who=fred',
  '{;half}': ';half=50%25',
  '{;v,empty,who}': ';v=6;empty;who=fred',
  '{;x,y,undef}': ';x=1024;y=768',
  '{?x,y,empty}': '?x=1024&y=768&empty=',
  '{?undef}': '',
  '{?var:3}': '?var=val',
  '?fixed=yes{&x}': '?fixed=yes&x=1024',
  '{&x,y,empty}': '&x=1024&y=768&empty=',
};

describe('the expansion of a URI template', () => {
  it('must be done by the host: the SDK does not encode the values of {a,b}, and drops the operator of {#a,b} and {/a,b}', () => {
    const expandBySdk = (template: string) => new UriTemplate(template).expand({ a: 'a b', b: 'c/d' });
    const values = new Map([
      ['a', 'a b'],
      ['b', 'c/d'],
    ]);
    assert.equal(expandBySdk('x:/{a,b}'), 'x:/a b,c/d');
    assert.equal(expandTemplate('x:/{a,b}', values), 'x:/a%20b,c%2Fd');
    assert.equal(expandBySdk('x:{#a,b}'), 'x:a b,c/d');
    assert.equal(expandTemplate('x:{#a,b}', values), 'x:#a%20b,c/d');
    assert.equal(expandBySdk('x:{/a,b}'), 'x:a b,c/d');
    assert.equal(expandTemplate('x:{/a,b}', values), 'x:/a%20b/c%2Fd');
  });

  for (const [template, uri] of Object.entries(expansions)) {
    it(`turns ${template} into ${uri || 'an empty text'}`, () => assert.equal(expandTemplate(template, values), uri));
  }

  it('keeps encoded characters and encodes others if reserved characters are allowed', () =>
    assert.equal(expandTemplate('{+a}', new Map([['a', 'ä%41%zz%']])), '%C3%A4%41%25zz%25'));

  it('splits a value with a star at its slashes', () =>
    assert.equal(expandTemplate('file://{/path*}', new Map([['path', 'a b/c']])), 'file:///a%20b/c'));

  it('replaces a lone surrogate', () => assert.equal(expandTemplate('{a}', new Map([['a', '\ud800']])), '%EF%BF%BD'));
});

describe('the variables of a URI template', () => {
  it('are listed once; those with a separator are optional', () =>
    assert.deepEqual(templateVariables('db://{schema}/{+table}{/row}{?schema,limit,page-size}{#at}'), [
      { name: 'schema', required: true },
      { name: 'table', required: true },
      { name: 'row', required: false },
      { name: 'limit', required: false },
      { name: 'page-size', required: false },
      { name: 'at', required: false },
    ]));

  for (const template of ['a{b', 'a}b', '{}', '{a b}', '{a,}', '{=a}', '{a:0}', '{a{b}}', 'x'.repeat(2001)]) {
    it(`cannot be read from ${template.slice(0, 10)}`, () => {
      assert.throws(() => templateVariables(template), Error);
      assert.throws(() => expandTemplate(template, values), Error);
    });
  }
});
