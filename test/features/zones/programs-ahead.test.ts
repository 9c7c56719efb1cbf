import { expect, test } from 'vitest';

import { csvNames, pathNames } from '../../../main/node/system/node-processes.ts';
import { blockingProgram } from '../../../main/features/zones/observe/zone-state.ts';

test.each([
  ['as it is called', ['Xcalibur'], ['bash', 'Xcalibur'], 'Xcalibur'],
  ['in other letters, with its ending', ['xcalibur'], ['XCALIBUR.EXE'], 'xcalibur'],
  ['with its ending left out', ['Xcalibur.exe'], ['xcalibur'], 'Xcalibur.exe'],
  ['by a part of its name', ['ZEN*'], ['zen_blue.exe'], 'ZEN*'],
  ['not by a name that only begins so', ['ZEN'], ['zen_blue.exe'], null],
  ['not by a dot that stands for a letter', ['a.b'], ['axb'], null],
  ['not at all where nothing is wished', [], ['Xcalibur'], null],
])('a program is known %s', (_, wished, running, ahead) => expect(blockingProgram(wished, running)).toBe(ahead));

test('the lists of Windows and macOS are read, each name once', () => {
  expect(csvNames('"System Idle Process","0","Services","0","8 K"\r\n"ZEN.exe","4","Console","1","1,2 K"\r\n')).toEqual(
    ['System Idle Process', 'ZEN.exe'],
  );
  expect(pathNames('/sbin/launchd\n/Applications/Zen Blue.app/Contents/MacOS/Zen Blue\n/sbin/launchd\n')).toEqual([
    'launchd',
    'Zen Blue',
  ]);
});
