import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// The engine of the desktop app, in a process of Electron's: the same daemon as `benchtop daemon`. Only the window's door
// is another one: ports that the shell hands over.
enableCompileCache(fileURLToPath(new URL('../out/compiled', import.meta.url)));
// A share that gives no answer may hold some of Node's threads for file calls: four of them would be all there are.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');

const { openShellDoor } = await import('./server/shell-door.ts');
const { runCommandLine } = await import('./cli/command-line.ts');
const { callerOfThisProcess, endProcess } = await import('./cli/this-process.ts');
const { realParts } = await import('./host-parts.ts');

const door = openShellDoor(process.parentPort);
const caller = callerOfThisProcess(['daemon', '--window-port', '0']);
const exitCode = await runCommandLine(
  {
    ...caller,
    host: 'app',
    // Beside what was built there is the command that every package carries; this very program is none.
    ...(import.meta.url.endsWith('.ts') ? {} : { command: ['benchtop'] }),
    print: () => door.tell({ kind: 'ready' }),
    tell: text => door.tell({ kind: 'trouble', text }),
    stop: AbortSignal.any([caller.stop, door.stop]),
  },
  { ...realParts, openWindow: door.open },
);
await endProcess(exitCode);
