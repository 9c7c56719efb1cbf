import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What is installed, and how it is renewed. */
export const PACKAGES: readonly Requirement[] = [
  row(
    'S60',
    'The fuses of the packaged app: it cannot serve as Node, takes no orders from the environment or the command line, loads its code from its checked archive only, and encrypts its cookies.',
    [
      ['test/packaging/electron-builder.test.ts', 'electron-builder sets every fuse as it must be'],
      ['test/packaging/electron-builder.test.ts', 'the check finds a fuse that stands otherwise'],
      ['test/packaging/release.test.ts', 'looks at fuses and signatures of what was packed'],
    ],
    'The fuses of a real archive are read on the build machines, where Electron’s archive is; without it only what sets them and what reads them is tested.',
  ),
  row(
    'S61',
    'The same tests drive the stand-in everywhere and the unpacked app where Electron is there; a packed app is only started, since its fuses leave nothing to drive it by.',
    [
      [
        'test/electron/security.suite.ts',
        'the window opens at app://bundle/ and shows the sample, which the engine fetches meanwhile',
      ],
    ],
    'Electron’s own archive is not on every machine: where it is missing, the tests say so and the stand-in is what is shown.',
  ),
  row('S62', 'What syncs without a desktop is packaged with a Node of its own, because the app cannot serve as one.', [
    [
      'test/packaging/headless/packaged.test.ts',
      'what is packaged syncs under plain Node, as a command and as a daemon',
    ],
    ['test/packaging/electron-builder.test.ts', 'every package carries the command and a Node of its own'],
  ]),
  row(
    'S63',
    'A package is signed, or it never looks for updates.',
    [
      ['test/packaging/release.test.ts', 'with all that signing needs it is signed, must be, and may look for updates'],
      ['test/packaging/release.test.ts', 'without it is unsigned, and never looks for updates'],
      [
        'test/packaging/electron-builder.test.ts',
        'the signature of updates for Windows is checked, and the code of macOS is hardened',
      ],
      ['test/main/shell/updates.test.ts', 'a build that is not signed asks nobody'],
    ],
    'No signature is made or checked here: that needs the certificates and the machines of the release.',
  ),
  row(
    'S64',
    'Updates are whole installers over https, never older than what is there, never while files travel, put off as long as somebody likes, and installed only when asked.',
    [
      [
        'test/packaging/electron-builder.test.ts',
        'full installers, per user unless asked otherwise, and a feed over https',
      ],
      ['test/main/shell/updates.test.ts', 'an older version in the feed is refused'],
      ['test/main/shell/updates.test.ts', 'during transfers nothing is fetched or installed; it is looked again soon'],
      ['test/main/shell/updates.test.ts', 'a person postpones it'],
      ['test/main/shell/updates.test.ts', 'what was changed on the way is thrown away'],
      ['test/main/shell/updates.test.ts', 'nothing is installed while the app or the system ends'],
    ],
  ),
  row(
    'S65',
    'An installation belongs to one person unless an administrator makes it for all, and then updates are the administrator’s.',
    [
      [
        'test/packaging/electron-builder.test.ts',
        'full installers, per user unless asked otherwise, and a feed over https',
      ],
    ],
    'The installers of Windows were not run here; assets/guide says how they are used.',
  ),
  row(
    'S66',
    'Packages are locked to exact versions, installed without scripts, listed with their licences, and looked up among known advisories with each release.',
    [
      [
        'test/packaging/release.test.ts',
        'installs what is locked, without scripts, asks for signatures and lists what is in it',
      ],
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
    [
      [
        'test/packaging/headless/packaged.test.ts',
        'a package holds what runs and nothing else, without the places of whoever built it',
      ],
      [
        'test/packaging/electron-builder.test.ts',
        'of the binaries only those of the own system go in, and they alone lie beside the archive',
      ],
      ['test/packaging/file-list.test.ts', 'what belongs into a package is let in'],
      ['test/packaging/file-list.test.ts', 'S67: %s is refused as %s'],
      ['test/packaging/file-list.test.ts', 'S67: in %j is found %j'],
    ],
  ),
  row(
    'S68',
    'An administrator’s policy file sets what a person cannot change, and only where nobody else can write it.',
    [
      ['test/features/settings/managed.test.ts', 'one that the administrator alone can have written is read'],
      [
        'test/features/settings/managed.test.ts',
        'of one that anybody could have written nothing holds, and it is said why',
      ],
      [
        'test/features/settings/managed.test.ts',
        'a key for another service is not given out, and is still there to be forgotten',
      ],
      [
        'test/features/settings/managed-command.test.ts',
        'a setting that is laid down is refused with words, and holds',
      ],
      [
        'test/features/settings/managed-command.test.ts',
        'another service is refused with words before anybody is asked',
      ],
      ['test/main/shell/updates.test.ts', 'a policy that comes later ends updating, what is ready included'],
    ],
  ),
];
