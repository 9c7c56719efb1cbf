import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What is installed, and how it is renewed. */
export const PACKAGES: readonly Requirement[] = [
  row(
    'S60',
    'The fuses of the packaged app: it cannot serve as Node, takes no orders from the environment or the command line, loads its code from its checked archive only, and encrypts its cookies.',
    [],
    'The fuses of a real archive are read on the build machines, where Electron’s archive is; without it only what sets them and what reads them is tested.',
  ),
  row(
    'S61',
    'The same tests drive the stand-in everywhere and the unpacked app where Electron is there; a packed app is only started, since its fuses leave nothing to drive it by.',
    [],
    'Electron’s own archive is not on every machine: where it is missing, the tests say so and the stand-in is what is shown.',
  ),
  row(
    'S62',
    'What syncs without a desktop is packaged with a Node of its own, because the app cannot serve as one.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S63',
    'A package is signed, or it never looks for updates.',
    [],
    'No signature is made or checked here: that needs the certificates and the machines of the release.',
  ),
  row(
    'S64',
    'Updates are whole installers over https, never older than what is there, never while files travel, put off as long as somebody likes, and installed only when asked.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S65',
    'An installation belongs to one person unless an administrator makes it for all, and then updates are the administrator’s.',
    [],
    'The installers of Windows were not run here; assets/guide says how they are used.',
  ),
  row(
    'S66',
    'Packages are locked to exact versions, installed without scripts, listed with their licences, and looked up among known advisories with each release.',
    [
      ['test/architecture.test.ts', 'every package the lock file may need has an entry in it'],
      [
        'test/security/locked-packages.test.ts',
        'every package is wanted in one exact version, and none runs a script when it is installed [S66]',
      ],
      [
        'test/security/locked-packages.test.ts',
        'what is installed has the checksum it was locked with, but for tools of other systems [S66]',
      ],
      [
        'test/security/locked-packages.test.ts',
        'a weakness that is lived with is explained in a sentence (node test/security/audit.ts) [S66]',
      ],
    ],
    'Whether a weakness is known of a package is asked on the build machines, by node test/security/audit.ts: not every registry answers that question.',
  ),
  row(
    'S67',
    'A package holds what runs and nothing else: no sources, no tests, no maps, no binaries of other systems, no keys, no places of whoever built it.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S68',
    'An administrator’s policy file sets what a person cannot change, and only where nobody else can write it.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
];
