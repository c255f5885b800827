import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '#scripts/lib/process.mjs';
import packageJson from '../../../package.json' with { type: 'json' };

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
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
/** What GitHub Actions replaces in a file. */
const expression = (text: string) => `\${{ ${text} }}`;
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
      const expected = {
        attest: { 'id-token': 'write', attestations: 'write' },
        publish: { contents: 'read', attestations: 'read', 'id-token': 'write' },
        release: { contents: 'write' },
      };
      assert.deepEqual(
        Object.fromEntries(more.map(([job, { permissions: ofJob }]) => [job, ofJob])),
        name === 'publish.yml' ? expected : {},
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

    it(`${name} runs scripts that exist`, () => {
      const scripts = [...text.matchAll(/npm (?:run )?(test(?::\w+)?|check|build|package|release)\b/g)].map(
        ([, script = '']) => script,
      );
      assert.deepEqual(
        scripts.filter((script) => !(script in packageJson.scripts)),
        [],
      );
      const files = [...text.matchAll(/\bnode (?:\.\.\/)*(scripts\/[\w/.]+)/g)].map(([, path = '']) => path);
      assert.deepEqual(
        files.filter((path) => !existsSync(join(root, path))),
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

describe('the workflow that tests', () => {
  it('installs the font that a page test needs, as root, before the tests on Linux', () => {
    const commands = commandsOf((workflows.get('ci.yml') as Workflow).jobs['linux'] as Job);
    const place = commands.findIndex((run) =>
      /^sudo apt-get update && sudo apt-get install .*fonts-noto-cjk$/.test(run),
    );
    assert.ok(place >= 0 && place < commands.indexOf('npm test'));
  });
});

describe('the workflow that publishes', () => {
  const { on, jobs } = workflows.get('publish.yml') as Workflow;
  const [packaging, attesting, publishing, releasing] = ['package', 'attest', 'publish', 'release'].map(
    (name) => jobs[name] as Job,
  ) as [Job, Job, Job, Job];
  /** The place of the step with this command or action in the job that publishes. */
  const placeOf = (pattern: RegExp) =>
    stepsOf(publishing).findIndex(({ run, uses }) => pattern.test(run ?? uses ?? ''));

  it('runs for tags of versions only', () => {
    assert.deepEqual(on, { push: { tags: ['v*'] } });
  });

  it('publishes what was packaged after all tests, and only with the approval of an environment', () => {
    assert.deepEqual(Object.keys(jobs), ['test', 'package', 'attest', 'publish', 'release']);
    assert.equal(jobs['test']?.uses, './.github/workflows/ci.yml');
    assert.deepEqual(
      [packaging, attesting, publishing, releasing].map(({ needs }) => needs),
      ['test', 'package', 'attest', 'publish'],
    );
    assert.deepEqual(
      Object.entries(jobs).flatMap(([name, { environment }]) => (environment ? [[name, environment]] : [])),
      [['publish', 'marketplaces']],
    );
  });

  it('packages only what belongs to the tag and the repository, and passes every file on', () => {
    assert.deepEqual(commandsOf(packaging), ['node scripts/checkTag.ts', 'npm run release']);
    const upload = stepsOf(packaging).at(-1);
    assert.match(upload?.uses ?? '', /^actions\/upload-artifact@/);
    assert.deepEqual([upload?.with?.['name'], upload?.with?.['path']], ['release', 'out/release/']);
  });

  it('signs every file in a job that runs nothing of the repository', () => {
    assert.deepEqual(commandsOf(attesting), []);
    const [download, attest, ...others] = stepsOf(attesting);
    assert.deepEqual(others, []);
    assert.match(download?.uses ?? '', /^actions\/download-artifact@/);
    assert.deepEqual(download?.with, { name: 'release', path: 'release' });
    assert.match(attest?.uses ?? '', /^actions\/attest-build-provenance@/);
    assert.deepEqual(attest?.with, { 'subject-path': 'release/*' });
  });

  it('verifies the attestation and compares with the tested VSIX before it installs a package or signs in', () => {
    const places = [
      /^gh attestation verify release\/\*\.vsix --repo "\$GITHUB_REPOSITORY"$/,
      /^node \.\.\/\.\.\/scripts\/compareWithTested\.ts tested\/\*\.vsix release\/\*\.vsix$/,
      /^npm ci/,
      /^azure\/login@/,
      /vsce verify-pat/,
      /vsce publish/,
      /ovsx publish/,
    ].map(placeOf);
    assert.ok(!places.includes(-1), `${places}`);
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    const downloads = stepsOf(publishing).filter(({ uses }) => uses?.startsWith('actions/download-artifact@'));
    assert.deepEqual(
      downloads.map((step) => step.with),
      [
        { name: 'release', path: '.github/publish/release' },
        { name: 'vsix', path: '.github/publish/tested' },
      ],
    );
    const tested = Object.values((workflows.get('ci.yml') as Workflow).jobs).flatMap(stepsOf);
    assert.deepEqual(tested.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))?.with, {
      ...{ name: 'vsix', path: '*.vsix', 'if-no-files-found': 'error' },
    });
  });

  it('has each token only in the steps that use it', () => {
    const withTokens = Object.entries(jobs).flatMap(([name, job]) =>
      stepsOf(job).flatMap(({ env, run = '' }) =>
        env ? [[name, run.trim().split('\n').at(-1)?.slice(0, 24), env]] : [],
      ),
    );
    const [openVsx, gitHub] = [{ OVSX_PAT: expression('secrets.OVSX_PAT') }, { GH_TOKEN: expression('github.token') }];
    assert.deepEqual(withTokens, [
      ['publish', 'gh attestation verify re', gitHub],
      ['publish', './node_modules/.bin/ovsx', openVsx],
      ['publish', './node_modules/.bin/ovsx', openVsx],
      ['release', 'gh release create "$GITH', gitHub],
    ]);
    const expressions = [...texts.values()].flatMap((text) => [...text.matchAll(/\b(?:secrets\b|github\.token)/g)]);
    assert.equal(expressions.length, withTokens.length);
  });

  it('signs in at the Visual Studio Marketplace as an identity without a secret', () => {
    const { with: inputs } = stepsOf(publishing)[placeOf(/^azure\/login@/)] as Step;
    assert.deepEqual(inputs, {
      'client-id': expression('vars.AZURE_CLIENT_ID'),
      'tenant-id': expression('vars.AZURE_TENANT_ID'),
      'allow-no-subscriptions': true,
    });
    for (const command of commandsOf(publishing).filter((run) => /\bvsce\b/.test(run))) {
      assert.match(command, /bin\/vsce (?:publish|verify-pat) --azure-credential /);
    }
  });

  it('publishes at one marketplace also if the other one refuses the version, but not without access to both', () => {
    const verify = stepsOf(publishing)[placeOf(/verify-pat/)];
    assert.equal(verify?.id, 'verify');
    assert.match(verify?.run ?? '', /\/vsce verify-pat .*\n.*\/ovsx verify-pat /);
    const [first, second] = stepsOf(publishing).slice(-2);
    assert.equal(
      first?.run,
      './node_modules/.bin/vsce publish --azure-credential --skip-duplicate --packagePath release/*.vsix',
    );
    assert.equal(second?.run, './node_modules/.bin/ovsx publish --skip-duplicate release/*.vsix');
    assert.deepEqual(
      [first?.if, second?.if],
      [undefined, expression("!cancelled() && steps.verify.outcome == 'success'")],
    );
    // A step that may fail would hide that the version was not published.
    assert.deepEqual(
      stepsOf(publishing).flatMap((step) => (step['continue-on-error'] ? [step.run?.slice(0, 7)] : [])),
      ['az rest'],
    );
  });

  it('creates a release of the tag with every file, in a job that runs nothing of the repository', () => {
    const [download, create, ...others] = stepsOf(releasing);
    assert.deepEqual(others, []);
    assert.deepEqual(download?.with, { name: 'release', path: 'release' });
    assert.match(
      create?.run ?? '',
      /^gh release create "\$GITHUB_REF_NAME" release\/\* --repo "\$GITHUB_REPOSITORY" --verify-tag /,
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
