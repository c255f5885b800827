// Where a release is published. `publisher` and `repository` of package.json are the only places that say so: the addresses of
// issues, documentation and pictures follow from them.

import type { PageAddresses } from '#scripts/lib/vsix.ts';

/** What package.json says about the publication. */
export interface PublishedManifest {
  readonly version: string;
  readonly publisher: string;
  readonly repository?: string | { readonly url?: string };
}

/** The publisher in package.json until somebody has registered one. Whoever registers this one removes the constant and its use. */
const placeholderPublisher = 'mcp-elicitation';

const gitHubAddress = /^(?:git\+)?(https:\/\/github\.com\/[\w-]+\/[\w.-]+?)(?:\.git)?\/?$/;

/** The address of the repository, `https://github.com/OWNER/NAME`; undefined if package.json has none or another one. */
export function repositoryAddress({ repository }: PublishedManifest): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return gitHubAddress.exec(url ?? '')?.[1];
}

/** A sentence for each value of package.json that the publisher still has to set. */
export function publicationProblems(manifest: PublishedManifest): string[] {
  return [
    ...(manifest.publisher === placeholderPublisher
      ? [
          `package.json: "publisher" is the placeholder "${placeholderPublisher}". Set the id of your publisher, which is registered ` +
            'at both marketplaces. If it is this one, remove the placeholder from scripts/lib/release/publication.ts.',
        ]
      : []),
    ...(repositoryAddress(manifest)
      ? []
      : [
          'package.json: "repository" is not set. Add the address of the public repository, for example ' +
            '"repository": { "type": "git", "url": "https://github.com/OWNER/NAME" }. Links and pictures of the page lead there.',
        ]),
  ];
}

/** Where a tag is: `v1.2.3`, and `https://github.com/OWNER/NAME`. */
interface TagPlace {
  readonly tag: string;
  readonly repository: string;
}

/** A sentence for each value of package.json that is not the one of the tag that is published. */
export function tagProblems(manifest: PublishedManifest, { tag, repository }: TagPlace): string[] {
  const address = repositoryAddress(manifest);
  return [
    ...(tag === `v${manifest.version}`
      ? []
      : [`package.json: "version" is ${manifest.version}, and the tag is ${tag}.`]),
    // GitHub does not distinguish the case of names.
    ...(address?.toLowerCase() === repository.toLowerCase()
      ? []
      : [`package.json: "repository" is ${address ?? 'not set'}, and the tag is in ${repository}.`]),
  ];
}

/** The addresses of the files at the tag of a version, so that the page of a version stays as it is. */
export function pageAddresses(repository: string, version: string): PageAddresses {
  return { links: `${repository}/blob/v${version}`, pictures: `${repository}/raw/v${version}` };
}
