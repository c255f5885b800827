import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { readElicitation } from '#core/elicitation/elicitationParams.ts';
import { nameElicitation, page, readingOf, required } from '#test/host/samples.ts';

const bothModes = { form: true, url: true };
const read = (params: unknown, era: 'legacy' | 'modern' = 'legacy', modes = bothModes) =>
  readElicitation(params, { modes, era });

const refusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProtocolError);
  assert.equal(error.code, -32602);
  assert.match(error.message, message);
  return true;
};

describe('the parameters of an elicitation in URL mode', () => {
  it('are read unchanged, and the URL is parsed', () => {
    const url = 'HTTPS://Example.com:8443/a%20b?q=ä#f';
    assert.deepEqual(read({ mode: 'url', message: 'Go\nthere', url, elicitationId: 'x', more: 1 }), {
      mode: 'url',
      message: 'Go\nthere',
      url,
      parsedUrl: readingOf(url),
      elicitationId: 'x',
    });
  });

  it('have no id in the modern era', () => {
    const expected = { ...page('a'), parsedUrl: readingOf('https://example.com/a') };
    assert.deepEqual(read(page('a'), 'modern'), expected);
    assert.deepEqual(read(required('a'), 'modern'), expected);
  });

  for (const [what, changes, message] of [
    ['no URL', { url: undefined }, /^url: must be a string\.$/],
    ['an invalid URL', { url: 'https://' }, /^url: must be a valid URL/],
    ['a relative URL', { url: '/settings' }, /^url: must be a valid URL/],
    ['a script', { url: 'javascript:alert(1)' }, /^url: must begin with https/],
    ['a script after a space', { url: ' javascript:alert(1)' }, /^url: must begin with https/],
    ['a script with a space in it', { url: 'javascript: alert(1)' }, /^url: must begin with https/],
    ['a script with a tab in its name', { url: 'java\tscript:alert(1)' }, /^url: must begin with https/],
    ['a protocol handler of Windows', { url: 'ms-msdt:/id PCWDiagnostic /skip force' }, /^url: must begin with https/],
    [
      'a protocol handler of Windows with a file',
      { url: 'ms-word:ofe|u|\\\\host\\a.docx' },
      /^url: must begin with https/,
    ],
    ['a command', { url: 'command:workbench.action.quit' }, /^url: must begin with https/],
    ['a file', { url: 'file:///etc/passwd' }, /^url: must begin with https/],
    ['a URL of the editor', { url: 'vscode://x/y' }, /^url: must begin with https/],
    ['a data URL', { url: 'data:text/html,x' }, /^url: must begin with https/],
    ['missing slashes', { url: 'https:example.com' }, /^url: must begin with https/],
    ['too many slashes', { url: 'https:///example.com' }, /^url: must begin with https/],
    ['a backslash', { url: 'https://example.com\\@evil.test' }, /^url: must be a valid URL/],
    ['white space around it', { url: ' https://example.com' }, /^url: must be a valid URL/],
    ['a line break', { url: 'https://exa\nmple.com' }, /^url: must be a valid URL/],
    ['a URL that is too long', { url: `https://example.com/${'x'.repeat(20_000)}` }, /^url: must not be longer/],
    ['no message', { message: 1 }, /^message: must be a string/],
    ['no id', { elicitationId: undefined }, /^elicitationId: must be a string that is not empty/],
    ['an empty id', { elicitationId: '' }, /^elicitationId: must be/],
    ['an id that is too long', { elicitationId: 'x'.repeat(2000) }, /^elicitationId: must not be longer/],
  ] as const) {
    it(`with ${what} are refused`, () => {
      assert.throws(() => read({ ...required('a'), ...changes }), refusal(message));
    });
  }
});

describe('the mode of an elicitation', () => {
  it('that was not declared is refused', () => {
    assert.throws(() => read(required('a'), 'legacy', { form: true, url: false }), refusal(/^mode: URL mode was not/));
    assert.throws(
      () => read(nameElicitation, 'legacy', { form: false, url: true }),
      refusal(/^mode: form mode was not/),
    );
  });

  it('is form if there is none', () => {
    assert.equal(read(nameElicitation).mode, 'form');
  });
});

describe('the parameters of an elicitation are bounded in', () => {
  it('the length of the message', () => {
    read({ ...nameElicitation, message: 'm'.repeat(1_000_000) });
    assert.throws(
      () => read({ ...nameElicitation, message: 'm'.repeat(1_000_001) }),
      refusal(/^message: must not be longer than 1,000,000 characters\.$/),
    );
    const url = { ...page('a'), message: 'm'.repeat(1_000_001) };
    assert.throws(() => read(url, 'modern'), refusal(/^message: must not be longer/));
  });

  it('the values of the schema', () => {
    const schema = (length: number) => ({
      ...nameElicitation.requestedSchema,
      examples: Array.from({ length }, () => 1),
    });
    const countValues = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, part) => sum + countValues(part), 1)
        : 1;
    const maxLength = 100_000 - countValues(schema(0));
    read({ ...nameElicitation, requestedSchema: schema(maxLength) });
    assert.throws(
      () => read({ ...nameElicitation, requestedSchema: schema(maxLength + 1) }),
      refusal(/^requestedSchema: must not have more than 100,000 values in it\.$/),
    );
  });

  it('the length of the schema', () => {
    const schema = (length: number) => ({ ...nameElicitation.requestedSchema, title: 't'.repeat(length) });
    const maxLength = 4_000_000 - JSON.stringify(schema(0)).length;
    read({ ...nameElicitation, requestedSchema: schema(maxLength) });
    assert.throws(
      () => read({ ...nameElicitation, requestedSchema: schema(maxLength + 1) }),
      refusal(/^requestedSchema: must not be longer than 4,000,000 characters of JSON\.$/),
    );
  });
});
