import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// The daemon for hosts that start it as a process of their own; the same as the command `benchtop daemon`.
enableCompileCache(fileURLToPath(new URL('../out/compiled', import.meta.url)));
// A share that gives no answer may hold some of Node's threads for file calls: four of them would be all there are.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
// What is used no more is cleared away early: left to itself, V8 lets garbage grow to several times what is in use.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');
// The only WebAssembly here reads the heads of answers: compiling it well takes some 20 MB at once, and gains nothing.
setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');

const { runCommandLine } = await import('./cli/command-line.ts');
const { callerOfThisProcess, endProcess } = await import('./cli/this-process.ts');
const { realParts } = await import('./host-parts.ts');
await endProcess(await runCommandLine(callerOfThisProcess(['daemon', ...process.argv.slice(2)]), realParts));
