import { proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import { BAD_INPUT, HTTP, KEEPING, NAMES, REAL_DISK, SCENARIOS, SIM_NAMES, STORAGE } from './suites.ts';

const WINDOW = 'test/server/window-server.test.ts';
const SOCKET = 'test/ports/net/engine-socket.test.ts';

/** What hostile names, answers and neighbours could do. */
export const SECURITY: readonly Hazard[] = [
  proven(
    'X1',
    'A name at the service leads out of the mirrored folder.',
    [NAMES, 'a name from the service is always exactly one safe path segment here'],
    [SCENARIOS, 'names that no path may hold come here under look-alikes and keep their own name there [R10, X1]'],
  ),
  proven(
    'X2',
    'A name holds characters that make it look like another one.',
    [SIM_NAMES, '%j is safe, stays, and is never sent back changed [X2]'],
    [SIM_NAMES, 'a folder named %j is safe, stays, and takes what is put into it [X2]'],
    [NAMES, 'a name from the service is always exactly one safe path segment here'],
    ['test/main/cli/commands.test.ts', 'a name cannot move the cursor, add a line or turn the reading direction'],
  ),
  proven(
    'X3',
    'A planted link makes us write or read elsewhere.',
    [KEEPING, 'nothing is written through a symbolic link'],
    [REAL_DISK, 'a folder exchanged for a link while the look is under way is not followed'],
  ),
  proven(
    'X4',
    'The service names an address for bytes that leads into our own network.',
    [STORAGE, 'an address that leads into this computer or its network is not followed: %s'],
    [STORAGE, 'an address that only looks like one of the world is not followed: %s'],
  ),
  proven('X5', 'The key is sent to the storage.', [
    STORAGE,
    'the storage sees the bytes and their type, and nothing of who we are',
  ]),
  proven('X6', 'A redirect hands an address that is worth a key to somebody else.', [
    HTTP,
    'a redirect is an answer like any other',
  ]),
  proven('X7', 'Keys and signed addresses stand in logs.', [
    'test/ports/system/log.test.ts',
    'nothing secret is left of %s',
  ]),
  proven('X8', 'The key lies open to everybody on this computer.', [
    'test/ports/files/secrets.test.ts',
    'a key in the file can be read by its owner only, and no unfinished file stays',
  ]),
  proven(
    'X9',
    'Answers of the wrong shape stop the program or make it act.',
    [
      'test/main/remote/api/tolerant.test.ts',
      'values of closed sets may be new, and fields that make no sense are left out',
    ],
    [BAD_INPUT, 'a service that answers with garbage while syncing: exit 75 or 1, no file is touched'],
  ),
  proven(
    'X10',
    'A web page or another user gives orders to the engine.',
    [SOCKET, 'only this user may connect'],
    [WINDOW, 'a socket needs the right origin and the secret of a session'],
    [WINDOW, 'a request for the host %s is refused, also with a session'],
  ),
  proven(
    'X11',
    'A downloaded program runs without the system asking.',
    ['test/server/content-door.test.ts', 'a file that could run is a download like any other: %j [S27]'],
    ['test/main/shell/state.test.ts', 'S27 on Windows a file is marked as one from elsewhere before it is opened'],
    ['test/electron/desktop.suite.ts', 'what could run is not opened, which is said'],
  ),
  proven(
    'X12',
    'A mirrored page is shown with the rights of our window.',
    ['test/server/content-door.test.ts', 'what could carry a script is in a sandbox without any: %s'],
    ['test/security/sources.test.ts', 'no file is shown in a frame, so that nothing of it could be a page [S24]'],
    ['test/end-to-end/pages/preview.test.ts', 'nothing in a file runs, and nothing of it leaves this computer'],
  ),
  proven(
    'X13',
    'An update that nobody signed is installed.',
    ['test/main/shell/updates.test.ts', 'a build that is not signed asks nobody'],
    ['test/main/shell/updates.test.ts', 'what was changed on the way is thrown away'],
    ['test/packaging/electron-builder.test.ts', 'the signature of updates for Windows is checked'],
  ),
  proven(
    'X14',
    'A share reaches more people than was meant, without a word.',
    ['test/sim/features/sharing/sharing.test.ts', 'a move says who gains and who loses access before it happens'],
    [
      'test/sim/features/sharing/sharing.test.ts',
      'a file that is shared with somebody who cannot open its folder says so',
    ],
    [
      'test/sim/features/sharing/sharing.test.ts',
      'an entry that the service took and does not show is not told as done',
    ],
    ['test/end-to-end/pages/sharing.test.ts', 'what is still shared inside is found and narrowed'],
    [
      'test/features/sharing/share-command.test.ts',
      'an ending of inheriting that nobody confirmed, ask nothing of the engine',
    ],
  ),
];
