import { join } from 'node:path';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { root } from '#scripts/lib/process.mjs';
import { type Theme, themes } from '#test/pages/harness/editorThemes.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';

/** WCAG up to 2.2, levels A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on colors, and so on the theme. */
const ofColors = ['color-contrast', 'link-in-text-block'];

const everything: RunOptions = {
  runOnly: { type: 'tag', values: tags },
  // Off by default, although it is a rule of WCAG 2.2.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations', 'incomplete'],
};
const colors: RunOptions = {
  runOnly: { type: 'rule', values: ofColors },
  resultTypes: ['violations', 'incomplete'],
  // These rules need no style sheets, only what is drawn.
  preload: false,
};

/**
 * Adds axe to the page from its next load on. Uses the debugger, because the content security policy allows no
 * other script.
 */
export function loadAxe({ page }: WebviewPage): Promise<unknown> {
  return page.addInitScript({ path: join(root, 'node_modules/axe-core/axe.min.js') });
}

/** The violations that axe-core finds in any of these themes, one per line: theme, rule, element, reason. */
export async function axeFindings(page: WebviewPage, worn: readonly Theme[] = themes): Promise<string[]> {
  const findings: string[] = [];
  for (const [index, theme] of worn.entries()) {
    await page.applyTheme(theme);
    const results = await run(page, index === 0 ? everything : colors);
    findings.push(...results.map((finding) => `${theme.label}: ${finding}`));
  }
  return findings;
}

function run({ page }: WebviewPage, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const { violations, incomplete } = await window.axe.run(document, wanted);
    // Text in the color of its background is a violation for a reader. axe leaves it open, because it can be hidden on purpose.
    const invisible = incomplete
      .filter(({ id }) => id === 'color-contrast')
      .map((result) => ({
        ...result,
        nodes: result.nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
      }));
    return [...violations, ...invisible].flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any, all }) => {
        const why = [...any, ...all].map(({ message }) => message).join('; ');
        return `${id} at ${target.join(' ')}: ${why || help}`;
      }),
    );
  }, options);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
