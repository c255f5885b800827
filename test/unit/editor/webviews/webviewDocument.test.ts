import assert from 'node:assert/strict';
import { webviewDocument } from '#editor/webviews/webviewDocument.ts';

const parts = {
  nonce: 'bm9uY2U=',
  script: 'start("<div>");',
  style: 'main > p { color: red; }',
  title: 'MCP Elicitation Host',
  also: ['img-src data:'],
};

/** The content security policy of a document: the sources by directive. */
function policyIn(html: string): Map<string, string[]> {
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the document of a webview', () => {
  const html = webviewDocument(parts);

  it('allows only its script and styles by their nonce, and the named sources', () => {
    assert.deepEqual(Object.fromEntries(policyIn(html)), {
      'default-src': ["'none'"],
      'script-src': ["'nonce-bm9uY2U='"],
      'style-src': ["'nonce-bm9uY2U='"],
      'img-src': ['data:'],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
    });
  });

  it('allows no other inline scripts or styles, no `eval`, and no other origins', () => {
    assert.doesNotMatch(html, /unsafe-|strict-dynamic|\*|http:|blob:|wasm/);
  });

  it('contains no script, handler or style that the policy would not allow', () => {
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.equal(html.match(/<style/g)?.length, 1);
    assert.ok(html.includes(`<script nonce="bm9uY2U=">${parts.script}</script>`));
    assert.ok(html.includes(`<style nonce="bm9uY2U=">${parts.style}</style>`));
    assert.doesNotMatch(html, /\son\w+=|\sstyle=|javascript:/);
  });

  it('loads no file', () => {
    assert.doesNotMatch(html, /\s(src|href)=|@import|url\(/);
  });

  it('cannot contain a script or a style that would end its element', () => {
    for (const text of ['"</script>"', '"<SCRIPT"', '/* </style > */']) {
      assert.throws(() => webviewDocument({ ...parts, script: text }), /would end its element/);
      assert.throws(() => webviewDocument({ ...parts, style: text }), /would end its element/);
    }
  });

  it('has the policy before all elements that the policy applies to', () => {
    const policy = html.indexOf('Content-Security-Policy');
    assert.ok(policy < html.indexOf('<style') && policy < html.indexOf('<script'));
  });

  it('contains no data: the body is one empty element', () => {
    const [, body = ''] = /<body>(.*)<\/body>/s.exec(html) ?? [];
    assert.match(body.replace(parts.script, ''), /^\s*<div id="root"><\/div>\s*<script[^>]*><\/script>\s*$/);
  });
});

describe('the language of a webview', () => {
  const messages = {
    Submit: '"><script src="https://evil.example/x.js"></script><img src=x onerror=alert(1)>',
    'Send {0}': "' onload='alert(1)' &quot;&#34;> </div> \u2028\n\u0000 {0}",
  };
  const html = webviewDocument({ ...parts, language: 'de', messages });

  it('is the language of the document, with its writing direction', () => {
    const opening = (language: string) => /<html[^>]*>/.exec(webviewDocument({ ...parts, language }))?.[0];
    assert.equal(opening('pt-br'), '<html lang="pt-br" dir="ltr">');
    for (const language of ['ar', 'he', 'fa-IR', 'ur']) {
      assert.equal(opening(language), `<html lang="${language}" dir="rtl">`);
    }
    assert.equal(opening('"><script>'), '<html lang="&#34;&#62;&#60;script&#62;" dir="ltr">');
  });

  it('has its messages in an attribute that no translation can end', () => {
    assert.equal(html.match(/</g)?.length, webviewDocument(parts).match(/</g)?.length);
    const [, attribute = ''] = /<div id="root" data-messages="([^"]*)"><\/div>/.exec(html) ?? [];
    const read = attribute.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    assert.deepEqual(JSON.parse(read), messages);
    assert.deepEqual(policyIn(html), policyIn(webviewDocument(parts)));
  });
});
