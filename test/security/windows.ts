import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What a page of Benchtop can reach: nothing but Benchtop. */
export const WINDOWS: readonly Requirement[] = [
  row(
    'S01',
    'Every window has a sandbox, a world of its own for the preload and nothing of Node, and only one place makes windows.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S02',
    'The desktop window shows its own address alone, app://bundle/, which gives nothing but files of the build; the window in a browser likewise.',
    [['test/server/window-server.test.ts', '%s gives nothing']],
  ),
  row(
    'S03',
    'Each page comes with the policy: scripts, styles and connections of our own only, one nonce for each answer, Trusted Types, nothing unsafe. No screen goes against it.',
    [['test/server/window-server.test.ts', 'the page comes with a strict policy and a nonce that differs each time']],
  ),
  row('S04', 'The page reaches no server but its own.', [
    ['test/end-to-end/window-states.test.ts', 'the page has no network but its own, and no zod'],
  ]),
  row(
    'S05',
    'Nothing leads the window to another page.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S06',
    'No second window opens; an address goes to the system’s browser only after a person agreed to it, only https or a mail, with the host on show.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row('S07', 'The page gets nothing of the system, no camera, no place, no device, but a text into the clipboard.', [
    ['test/server/window-server.test.ts', 'the page comes with a strict policy and a nonce that differs each time'],
  ]),
  row(
    'S08',
    'The preload gives the page one frozen thing with named functions.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S09',
    'Whoever is not the page of a window is answered nothing; what the page asks is looked at against the contract first.',
    [
      ['test/shared/rpc.test.ts', 'an input that breaks the contract never reaches the handler'],
      ['test/shared/rpc.test.ts', 'no garbage stops the serving side'],
      ['test/server/window-server.test.ts', 'a socket needs the right origin and a session'],
    ],
  ),
  row('S10', 'The page learns no path of a dropped file: it goes by where it is, under a name that is good once.', [
    ['test/server/drop-door.test.ts', 'dots and slashes in an address reach nothing: each name is one name'],
  ]),
  row('S11', 'What fails is told as a fault with a kind, never with a stack.', [
    ['test/shared/rpc.test.ts', 'a mistake of ours arrives as a bug without its stack'],
  ]),
  row(
    'S12',
    'No menu and no key reloads the installed window or opens tools for developers.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row(
    'S13',
    'Nothing about a crash is sent anywhere; a page that dies is loaded once more, then a safe page stands, and the engine goes on.',
    [],
    'Belongs to the installed desktop app, whose own tests are not part of this tree yet.',
  ),
  row('S14', 'The clipboard is written when somebody presses a button, and never read.', [
    ['test/security/sources.test.ts', 'the clipboard is written by the page on somebody’s word, and never read [S14]'],
  ]),
];
