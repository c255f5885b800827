import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleInMemory } from '#scripts/lib/bundles.mjs';
import { shippedPackages } from '#scripts/lib/notices.ts';
import { root } from '#scripts/lib/process.mjs';
import { packageWithinBudgets, vsixPath } from '#scripts/lib/vsix.ts';
import { readZip, type ZipEntry } from '#scripts/lib/zip.ts';
import { shippedLinkProblems } from './pageLinks.ts';
import { type PublishedManifest, pageAddresses, publicationProblems, repositoryAddress } from './publication.ts';
import { billOfMaterials } from './sbom.ts';
import { trackedFiles } from './trackedFiles.ts';

const manifest: PublishedManifest & { readonly name: string; readonly license: string } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);

/** The absolute path of the bill of materials, beside the VSIX. */
const billPath = vsixPath.replace(/\.vsix$/, '.cdx.json');

/** The pages in the VSIX, by the pages in the repository. */
const shippedPages = { 'README.md': 'extension/readme.md', 'CHANGELOG.md': 'extension/changelog.md' };

/**
 * Packages the extension for the marketplaces, and writes its bill of materials. `npm run release` calls this in a clone, with
 * the time of the commit in `SOURCE_DATE_EPOCH`.
 * @throws Error if publisher or repository are not set, or a link of a shipped page leads nowhere
 */
export async function packageRelease(): Promise<ZipEntry[]> {
  const repository = repositoryAddress(manifest);
  const unset = publicationProblems(manifest);
  if (repository === undefined || unset.length > 0) throw new Error(unset.join('\n'));
  const addresses = pageAddresses(repository, manifest.version);
  const entries = await packageWithinBudgets(addresses);

  const vsix = await readFile(vsixPath);
  const contents = readZip(vsix);
  const files = await trackedFiles();
  const broken = Object.entries(shippedPages).flatMap(([page, shipped]) =>
    shippedLinkProblems(page, contents.get(shipped)?.toString() ?? '', files, addresses),
  );
  if (broken.length > 0) throw new Error(broken.join('\n'));

  const { packages: locked } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const subject = { ...manifest, vsix, commitTime: Number(process.env['SOURCE_DATE_EPOCH']) };
  const packages = await shippedPackages((await bundleInMemory()).metafiles);
  await writeFile(billPath, billOfMaterials(subject, packages, locked));
  return entries;
}
