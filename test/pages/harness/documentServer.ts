import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { historyBundle, panelBundle } from '#editor/webviews/webviewBundles.ts';
import { type WebviewContents, webviewDocument } from '#editor/webviews/webviewDocument.ts';
import { root } from '#scripts/lib/process.mjs';
import { bundledWebviews } from '#scripts/lib/webviews.mjs';

export type PageName = 'panel' | 'history';

/** The language of a page and its messages; English by default. */
export type Language = Pick<WebviewContents, 'language' | 'messages'>;

const documents = { panel: panelBundle, history: historyBundle };

/** Creates each document. The index is the path of the document. */
const pages: (() => string)[] = [];
let site: ReturnType<typeof open> | undefined;

/** The URL of a page, as the extension creates its document. Every load has a policy with its own nonce. */
export async function documentUrl(page: PageName, language: Language): Promise<string> {
  site ??= open();
  const { origin, bundles } = await site;
  const { script, styles, title, also } = documents[page];
  const sheets = await Promise.all(styles.map((name) => readFile(join(root, 'media', `${name}.css`), 'utf8')));
  pages.push(() =>
    webviewDocument({
      nonce: randomBytes(16).toString('base64'),
      script: bundles.get(`${script}.js`) ?? '',
      style: sheets.join(''),
      title,
      ...(also && { also }),
      ...language,
    }),
  );
  return `${origin}/${pages.length - 1}`;
}

/** Serves the documents with the shipped bundles, built from the current sources. */
async function open() {
  const bundles = await bundledWebviews();
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1) || Number.NaN)];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    response.end(page?.());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The site of the pages has no port.');
  // The server ends with its process.
  server.unref();
  return { origin: `http://127.0.0.1:${address.port}`, bundles };
}
