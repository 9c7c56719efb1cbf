import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// The daemon for hosts that start it as a process of their own; the same as the command `benchtop daemon`.
enableCompileCache(fileURLToPath(new URL('../out/compiled', import.meta.url)));
// What lives briefly gets the room that it has at the start: V8 would let it grow to 128 MB, which a sync that has all the
// time of the day does not need.
setFlagsFromString('--semi-space-growth-factor=1');

const { runCommandLine } = await import('./cli/command-line.ts');
const { callerOfThisProcess, leave } = await import('./cli/this-process.ts');
const { realParts } = await import('./parts.ts');
await leave(await runCommandLine(callerOfThisProcess(['daemon', ...process.argv.slice(2)]), realParts));
