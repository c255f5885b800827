// The links and pictures of README and CHANGELOG, which the marketplaces show, and of the pages in docs, which GitHub shows.
import { posix } from 'node:path';
import type { PageAddresses } from '#scripts/lib/vsix.ts';

/** The files of the repository that git tracks. */
export interface TrackedFiles {
  readonly paths: ReadonlySet<string>;
  /** Returns the text of a tracked file. */
  readonly read: (path: string) => string;
}

interface Target {
  readonly isPicture: boolean;
  /** As it is written: `docs/limits.md#sizes`. */
  readonly address: string;
}

const absolute = /^[a-z][a-z+.-]*:/i;
/** The formats that the marketplaces show. */
const pictureFormats = /\.(png|gif|jpe?g|webp)$/i;
/** Pages that only GitHub shows, which shows SVG, too. */
const pagesOnGitHub = /^docs\//;

/** A sentence for each link or picture of a Markdown file of the repository that leads nowhere, or that the marketplaces refuse. */
export function linkProblems(page: string, markdown: string, files: TrackedFiles): string[] {
  return targetsIn(markdown).flatMap(({ isPicture, address }) => {
    const problem = isPicture ? pictureProblem(page, address, files) : linkProblem(page, markdown, address, files);
    return problem ? [`${page}: ${address} ${problem}`] : [];
  });
}

/** The same for a page as it is shipped, in which all addresses are absolute. */
export function shippedLinkProblems(
  page: string,
  markdown: string,
  files: TrackedFiles,
  addresses: PageAddresses,
): string[] {
  const relative = targetsIn(markdown).filter(({ address }) => !absolute.test(address) && !address.startsWith('#'));
  // The address of a link leads to a web page about the file, that of a picture to its bytes.
  const pagesAsPictures = targetsIn(markdown).filter(
    ({ isPicture, address }) => isPicture && address.startsWith(`${addresses.links}/`),
  );
  const inRepository = markdown.replaceAll(`${addresses.links}/`, '').replaceAll(`${addresses.pictures}/`, '');
  return [
    ...relative.map(({ address }) => `${page}: ${address} is relative in the package.`),
    ...pagesAsPictures.map(({ address }) => `${page}: ${address} is no picture, but a page about one.`),
    ...linkProblems(page, inRepository, files),
  ];
}

function pictureProblem(page: string, address: string, { paths }: TrackedFiles): string | undefined {
  if (/^https:/i.test(address)) return undefined;
  if (absolute.test(address)) return 'does not begin with https:.';
  if (!paths.has(pathOf(page, address))) return 'is not a file that git tracks.';
  if (pagesOnGitHub.test(page) && address.endsWith('.svg')) return undefined;
  return pictureFormats.test(address) ? undefined : 'is not a PNG, GIF, JPEG or WebP.';
}

function linkProblem(
  page: string,
  markdown: string,
  address: string,
  { paths, read }: TrackedFiles,
): string | undefined {
  if (/^(https|mailto):/i.test(address)) return undefined;
  if (absolute.test(address)) return 'does not begin with https: or mailto:.';
  const [file = '', anchor] = address.split('#');
  const path = file === '' ? page : pathOf(page, file);
  if (file !== '' && !paths.has(path)) return 'is not a file that git tracks.';
  if (anchor === undefined) return undefined;
  return anchorsIn(file === '' ? markdown : read(path)).has(anchor)
    ? undefined
    : `has an anchor that ${path} does not have.`;
}

function pathOf(page: string, address: string): string {
  return posix.join(posix.dirname(page), decodeURIComponent(address));
}

/** Links, pictures, and links of pictures, outside of code. */
function targetsIn(markdown: string): Target[] {
  const text = withoutCodeBlocks(markdown).replace(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/(!?)\[(?:[^[\]]|!\[[^[\]]*\]\([^)]*\))*\]\(\s*<?([^)\s>]+)/g)];
  const nested = [...text.matchAll(/\[!\[[^[\]]*\]\(\s*<?([^)\s>]+)/g)];
  const defined = [...text.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm)];
  const anchors = [...text.matchAll(/<a\b[^>]*?\bhref=["']([^"']+)/gi)];
  const tags = [...text.matchAll(/<(?:img|video|source)\b[^>]*?\bsrc(?:set)?=["']([^"']+)/gi)];
  return [
    ...inline.map(([, mark, address = '']) => ({ isPicture: mark === '!', address })),
    ...[...defined, ...anchors].map(([, address = '']) => ({ isPicture: false, address })),
    ...[...nested, ...tags].map(([, address = '']) => ({ isPicture: true, address })),
  ];
}

/** The anchors that GitHub makes of the headings: lower case, without punctuation, with hyphens in place of spaces. */
function anchorsIn(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCodeBlocks(markdown).matchAll(/^#{1,6} +(.*?)(?: +#+)?$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const base = text.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function withoutCodeBlocks(markdown: string): string {
  return markdown.replace(/^ *(```+|~~~+)[^\n]*\n[\s\S]*?^ *\1 *$/gm, '');
}
