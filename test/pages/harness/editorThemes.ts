import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';

/** The data that the editor sets in a webview's document for a color theme. */
export interface Theme {
  /** The label in the editor's list of themes. */
  readonly label: string;
  /** The classes of the body. */
  readonly bodyClass: string;
  /** `data-vscode-theme-kind` of the body. */
  readonly kind: string;
  /** Custom properties of the root element: those that the webviews use. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ThemeData {
  /** The custom properties that the style sheets use. A theme can lack some of them. */
  readonly asked: readonly string[];
  /** The style sheet that the editor adds to every webview. */
  readonly styleSheet: string;
  readonly themes: readonly Theme[];
}

/** The editor's custom properties that are used in style sheets or scripts. */
export function themeVariablesIn(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(/--vscode-[\w-]+/g) ?? []))].sort();
}

const data: ThemeData = JSON.parse(readFileSync(join(root, 'test/data/themes.json'), 'utf8'));

/** Written by `npm run themes`. */
export const { asked, styleSheet, themes } = data;

export function themeByLabel(label: string): Theme {
  const theme = themes.find((one) => one.label === label);
  if (!theme) throw new Error(`There is no theme ${label} in test/data/themes.json.`);
  return theme;
}
