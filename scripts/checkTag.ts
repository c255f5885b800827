// node scripts/checkTag.ts: fails if package.json is not of the tag and the repository of this run of GitHub Actions. The workflow
// that publishes runs this before it installs packages.
import { tagProblems } from '#scripts/lib/release/publication.ts';
import packageJson from '../package.json' with { type: 'json' };

const { GITHUB_REF_NAME: tag = '', GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: name = '' } = process.env;
const problems = tagProblems(packageJson, { tag, repository: `${server}/${name}` });
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
