import assert from 'node:assert/strict';
import { webviewDocument } from '../../../src/editor/webviewDocument.ts';

const parts = {
  nonce: 'bm9uY2U=',
  source: 'https://files.example',
  script: 'https://files.example/dist/webview.js',
  styles: ['https://files.example/media/panel.css', 'https://files.example/media/panel-fields.css'],
  title: 'MCP Elicitation Host',
  also: ['img-src data:'],
};

/** Directive -> its sources. */
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

  it('allows the one script by its nonce, our own style sheets, what is named, and nothing else', () => {
    assert.deepEqual(Object.fromEntries(policyIn(html)), {
      'default-src': ["'none'"],
      'script-src': ["'nonce-bm9uY2U='"],
      'style-src': ['https://files.example', "'nonce-bm9uY2U='"],
      'img-src': ['data:'],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
    });
  });

  it('makes no exception for scripts or styles in it, for code made of text, or for other origins', () => {
    assert.doesNotMatch(html, /unsafe-|strict-dynamic|\*|http:|blob:|wasm/);
  });

  it('has no script, handler or style that the policy would have to make an exception for', () => {
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.match(html, /<script nonce="bm9uY2U=" src="https:\/\/files\.example\/dist\/webview\.js"><\/script>/);
    assert.doesNotMatch(html, /\son\w+=|\sstyle=|<style|javascript:/);
  });

  it('has the policy before anything that it is about', () => {
    const policy = html.indexOf('Content-Security-Policy');
    assert.ok(policy < html.indexOf('<link') && policy < html.indexOf('<script'));
  });

  it('holds nothing of what is shown: the body is one empty element', () => {
    const [, body = ''] = /<body>(.*)<\/body>/s.exec(html) ?? [];
    assert.match(body, /^\s*<div id="root"><\/div>\s*<script[^>]*><\/script>\s*$/);
  });
});
