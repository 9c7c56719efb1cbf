import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';

import { z } from 'zod';

import { installerTexts as texts } from '../../../shared/desktop/installer-text.ts';
import { namesBelow } from '../../setup/run/test-files.ts';
import { copyRuntime, type Runtime } from './runtime.ts';

const COMPILER = 'x86_64-w64-mingw32-gcc';
const PACKER = 'makensis';
/** What the desktop app alone needs. */
const DESKTOP = /^desktop.*\.js$|^preload\.cjs$|^assets$/;

/** What makes a setup.exe for Windows. */
export interface AgentWish {
  readonly root: string;
  /** What runs, as `makeApp` makes it for Windows. */
  readonly app: string;
  readonly node: Runtime;
  /** The folder for what is made on the way; what is in it is removed first. */
  readonly work: string;
  /** The file that is made. */
  readonly output: string;
  /** Whether it is packed small, which takes a minute. */
  readonly isSmall: boolean;
}

const about = z.object({ version: z.string(), author: z.string() });

/** Whether the tools are installed that it takes. */
export function canMakeAgentSetup(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [COMPILER, PACKER].every(name => folders.some(folder => existsSync(join(folder, name))));
}

/**
 * Makes the package for Windows without Electron, with MinGW and NSIS: command, agent and the window in a browser.
 * @returns its size in bytes. @throws Error with what a tool said.
 */
export function makeAgentSetup({ root, app, node, work, output, isSmall }: AgentWish): number {
  const { version, author } = about.parse(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')));
  const content = join(work, 'content');
  const icon = join(root, 'assets', 'icons', 'icon.ico');
  rmSync(work, { recursive: true, force: true });
  copyRuntime(node, content, 'win32-x64');
  cpSync(app, join(content, 'app'), { recursive: true, filter: path => !DESKTOP.test(relative(app, path)) });
  copyFileSync(join(root, 'assets', 'command', 'benchtop.cmd'), join(content, 'benchtop.cmd'));
  copyFileSync(icon, join(content, 'benchtop.ico'));
  const agent = join(content, 'BenchtopAgent.exe');
  const source = join(root, 'assets', 'installer', 'launcher.c');
  execFileSync(COMPILER, ['-O2', '-s', '-municode', '-mwindows', '-Wall', '-Wextra', '-Werror', '-o', agent, source]);
  mkdirSync(dirname(output), { recursive: true });
  const defined = {
    NAME: texts.name,
    TEXT_ADMINISTRATOR: texts.administrator,
    TEXT_BUSY: texts.busy,
    TEXT_RECORDS: texts.records,
    TEXT_SERVICE: texts.service,
    VERSION: version,
    NUMBERS: version.replace(/-.*/, ''),
    PUBLISHER: author,
    COPYRIGHT: `Copyright ${author}`,
    SIZE_KB: String(Math.ceil(bytesBelow(content) / 1024)),
    CONTENT: content,
    ICON: icon,
    OUTPUT: output,
  };
  const packing = isSmall ? '-XSetCompressor /SOLID lzma' : '-XSetCompress off';
  const words = Object.entries(defined).map(([name, value]) => `-D${name}=${value}`);
  execFileSync(PACKER, ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', packing, ...words, 'agent.nsi'], {
    cwd: join(root, 'assets', 'installer'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return statSync(output).size;
}

function bytesBelow(folder: string): number {
  return namesBelow(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** What the file is called. Windows loads its own libraries for a program that is called just `setup.exe`. */
export function agentSetupName(app: string): string {
  const { version } = about.parse(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')));
  return `Benchtop-Agent-${version}-win-x64-setup.exe`;
}
