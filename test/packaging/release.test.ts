import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { TARGETS } from './build/targets.ts';
import { oneFeed } from './release/feeds.ts';
import { releasePlan } from './release/plan.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FEED = 'https://updates.example.org/benchtop';
const MAC = {
  CSC_LINK: 'a',
  CSC_KEY_PASSWORD: 'b',
  APPLE_ID: 'c',
  APPLE_APP_SPECIFIC_PASSWORD: 'd',
  APPLE_TEAM_ID: 'e',
};

describe('how a release is packed', () => {
  test('S63: with all that signing needs it is signed, must be, and may look for updates', () => {
    const { args, isSigned } = releasePlan('darwin-arm64', MAC, FEED);
    expect(isSigned).toBe(true);
    expect(args).toEqual([
      '--mac',
      '--arm64',
      '--publish',
      'never',
      `-c.extraMetadata.updates=${FEED}`,
      '-c.forceCodeSigning=true',
      '-c.mac.notarize=true',
    ]);
  });

  test('S63: without it is unsigned, and never looks for updates', () => {
    const { args, environment, isSigned } = releasePlan('win32-x64', { WIN_CSC_LINK: '' }, FEED);
    expect(isSigned).toBe(false);
    expect(args).toEqual(['--win', '--x64', '--publish', 'never']);
    expect(environment).toEqual({
      WIN_CSC_LINK: undefined,
      WIN_CSC_KEY_PASSWORD: undefined,
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    });
  });

  test('S63: a package for Linux is never signed, whatever is given', () => {
    expect(releasePlan('linux-x64', MAC, FEED).isSigned).toBe(false);
  });

  test('with half of what signing needs nothing is packed', () => {
    expect(() => releasePlan('darwin-x64', { ...MAC, APPLE_TEAM_ID: '' }, FEED)).toThrow('without APPLE_TEAM_ID');
    expect(() => releasePlan('sunos-x64', {}, FEED)).toThrow('No packages are made for sunos-x64');
  });

  test('the feeds of two machines become one', () => {
    const feed = (arch: string, version = '1.3.0') =>
      `version: ${version}\nfiles:\n  - url: Benchtop-1.3.0-mac-${arch}.zip\n    sha512: ${arch}\n    size: 1\npath: Benchtop-1.3.0-mac-${arch}.zip\n`;
    expect(parse(oneFeed([feed('x64'), feed('arm64')]))).toEqual({
      version: '1.3.0',
      path: 'Benchtop-1.3.0-mac-x64.zip',
      files: ['x64', 'arm64'].map(arch => ({ url: `Benchtop-1.3.0-mac-${arch}.zip`, sha512: arch, size: 1 })),
    });
    expect(() => oneFeed([feed('x64'), feed('arm64', '1.4.0')])).toThrow('different versions');
  });
});

const step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  shell: z.enum(['bash', 'pwsh']).optional(),
});
const job = z.strictObject({
  needs: z.string().optional(),
  if: z.string().optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.boolean(),
      matrix: z.strictObject({ include: z.array(z.strictObject({ target: z.string(), machine: z.string() })) }),
    })
    .optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  permissions: z.record(z.string(), z.string()).optional(),
  steps: z.array(step),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.record(z.string(), z.unknown()),
  jobs: z.record(z.string(), job),
});

describe('the release workflow', () => {
  const text = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
  const { on, permissions, jobs } = workflow.parse(parse(text));
  const steps = Object.values(jobs).flatMap(each => each.steps);
  const runs = steps.map(({ run }) => run ?? '');

  test('begins with a tag or a person, never with what a stranger sends', () => {
    expect(Object.keys(on)).toEqual(['push', 'workflow_dispatch']);
  });

  test('may write to the repository only where the draft is made', () => {
    expect(permissions).toEqual({ contents: 'read' });
    const writing = Object.entries(jobs).filter(([, each]) => each.permissions !== undefined);
    expect(writing.map(([name]) => name)).toEqual(['draft']);
  });

  test('packs for every target on a machine of its own', () => {
    const targets = jobs['package']?.strategy?.matrix.include.map(({ target }) => target) ?? [];
    expect(targets.toSorted()).toEqual([...TARGETS].toSorted());
  });

  test('S66: installs what is locked, without scripts, asks for signatures and lists what is in it', () => {
    expect(runs.filter(run => run === 'npm ci').length).toBe(Object.keys(jobs).length);
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
    expect(runs).toContain('npm audit signatures');
    expect(runs.some(run => run.includes('npm sbom') && run.includes('LICENCES.txt'))).toBe(true);
    expect(runs.some(run => run.includes('release/finish.ts'))).toBe(true);
  });

  test('S66: every package is asked for in one exact version, and locked', () => {
    const asked = z
      .looseObject({
        dependencies: z.record(z.string(), z.string()),
        devDependencies: z.record(z.string(), z.string()),
        optionalDependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const all = { ...asked.dependencies, ...asked.devDependencies, ...asked.optionalDependencies };
    const exact = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
    expect(Object.entries(all).filter(([, version]) => !exact.test(version))).toEqual([]);
    const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    expect(lock).toMatchObject({ packages: { '': { dependencies: asked.dependencies } } });
  });

  test('S60 and S63: looks at fuses and signatures of what was packed', () => {
    expect(runs).toContain('node test/packaging/release/fuses.ts');
    expect(runs.some(run => run.includes('codesign --verify'))).toBe(true);
    expect(runs.some(run => run.includes('Get-AuthenticodeSignature') && run.includes('publisherName'))).toBe(true);
  });

  test('gives the secrets to the one step that signs, and only says elsewhere whether they are there', () => {
    const holders = steps.filter(({ env }) => Object.values(env ?? {}).some(value => /secrets\.\w+ \|\|/.test(value)));
    expect(holders.map(({ name }) => name)).toEqual(['Pack']);
    const others = steps.filter(each => !holders.includes(each)).flatMap(({ env }) => Object.values(env ?? {}));
    expect(
      others.filter(value => value.includes('secrets.') && !/^\$\{\{ secrets\.\w+ != '' \}\}$/.test(value)),
    ).toEqual([]);
  });

  test('takes only what the host itself offers, and leaves no credentials in the clone', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter(each => !each.startsWith('actions/'))).toEqual([]);
    const clones = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@') === true);
    expect(clones.every(each => each.with?.['persist-credentials'] === false)).toBe(true);
  });
});
