import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openLab } from '../end-to-end/benchtop.ts';
import { shellProgram } from '../setup/on-posix.ts';
import { PROGRAM_WORDS, type WindowsComputer, windowsComputer } from './windows-computer.ts';
import { whyNotOnWindows } from './windows-set-up.ts';
import { NODE } from './wine.ts';

// `node test/windows/by-hand.ts [FOLDER-AT-THE-SERVICE]`: a local service and a computer with Windows, signed in and with a
// mirror of that folder (`Knowledge Base` by default), to be tried by hand until Ctrl-C. It says where everything is.
const whyNot = await whyNotOnWindows();
if (whyNot === null) await open(process.argv[2] ?? 'Knowledge Base');
else process.stdout.write(`${whyNot}\n`);

async function open(remote: string): Promise<void> {
  const lab = await openLab();
  const pc = await windowsComputer(lab, 'windows');
  await pc.mirror(remote);
  const benchtop = join(lab.folder, 'benchtop');
  writeFileSync(benchtop, benchtopScript(pc));
  chmodSync(benchtop, 0o755);
  const lines = {
    benchtop: `${benchtop} status`,
    folder: pc.folder,
    records: pc.data,
    service: lab.service.baseUrl,
    key: lab.service.people[0].apiKey,
  };
  for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name.padEnd(9)} ${value}\n`);
  const end = async (): Promise<void> => {
    await pc.close();
    await lab.close();
    process.exit(0);
  };
  process.once('SIGINT', () => void end()).once('SIGTERM', () => void end());
  setInterval(() => undefined, 60_000);
}

/** The command line on that computer; see `wine.ts` for why its output goes by a file. */
function benchtopScript({ windows }: WindowsComputer): string {
  const settings = Object.entries(windows.environment).map(([name, value]) => `export ${name}='${value}'`);
  const words = [NODE, ...PROGRAM_WORDS].map(word => `'${word}'`).join(' ');
  return shellProgram(
    ...settings,
    'said=$(mktemp)',
    `wine ${words} "$@" >"$said" 2>&1 </dev/null`,
    'status=$?',
    'cat "$said"; rm "$said"; exit $status',
  );
}
