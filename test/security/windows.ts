import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What a page of Benchtop can reach: nothing but Benchtop. */
export const WINDOWS: readonly Requirement[] = [
  row(
    'S01',
    'Every window has a sandbox, a world of its own for the preload and nothing of Node, and only one place makes windows.',
    [
      [
        'test/electron/security.suite.ts',
        'the window has a sandbox, a world of its own for the preload, and nothing of Node',
      ],
      [
        'test/architecture.test.ts',
        'S01 windows are made in one place, S09 wishes are answered in one, S62 the engine is started in one',
      ],
    ],
  ),
  row(
    'S02',
    'The desktop window shows its own address alone, app://bundle/, which gives nothing but files of the build; the window in a browser likewise.',
    [
      [
        'test/electron/security.suite.ts',
        'the window opens at app://bundle/ and shows the sample, which the engine fetches meanwhile',
      ],
      [
        'test/main/shell/addresses.test.ts',
        'whatever is asked for, a file of the build is named without any way out of it',
      ],
      ['test/server/window-server.test.ts', '%s gives nothing'],
    ],
  ),
  row(
    'S03',
    'Each page comes with the policy: scripts, styles and connections of our own only, one nonce for each answer, Trusted Types, nothing unsafe. No screen goes against it.',
    [
      [
        'test/electron/security.suite.ts',
        'no screen goes against the policy, which comes with the page and names one nonce for each answer',
      ],
      ['test/main/shell/addresses.test.ts', 'each page comes with the policy, a nonce of its own, and nothing else'],
      ['test/main/shell/addresses.test.ts', 'what stands in for the window has no script, and what it says is text'],
      ['test/server/window-server.test.ts', 'the page comes with a strict policy and a nonce that differs each time'],
    ],
  ),
  row('S04', 'The page reaches no server but its own.', [
    ['test/electron/security.suite.ts', 'the window reaches no server'],
    ['test/electron/security.suite.ts', 'nobody outside of this computer was asked for anything'],
    ['test/end-to-end/window/states.test.ts', 'the page has no network but its own, and no zod'],
  ]),
  row('S05', 'Nothing leads the window to another page.', [
    ['test/electron/security.suite.ts', 'nothing leads the window to another page'],
    ['test/main/shell/addresses.test.ts', 'only the two pages are pages, with any end'],
  ]),
  row(
    'S06',
    'No second window opens; an address goes to the system’s browser only after a person agreed to it, only https or a mail, with the host on show.',
    [
      [
        'test/electron/security.suite.ts',
        'no second window opens, and an address goes outside only when somebody said so',
      ],
      ['test/main/shell/links.test.ts', 'S06 outside goes %s, or not'],
    ],
  ),
  row('S07', 'The page gets nothing of the system, no camera, no place, no device, but a text into the clipboard.', [
    ['test/electron/security.suite.ts', 'the page gets nothing of the system but a text into the clipboard'],
    ['test/electron/security.suite.ts', 'devices, screens and classes of USB are forbidden like everything else'],
    ['test/server/window-server.test.ts', 'the page comes with a strict policy and a nonce that differs each time'],
  ]),
  row('S08', 'The preload gives the page one frozen thing with named functions.', [
    [
      'test/electron/security.suite.ts',
      'the preload gives the page one frozen thing with named functions, and no page can change it',
    ],
  ]),
  row(
    'S09',
    'Whoever is not the page of a window is answered nothing; what the page asks is looked at against the contract first.',
    [
      [
        'test/electron/security.suite.ts',
        'whoever is not the page of the window is answered nothing, and neither is nonsense',
      ],
      [
        'test/electron/security.suite.ts',
        'whoever is not the page of the window is answered nothing, whatever is asked',
      ],
      ['test/shared/rpc.test.ts', 'an input that breaks the contract never reaches the handler'],
      ['test/shared/rpc.test.ts', 'no garbage stops the serving side'],
      ['test/server/window-server.test.ts', 'a socket needs the right origin and the secret of a session'],
      [
        'test/server/window-server.test.ts',
        'the secret is no pass: what stands in an address opens no more than bytes',
      ],
      [
        'test/end-to-end/window/session.test.ts',
        'what a browser gives to another port of this computer opens nothing of the window',
      ],
      [
        'test/end-to-end/window/session.test.ts',
        'neither the key nor what it was exchanged for stands in the address, in the page or where other ports can read',
      ],
    ],
  ),
  row('S10', 'The page learns no path of a dropped file: it goes by where it is, under a name that is good once.', [
    [
      'test/electron/security.suite.ts',
      'a dropped file is read where it lies, under a name of the page’s own that is good once',
    ],
    [
      'test/electron/security.suite.ts',
      'a file that lies nowhere is taken in as the page has it, and where it went is not told',
    ],
    ['test/main/shell/state.test.ts', 'a dropped file is given out once, by its name alone, and only a file'],
    ['test/server/drop-door.test.ts', 'dots and slashes in an address reach nothing: each name is one name'],
  ]),
  row('S11', 'What fails is told as a fault with a kind, never with a stack.', [
    ['test/shared/rpc.test.ts', 'a mistake of ours arrives as a bug without its stack'],
    [
      'test/electron/security.suite.ts',
      'whoever is not the page of the window is answered nothing, and neither is nonsense',
    ],
  ]),
  row('S12', 'No menu and no key reloads the installed window or opens tools for developers.', [
    [
      'test/electron/desktop.suite.ts',
      'no menu reloads the window or opens tools for developers; it can be made larger, and stays so',
    ],
  ]),
  row(
    'S13',
    'Nothing about a crash is sent anywhere; a page that dies is loaded once more, then a safe page stands, and the engine goes on.',
    [
      [
        'test/electron/desktop.suite.ts',
        'the page dies: it is loaded anew once, then a safe page stands; the engine knows nothing of it',
      ],
    ],
  ),
  row('S14', 'The clipboard is written when somebody presses a button, and never read.', [
    ['test/security/sources.test.ts', 'the clipboard is written by the page on somebody’s word, and never read [S14]'],
  ]),
];
