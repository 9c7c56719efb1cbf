import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The daemon for hosts that start it as a process of their own; the same as the command `benchtop daemon`.
enableCompileCache(fileURLToPath(new URL('../out/compiled', import.meta.url)));

const { runCommandLine } = await import('./cli/command-line.ts');
const { callerOfThisProcess, leave } = await import('./cli/this-process.ts');
const { realParts } = await import('./parts.ts');
await leave(await runCommandLine(callerOfThisProcess(['daemon', ...process.argv.slice(2)]), realParts));
