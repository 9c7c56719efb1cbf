import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { beforeBuild } from './before-build.ts';
import { TARGETS } from './build/targets.ts';
import { breachesOfFuses, FUSES } from './check/fuses.ts';
import { makeStandIn } from './check/stand-in.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8');

const copied = z.object({ from: z.string(), to: z.string(), filter: z.array(z.string()).optional() });
const system = z.looseObject({
  target: z.array(z.string()),
  icon: z.string(),
  files: z.array(z.string()),
  extraResources: z.array(copied),
});
const config = z
  .looseObject({
    appId: z.string(),
    asar: z.literal(true),
    asarUnpack: z.array(z.string()),
    files: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    protocols: z.array(z.object({ schemes: z.array(z.string()) }).loose()),
    publish: z.array(z.object({ provider: z.string(), url: z.url() }).loose()),
    nsis: z.looseObject({ include: z.string() }),
    deb: z.looseObject({ afterInstall: z.string(), afterRemove: z.string() }),
    mac: system,
    win: system,
    linux: system.extend({ executableName: z.string() }),
  })
  .parse(parse(text));

test('S60: electron-builder sets every fuse as it must be', () => {
  const named = Object.entries(config.electronFuses).map(([name, isOn]) => [
    name[0]?.toUpperCase() + name.slice(1),
    isOn,
  ]);
  expect(Object.fromEntries(named)).toEqual(FUSES);
});

test('S60: the check finds a fuse that stands otherwise', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-fuses-'));
  try {
    makeStandIn(folder);
    const program = join(folder, 'electron');
    const asShipped = await breachesOfFuses(program);
    const wanted = Object.entries(FUSES).map(([name, isOn]) => [FuseV1Options[name as keyof typeof FUSES], isOn]);
    await flipFuses(program, { version: FuseVersion.V1, ...Object.fromEntries(wanted) });
    expect([asShipped.length, await breachesOfFuses(program)]).toEqual([7, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the app is what the design says, for all three systems', () => {
  expect(config.appId).toBe('org.example.benchtop');
  expect(config.protocols.flatMap(({ schemes }) => schemes)).toEqual(['benchtop']);
  expect([config.mac.target, config.win.target, config.linux.target]).toEqual([
    ['dmg', 'zip'],
    ['nsis'],
    ['AppImage', 'deb'],
  ]);
  // The name `benchtop` is reserved for the command.
  expect(config.linux.executableName).not.toBe('benchtop');
});

test('S67: of the binaries only those of the own system go in, and they alone lie beside the archive', () => {
  expect(config.files).toEqual(['**/*', '!native/**']);
  expect(config.asarUnpack).toEqual(['native/**']);
  const systems = { darwin: config.mac, win32: config.win, linux: config.linux };
  for (const [name, { files, extraResources }] of Object.entries(systems)) {
    expect(files).toEqual([`native/${name}-\${arch}/**`]);
    expect(extraResources.map(({ from }) => from)).toContain(`out/app/native/${name}-\${arch}`);
    expect(TARGETS.some(target => target.startsWith(`${name}-`))).toBe(true);
  }
});

test('S62: every package carries the command and a Node of its own', () => {
  for (const { extraResources } of [config.mac, config.win, config.linux]) {
    const sources = extraResources.map(({ from }) => from);
    expect(sources.some(from => from.startsWith('assets/command/benchtop'))).toBe(true);
    expect(sources.some(from => from.startsWith('out/runtime/'))).toBe(true);
  }
});

test('S64 and S65: full installers, per user unless asked otherwise, and a feed over https', () => {
  expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, deleteAppDataOnUninstall: false });
  expect(text).not.toMatch(/nsis-web|nsisWeb/);
  expect(config.publish.map(({ url }) => new URL(url).protocol)).toEqual(['https:']);
});

test('S63: the signature of updates for Windows is checked, and the code of macOS is hardened', () => {
  expect(config.win['verifyUpdateCodeSignature']).toBe(true);
  expect(config.mac['hardenedRuntime']).toBe(true);
});

test('every file of the project that it names is there', () => {
  const named = [
    config.nsis.include,
    config.deb.afterInstall,
    config.deb.afterRemove,
    ...[config.mac, config.win, config.linux].flatMap(({ icon, extraResources }) => [
      icon,
      ...extraResources.map(({ from }) => from).filter(from => from.startsWith('assets/')),
    ]),
  ];
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([]);
});

test('nothing is packed for a computer whose Node is not here', async () => {
  const packing = beforeBuild({ platform: { nodeName: 'win32' }, arch: 'ia32' });
  await expect(packing).rejects.toThrow(/There is no out\/app.*\. Run npm run build:app/);
});
