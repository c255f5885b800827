import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';

/** What the editor gives a webview's document in one color theme. */
export interface Theme {
  /** As the editor's list of themes has it. */
  readonly label: string;
  /** The classes of the body. */
  readonly bodyClass: string;
  /** `data-vscode-theme-kind` of the body. */
  readonly kind: string;
  /** Custom properties of the root element: those that the webviews use. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ThemeData {
  /** The custom properties that were asked for. A theme need not have a value for each. */
  readonly asked: readonly string[];
  /** The style sheet that the editor puts into every webview. */
  readonly styleSheet: string;
  readonly themes: readonly Theme[];
}

/** The editor's custom properties that are mentioned in style sheets or scripts. */
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
