import { runCommandLine } from './cli/command-line.ts';
import { callerOfThisProcess, leave } from './cli/this-process.ts';
import { realParts } from './parts.ts';

// The command line: talks to the daemon of its data directory, or runs the engine itself when there is none.
await leave(await runCommandLine(callerOfThisProcess(process.argv.slice(2)), realParts));
