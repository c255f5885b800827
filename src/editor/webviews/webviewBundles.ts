import { t } from '@vscode/l10n';
import type { WebviewContents } from './webviewDocument.ts';

/** The files and the title of a webview. */
export interface WebviewBundle extends Pick<WebviewContents, 'title' | 'also'> {
  /** The name of the bundle in `dist`. */
  readonly script: string;
  /** The names of style sheets in `media`, in their order. */
  readonly styles: readonly string[];
}

/** The files of the panel. Its content security policy also allows the images and sounds of results. */
export const panelBundle: WebviewBundle = {
  script: 'webview',
  styles: [
    'panel',
    'panel-header',
    'panel-checks',
    'panel-fields',
    'panel-rows',
    'panel-suggestions',
    'panel-help',
    'panel-options',
    'panel-review',
    'panel-cards',
    'panel-lines',
    'panel-actions',
    'panel-urls',
    'panel-steps',
    'panel-contents',
    'panel-sizes',
    'panel-conditions',
  ],
  title: 'MCP Elicitation Host',
  also: ['img-src data:', 'media-src data:'],
};

export const historyBundle: WebviewBundle = {
  script: 'history',
  styles: [
    'panel',
    'panel-cards',
    'panel-actions',
    'panel-checks',
    'history-head',
    'history-filters',
    'history-entries',
    'panel-sizes',
    'panel-conditions',
  ],
  get title() {
    return t('MCP Elicitation History');
  },
};
