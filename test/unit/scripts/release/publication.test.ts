import assert from 'node:assert/strict';
import {
  pageAddresses,
  publicationProblems,
  repositoryAddress,
  tagProblems,
} from '#scripts/lib/release/publication.ts';
import { changelogProblems } from '#scripts/lib/release/readiness.ts';

const version = '1.2.3';
const repository = 'https://github.com/acme/host';

describe('the values of package.json that the publisher sets', () => {
  it('are complete with a publisher and the address of a repository', () => {
    assert.deepEqual(publicationProblems({ version, publisher: 'acme', repository: { url: repository } }), []);
  });

  it('are each named while they are placeholders', () => {
    const problems = publicationProblems({ version, publisher: 'mcp-elicitation' });
    assert.equal(problems.length, 2);
    assert.match(problems[0] ?? '', /^package\.json: "publisher" is the placeholder "mcp-elicitation"\. Set /);
    assert.match(problems[1] ?? '', /^package\.json: "repository" is not set\. Add /);
  });

  it('have the address of the repository in each form that npm accepts', () => {
    for (const url of [repository, `${repository}.git`, `git+${repository}.git`, `${repository}/`]) {
      assert.equal(repositoryAddress({ version, publisher: 'acme', repository: { url } }), repository, url);
      assert.equal(repositoryAddress({ version, publisher: 'acme', repository: url }), repository, url);
    }
  });

  it('are incomplete with an address that is no repository at GitHub', () => {
    for (const url of ['', 'https://github.com/acme', 'https://example.com/acme/host', 'http://github.com/acme/host']) {
      assert.equal(publicationProblems({ version, publisher: 'acme', repository: { url } }).length, 1, url);
    }
  });

  it('must be of the tag and the repository that are published, in whatever case', () => {
    const manifest = { version, publisher: 'acme', repository: `git+${repository}.git` };
    assert.deepEqual(tagProblems(manifest, { tag: 'v1.2.3', repository: 'https://github.com/Acme/Host' }), []);
    assert.deepEqual(tagProblems(manifest, { tag: 'v1.2.4', repository: 'https://github.com/fork/host' }), [
      'package.json: "version" is 1.2.3, and the tag is v1.2.4.',
      'package.json: "repository" is https://github.com/acme/host, and the tag is in https://github.com/fork/host.',
    ]);
    assert.deepEqual(tagProblems({ version, publisher: 'acme' }, { tag: 'v1.2.3', repository }), [
      `package.json: "repository" is not set, and the tag is in ${repository}.`,
    ]);
  });

  it('give the addresses of the files at the tag', () => {
    assert.deepEqual(pageAddresses(repository, version), {
      links: `${repository}/blob/v1.2.3`,
      pictures: `${repository}/raw/v1.2.3`,
    });
  });
});

describe('the changelog of a release', () => {
  it('begins with the section of the version', () => {
    assert.deepEqual(changelogProblems('# Changelog\n\n## 1.2.3\n\n- New.\n\n## 1.2.2\n', version), []);
    assert.deepEqual(changelogProblems('# Changelog\n\n## 1.2.2\n', version), [
      'CHANGELOG.md: the first section is "1.2.2", and the version is 1.2.3.',
    ]);
    assert.equal(changelogProblems('# Changelog\n', version).length, 1);
  });
});
