import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '#test/root.ts';
import { PanelMessaging } from '#webview/shell/panelMessaging.ts';

const webview = fromRoot('webview');
const files = readdirSync(webview, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'));

/** The files of the webview in which a pattern occurs. */
const filesWith = (pattern: RegExp) => files.filter((path) => pattern.test(readFileSync(join(webview, path), 'utf8')));

describe('the webviews', () => {
  it('do not parse HTML or evaluate texts', () => {
    assert.ok(files.length > 40);
    const sinks =
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTML\w*|parseFromString|createContextualFragment|srcdoc|eval)\b|document\.write|new Function|javascript:/;
    assert.deepEqual(filesWith(sinks), []);
  });

  it('use execCommand only to type text into a text field', () => {
    assert.deepEqual(filesWith(/\bexecCommand\b/), ['shell/fillText.ts']);
    const filling = readFileSync(join(webview, 'shell/fillText.ts'), 'utf8');
    assert.deepEqual(filling.match(/execCommand\([^)]*\)/g), [
      "execCommand('delete')",
      "execCommand('insertText', false, text)",
    ]);
  });

  it('do not fetch or open anything', () => {
    const requestFunctions =
      /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\b|window\.open|location\./;
    assert.deepEqual(filesWith(requestFunctions), []);
  });

  it('keep no state but the scroll position, and the filters of the history', () => {
    assert.deepEqual(filesWith(/\b(?:localStorage|sessionStorage|indexedDB|caches)\b|document\.cookie/), []);
    assert.deepEqual(filesWith(/\bsetState\b/), ['history/historyMessaging.ts', 'shell/panelMessaging.ts']);
    const states: unknown[] = [];
    Reflect.set(globalThis, 'acquireVsCodeApi', () => ({
      postMessage: () => undefined,
      getState: () => states.at(-1),
      setState: (state: unknown) => states.push(state),
    }));
    try {
      const host = new PanelMessaging();
      const position = { screen: 's1', scroll: 7, inputs: [{ kind: 'text', text: 'hunter2' }] };
      host.scrollPosition = position;
      assert.deepEqual(states, [{ screen: 's1', scroll: 7 }]);
      assert.deepEqual(host.scrollPosition, { screen: 's1', scroll: 7 });
    } finally {
      Reflect.deleteProperty(globalThis, 'acquireVsCodeApi');
    }
  });

  for (const [what, state] of [
    ['nothing', undefined],
    ['a text', 's1'],
    ['null', null],
    ['another shape', { screen: 1, scroll: 's1' }],
  ] as const) {
    it(`start at the top if the stored state is ${what}`, () => {
      Reflect.set(globalThis, 'acquireVsCodeApi', () => ({ getState: () => state }));
      try {
        assert.equal(new PanelMessaging().scrollPosition, undefined);
      } finally {
        Reflect.deleteProperty(globalThis, 'acquireVsCodeApi');
      }
    });
  }
});
