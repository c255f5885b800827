/**
 * Runs in the page before the webview's script: the part of the editor that a webview sees. These functions are sent to
 * the browser as text, so they import nothing.
 */
import type { Theme } from './editorThemes.ts';

declare global {
  interface Window {
    /** The messages that the webview has posted, oldest first, as JSON. */
    posted: unknown[];
    /** What the webview has given to the editor to keep, which `getState` returns. */
    editorState: unknown;
    applyTheme(theme: Theme): void;
  }
}

interface FakeEditorOptions {
  readonly theme: Theme;
  /** The style sheet of the editor. */
  readonly styleSheet: string;
  /** Messages that are delivered when the page is loaded. */
  readonly kept: readonly unknown[];
}

/** Replaces the editor: its theme, its style sheet and `acquireVsCodeApi`. */
export function installFakeEditor({ theme, styleSheet, kept }: FakeEditorOptions): void {
  // `WebviewPage.reloadWindow` stores what the editor keeps with the tab.
  const storedState = sessionStorage.getItem('editorState');
  sessionStorage.removeItem('editorState');
  window.editorState = storedState === null ? undefined : JSON.parse(storedState);
  let acquired = false;
  window.posted = [];
  Object.defineProperty(window, 'acquireVsCodeApi', {
    value: () => {
      if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
      acquired = true;
      return Object.freeze({
        postMessage: (message: unknown) => {
          window.posted.push(JSON.parse(JSON.stringify(message)));
        },
        getState: () => window.editorState,
        setState: (newer: unknown) => {
          window.editorState = newer;
        },
      });
    },
  });
  window.addEventListener('DOMContentLoaded', () => {
    // This listener runs after the page's own, as in the editor.
    window.addEventListener('load', () => {
      for (const message of kept) window.postMessage(message, window.origin);
    });
  });
  let worn: readonly string[] = [];
  window.applyTheme = ({ bodyClass, kind, variables }) => {
    const { style } = document.documentElement;
    for (const name of worn) style.removeProperty(name);
    worn = Object.keys(variables);
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
    document.body.dataset['vscodeThemeKind'] = kind;
    document.body.className = bodyClass;
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleSheet);
  document.adoptedStyleSheets.push(sheet);
  // The theme is set before the webview's script runs, as in the editor.
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    observer.disconnect();
    window.applyTheme(theme);
  });
  observer.observe(document, { childList: true, subtree: true });
}
