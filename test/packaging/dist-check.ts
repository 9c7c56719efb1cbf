import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeApp } from './build/app.ts';
import { copyRuntime, runtimeFor } from './build/runtime.ts';
import { thisTarget } from './build/targets.ts';
import { breachesOfList, expectedFiles, leaksIn } from './check/file-list.ts';
import { breachesOfFuses } from './check/fuses.ts';
import { findChromium } from '../setup/browser/chromium.ts';
import { runHeadless } from './headless/headless.ts';
import { runShell } from './headless/shell-run.ts';
import { extract, filesBelow, filesOfArchive, type Packed, pack, sizeOf, textsBelow } from './check/packed.ts';
import { makeStandIn } from './check/stand-in.ts';

/**
 * `npm run dist:check`: builds the unpacked package, from Electron's distribution where it is here and from a stand-in
 * where it is not, and looks at all that can be looked at. Nothing is downloaded. Ends with 1 when anything is wrong.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Unpacked, without Electron and without the command's Node. */
const MOST_BYTES = 40 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const problems: string[] = [];

function judge(what: string, found: readonly string[]): void {
  problems.push(...found);
  say(`${found.length === 0 ? 'ok      ' : 'NOT OK  '} ${what}`);
  for (const each of found) say(`           ${each}`);
}

const target = thisTarget();
if (target === null || !target.startsWith('linux')) {
  say('not run  this check packs for Linux; on other systems the release workflow packs, and checks there');
  process.exit(0);
}
await makeApp({ root, into: join(root, 'out', 'app') });
copyRuntime(runtimeFor(root, target), join(root, 'out', 'runtime', target), target);
const real = [process.env['BENCHTOP_ELECTRON_DIST'] ?? '', join(root, 'node_modules', 'electron', 'dist')].find(
  each => each !== '' && existsSync(join(each, 'electron')),
);
const standIn = join(root, 'out', 'stand-in');
makeStandIn(standIn);
const packed = await pack(root, real ?? standIn);
say(`packed   from ${real === undefined ? 'a stand-in for Electron' : "Electron's distribution"}, nothing downloaded`);

checkFiles(packed);
await checkFuses(packed);
await checkRuns(packed);
checkSizes(packed);
say(problems.length === 0 ? 'dist:check passed' : `dist:check failed: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkFiles({ archive, unpacked, command }: Packed): void {
  if (target === null) return;
  const expected = expectedFiles(target);
  judge(
    'S67 files of the archive',
    breachesOfList({ name: 'app.asar', files: filesOfArchive(archive) }, expected.archive),
  );
  judge(
    'S67 files beside it',
    breachesOfList({ name: 'app.asar.unpacked', files: filesBelow(unpacked) }, expected.unpacked),
  );
  judge('S67 files of the command', breachesOfList({ name: 'command', files: filesBelow(command) }, expected.command));
  const places = [root, homedir()].filter(each => each.length > 2);
  const texts = [...textsBelow(join(root, 'out', 'app')), ...textsBelow(command)];
  judge(
    `S67 no secrets and no places of this computer in ${texts.length} texts`,
    texts.flatMap(({ file, text }) => leaksIn(file, text, places)),
  );
}

async function checkFuses({ folder }: Packed): Promise<void> {
  const found = await breachesOfFuses(join(folder, 'benchtop-desktop'));
  judge(`S60 fuses${real === undefined ? ' as they are set in the stand-in' : ''}`, found);
  if (real === undefined) say("not run  S60 fuses of the real program: Electron's distribution is not here");
  say(
    'not run  S63 signatures: a package for Linux has none; those of macOS and Windows are checked where they are made',
  );
}

async function checkRuns({ archive, command }: Packed): Promise<void> {
  const inside = mkdtempSync(join(tmpdir(), 'benchtop-archive-'));
  const node = join(command, 'node');
  try {
    extract(archive, inside);
    await checkRun('the installed command syncs', [join(command, 'benchtop')]);
    await checkShell(inside);
    await checkRun("the archive's content syncs under the package's Node", [node, join(inside, 'cli.js')]);
  } finally {
    rmSync(inside, { recursive: true, force: true });
  }
}

/** The shell as it is packed, in what stands in for Electron in our tests. */
async function checkShell(inside: string): Promise<void> {
  const what = "S61 the archive's shell opens its window over its engine, and quits";
  if (findChromium() === null) return say(`not run  ${what}: there is no Chromium here`);
  try {
    const { picture, preload, exitCode } = await runShell(join(inside, 'desktop.js'));
    const wrong = [
      ...(exitCode === 0 ? [] : [`it ended with ${exitCode}`]),
      ...(picture.startsWith(join(inside, 'assets', 'tray')) ? [] : [`the tray shows ${picture}`]),
      ...(preload === join(inside, 'preload.cjs') ? [] : [`the window begins with ${preload}`]),
    ];
    judge(what, wrong);
  } catch (failure) {
    judge(what, [failure instanceof Error ? failure.message : String(failure)]);
  }
}

async function checkRun(what: string, program: readonly [string, ...string[]]): Promise<void> {
  try {
    const { sent, received, daemonEnded } = await runHeadless(program);
    judge(`S62 ${what}: ${sent} sent, ${received} received`, daemonEnded ? [] : ['the daemon did not end in order']);
  } catch (failure) {
    judge(`S62 ${what}`, [failure instanceof Error ? failure.message : String(failure)]);
  }
}

function checkSizes({ archive, unpacked, command }: Packed): void {
  const runtime = sizeOf(join(command, 'node'));
  const parts = { archive: sizeOf(archive), binaries: sizeOf(unpacked), command: sizeOf(command) - runtime };
  const all = parts.archive + parts.binaries + parts.command;
  for (const [name, bytes] of Object.entries(parts)) say(`size     ${name}: ${megabytes(bytes)}`);
  say(`size     the command's own Node, counted apart: ${megabytes(runtime)}`);
  const over = all > MOST_BYTES ? [`${megabytes(all)} are more than ${megabytes(MOST_BYTES)}`] : [];
  judge(`size     unpacked app without Electron and Node: ${megabytes(all)}`, over);
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
