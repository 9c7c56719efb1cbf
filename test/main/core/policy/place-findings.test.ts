import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  isSystemPlace,
  type PlaceFacts,
  placeFindings,
  syncProductOf,
} from '../../../../main/core/policy/place-findings.ts';

const GOOD: PlaceFacts = {
  path: '/home/ada/Lab',
  home: '/home/ada',
  is: 'nothing',
  isEmpty: false,
  isWritable: true,
  hasLittleRoom: false,
  volume: 'local',
  marks: [],
  platform: 'linux',
  mirror: null,
  isOurs: false,
};

test.each([
  ['a new folder will be made', {}, ['good new']],
  ['an empty folder is fine', { is: 'folder', isEmpty: true }, ['good empty']],
  ['a folder with files is compared first', { is: 'folder' }, ['warn not-empty']],
  ['a file is no folder', { is: 'file' }, ['stop file']],
  ['what cannot be read cannot be used', { is: 'unreadable' }, ['stop unreadable']],
  ['what does not answer cannot be used', { is: 'no-answer', isWritable: false }, ['stop no-answer']],
  ['what cannot be written cannot be used', { isWritable: false }, ['stop not-writable']],
  ['our own records stay alone', { isOurs: true }, ['stop ours']],
  ['a mirror in a mirror is refused', { mirror: '/home/ada' }, ['stop in-mirror']],
  ['the whole home folder is too much', { path: '/home/ada/', is: 'folder' }, ['stop home']],
  ['the system keeps its folders', { path: '/usr/share/lab' }, ['stop system']],
  ['another sync program keeps its folders', { path: '/home/ada/Dropbox/Lab' }, ['stop synced']],
  ['another sync program is known by its mark', { marks: ['.stfolder'] }, ['stop synced']],
  ['a network folder is warned about', { volume: 'network' }, ['warn network', 'good new']],
  ['a disk that can go is warned about', { volume: 'removable' }, ['warn removable', 'good new']],
  ['little room is warned about', { hasLittleRoom: true }, ['warn little-room', 'good new']],
  [
    'a long path is warned about on Windows',
    { platform: 'win32', path: `C:\\Users\\ada\\${'x'.repeat(140)}` },
    ['warn long', 'good new'],
  ],
  ['a long path is nothing elsewhere', { path: `/home/ada/${'x'.repeat(140)}` }, ['good new']],
] as const)('%s', (_, facts, expected) => {
  const found = placeFindings({ ...GOOD, ...facts }).map(({ level, code }) => `${level} ${code}`);
  expect(found).toEqual(expected);
});

test.each([
  ['/home/ada/OneDrive - Halden Lab/Data', 'OneDrive'],
  ['C:\\Users\\ada\\OneDrive\\Lab', 'OneDrive'],
  ['/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/Lab', 'iCloud Drive'],
  ['/Users/ada/Library/CloudStorage/GoogleDrive-ada@example.org/My Drive', 'Google Drive'],
  ['/home/ada/Nextcloud', 'Nextcloud'],
  ['/home/ada/Boxes/Lab', null],
  ['/home/ada/my dropbox notes', null],
] as const)('%s lies in a folder of %s', (path, product) => expect(syncProductOf(path, [])).toBe(product));

test.each([
  ['/', 'linux', true],
  ['/home', 'linux', true],
  ['/home/ada', 'linux', false],
  ['/etc/lab', 'linux', true],
  ['/run/media/ada/stick', 'linux', false],
  ['/tmp', 'linux', true],
  ['/tmp/lab', 'linux', false],
  ['/usrlocal', 'linux', false],
  ['C:\\', 'win32', true],
  ['C:\\Windows\\Temp', 'win32', true],
  ['c:/program files (x86)/lab', 'win32', true],
  ['C:\\Users', 'win32', true],
  ['D:\\Lab', 'win32', false],
] as const)('%s on %s belongs to the system: %s', (path, platform, expected) =>
  expect(isSystemPlace(path, platform)).toBe(expected),
);

test('every place has something to say, and one that stops says only that', () => {
  const facts = fc.record({
    path: fc.string({ minLength: 1 }),
    home: fc.option(fc.string()),
    is: fc.constantFrom('nothing', 'folder', 'file', 'unreadable'),
    isEmpty: fc.boolean(),
    isWritable: fc.boolean(),
    hasLittleRoom: fc.boolean(),
    volume: fc.constantFrom('local', 'network', 'removable', 'unknown'),
    marks: fc.array(fc.string()),
    platform: fc.constantFrom('linux', 'darwin', 'win32', 'other'),
    mirror: fc.option(fc.string()),
    isOurs: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, given => {
      const found = placeFindings(given as PlaceFacts);
      expect(found.length).toBeGreaterThan(0);
      const stops = found.some(({ level }) => level === 'stop');
      expect(stops && found.length > 1).toBe(false);
    }),
  );
});
