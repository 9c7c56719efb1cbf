import { runCommandLine } from './cli/command-line.ts';
import { callerOfThisProcess, leave } from './cli/this-process.ts';
import { realParts } from './parts.ts';

// The daemon for hosts that start it as a process of their own; the same as the command `benchtop daemon`.
await leave(await runCommandLine(callerOfThisProcess(['daemon', ...process.argv.slice(2)]), realParts));
