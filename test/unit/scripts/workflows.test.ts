import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '#scripts/lib/process.mjs';
import packageJson from '../../../package.json' with { type: 'json' };

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, '.github/workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]));
const stepsOf = ({ steps = [] }: Job) => steps;
const commandsOf = (job: Job) => stepsOf(job).flatMap(({ run }) => run ?? []);

describe('the workflows', () => {
  for (const [name, text] of texts) {
    const { permissions, jobs } = workflows.get(name) as Workflow;
    const steps = Object.values(jobs).flatMap(stepsOf);

    it(`${name} pins actions by commit, with the release in a comment`, () => {
      const uses = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
      assert.equal(uses.length, [...steps, ...Object.values(jobs)].filter((one) => one.uses !== undefined).length);
      assert.deepEqual(
        uses.filter(
          (action) =>
            !/^([\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/\w+\.yml)$/.test(action),
        ),
        [],
      );
    });

    it(`${name} may only read, except for what a job needs`, () => {
      assert.deepEqual(permissions, { contents: 'read' });
      const more = Object.entries(jobs).filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'));
      const expected =
        name === 'publish.yml' ? [['package', { contents: 'read', 'id-token': 'write', attestations: 'write' }]] : [];
      assert.deepEqual(
        more.map(([job, { permissions: ofJob }]) => [job, ofJob]),
        expected,
      );
    });

    it(`${name} leaves no credentials in a clone, and limits the time of each job`, () => {
      const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      assert.ok(checkouts.length > 0);
      assert.ok(checkouts.every((step) => step.with?.['persist-credentials'] === false));
      assert.ok(Object.values(jobs).every((job) => job.uses !== undefined || (job['timeout-minutes'] ?? 0) > 0));
    });

    it(`${name} puts no value of an event into a command`, () => {
      assert.deepEqual(
        steps.flatMap(({ run }) => run ?? []).filter((command) => command.includes('${{')),
        [],
      );
    });

    it(`${name} runs scripts that package.json has`, () => {
      const scripts = [...text.matchAll(/npm (?:run )?(test(?::\w+)?|check|build|package|release)\b/g)].map(
        ([, script = '']) => script,
      );
      assert.deepEqual(
        scripts.filter((script) => !(script in packageJson.scripts)),
        [],
      );
    });

    it(`${name} has the history where tests run that build a released version`, () => {
      const testing = Object.values(jobs).filter((job) => commandsOf(job).some((run) => /^npm (run )?test/.test(run)));
      const depths = testing.map((job) => stepsOf(job).find(({ uses }) => uses?.startsWith('actions/checkout@'))?.with);
      assert.deepEqual(
        depths.map((one) => one?.['fetch-depth']),
        testing.map(() => 0),
      );
    });
  }
});

describe('the workflow that publishes', () => {
  const { on, jobs } = workflows.get('publish.yml') as Workflow;
  const packaging = jobs['package'] as Job;
  const publishing = jobs['publish'] as Job;

  it('runs for tags of versions only', () => {
    assert.deepEqual(on, { push: { tags: ['v*'] } });
  });

  it('publishes what was packaged after all tests, and only with the approval of an environment', () => {
    assert.equal(jobs['test']?.uses, './.github/workflows/ci.yml');
    assert.equal(packaging.needs, 'test');
    assert.equal(publishing.needs, 'package');
    assert.equal(publishing.environment, 'marketplaces');
  });

  it('packages only if the tag is the version, and attests every file that it passes on', () => {
    const commands = commandsOf(packaging);
    assert.match(
      commands[0] ?? '',
      /^test "v\$\(node -p "require\('\.\/package\.json'\)\.version"\)" = "\$GITHUB_REF_NAME"$/,
    );
    assert.equal(commands[1], 'npm run release');
    const [attest, upload] = stepsOf(packaging).slice(-2);
    assert.match(attest?.uses ?? '', /^actions\/attest-build-provenance@/);
    assert.equal(attest?.with?.['subject-path'], 'out/release/*');
    assert.match(upload?.uses ?? '', /^actions\/upload-artifact@/);
    assert.equal(upload?.with?.['path'], 'out/release/');
  });

  it('has the tokens only in the steps that verify or use them', () => {
    const secrets = [...texts.values()].flatMap((text) => [...text.matchAll(/secrets\s*(?:\.|\[|:)/g)]);
    const withTokens = stepsOf(publishing).filter(({ env }) => env !== undefined);
    const tokens = withTokens.map(({ env = {} }) => Object.entries(env));
    const variable = (name: string) => [name, `\${{ secrets.${name} }}`];
    const [marketplace, openVsx] = [variable('VSCE_PAT'), variable('OVSX_PAT')];
    assert.deepEqual(tokens, [[marketplace, openVsx], [marketplace], [openVsx]]);
    assert.equal(secrets.length, tokens.flat().length);
    assert.deepEqual(
      withTokens.slice(1).map(({ run }) => run),
      [
        './node_modules/.bin/vsce publish --skip-duplicate --packagePath release/*.vsix',
        './node_modules/.bin/ovsx publish --skip-duplicate release/*.vsix',
      ],
    );
  });

  it('installs the publishing tools from a lockfile, without running their scripts', () => {
    const tools = JSON.parse(readFileSync(join(root, '.github/publish/package.json'), 'utf8'));
    assert.ok(commandsOf(publishing).includes('npm ci --ignore-scripts'));
    for (const version of Object.values<string>(tools.dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal(tools.dependencies['@vscode/vsce'], packageJson.devDependencies['@vscode/vsce']);
  });
});

describe('the lockfiles', () => {
  for (const folderOfFile of ['', '.github/publish']) {
    it(`name no host of a registry, and a hash of each package, in ./${folderOfFile}`, () => {
      const { packages } = JSON.parse(readFileSync(join(root, folderOfFile, 'package-lock.json'), 'utf8'));
      const { '': _, ...installed } = packages as Record<
        string,
        { resolved?: string; integrity?: string; link?: true }
      >;
      assert.deepEqual(
        Object.entries(installed).filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity),
        [],
      );
      assert.match(readFileSync(join(root, folderOfFile, '.npmrc'), 'utf8'), /^omit-lockfile-registry-resolved=true$/m);
    });
  }
});
