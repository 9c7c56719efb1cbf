import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { EXIT } from '../../main/cli/runner/exit-codes.ts';
import { SPARING } from '../../main/cli/unattended/start-plan.ts';
import { run } from '../main/cli/run-here.ts';
import { ROOT } from '../setup/run/test-files.ts';

// What is made with these is installed under Wine by `test/windows/installer.test.ts`; here is what Wine does not look at.

const script = readFileSync(join(ROOT, 'assets', 'installer', 'agent.nsi'), 'utf8');
const launcher = readFileSync(join(ROOT, 'assets', 'installer', 'launcher.c'), 'utf8');

test('the installer closes the records of the service as the printed file for a service says', async () => {
  const command = ['C:\\Benchtop\\node.exe', 'C:\\Benchtop\\app\\cli.js'];
  const { stdout } = await run(['service', 'print', 'windows'], {}, { caller: { command } });
  const printed = [...stdout.matchAll(/^ *icacls "[^"]*" (.*)$/gm)].map(([, rights]) => rights);
  const done = [...script.matchAll(/icacls\.exe" "\$3" (.*)'$/gm)].map(([, rights]) => rights);
  expect(printed).toHaveLength(3);
  expect(done).toEqual(printed);
});

test('the service never runs as LocalSystem', () => {
  const creating = script.split('\n').filter(line => line.includes('sc.exe" create'));
  expect(creating).toHaveLength(1);
  expect(creating[0]).toContain('obj= "NT AUTHORITY\\LocalService"');
});

test('the uninstaller removes records only when it is told to, and no folder but those of the program and the records', () => {
  const removed = [...script.matchAll(/RMDir (?:\/r )?"([^"]*)"/g)].map(([, folder = '']) => folder);
  expect([...new Set(removed)].toSorted()).toEqual([
    '$3',
    '$INSTDIR',
    '$INSTDIR\\${PART}',
    '$INSTDIR\\new',
    '$INSTDIR\\old',
    '$LOCALAPPDATA\\benchtop',
  ]);
  const records = script.slice(script.indexOf('Function un.removeRecords'));
  expect(script.replace(records, '')).not.toContain('RMDir /r "$3"');
});

test('the launcher gives Node the words and reads the exit codes that the command line has', () => {
  for (const word of SPARING) expect(launcher).toContain(`L"${word}"`);
  const codes = [...launcher.matchAll(/^#define EXIT_(\w+) (\d+)$/gm)].map(([, name = '', code]) => [
    name.toLowerCase(),
    Number(code),
  ]);
  expect(EXIT).toMatchObject(Object.fromEntries(codes));
  expect(codes).toHaveLength(3);
});
