import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

import { keepCompiledCode } from './cli/runner/compiled-code.ts';
import type { Parts } from './cli/runner/engine-parts.ts';

// The command line: talks to the daemon of its data directory, or runs the engine itself when there is none.
// The sources are run as they are; keeping what Node made of them halves the time that every command takes to start.
enableCompileCache(fileURLToPath(new URL('../out/compiled', import.meta.url)));
await keepCompiledCode(process.argv.slice(2));
// A share that gives no answer may hold some of Node's threads for file calls: four of them would be all there are.
process.env['UV_THREADPOOL_SIZE'] ??= '16';

const { runCommandLine } = await import('./cli/command-line.ts');
const { callerOfThisProcess, endProcess } = await import('./cli/this-process.ts');
const { realParts } = await import('./host-parts.ts');
const parts: Parts = {
  ...realParts,
  makeWorld: dataDirectory => {
    staySmall();
    return realParts.makeWorld(dataDirectory);
  },
};
await endProcess(await runCommandLine(callerOfThisProcess(process.argv.slice(2)), parts));

/** For a process that runs the engine, perhaps for months. One that only asks a daemon starts faster without. */
function staySmall(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // What is used no more is cleared away early: left to itself, V8 lets garbage grow to several times what is in use.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=40');
  // The only WebAssembly here reads the heads of answers: compiling it well takes some 20 MB at once, and gains nothing.
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
}
