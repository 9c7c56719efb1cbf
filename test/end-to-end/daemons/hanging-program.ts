import { runCommandLine } from '../../../main/cli/command-line.ts';
import { callerOfThisProcess, endProcess } from '../../../main/cli/this-process.ts';
import { makeNodeWorld } from '../../../main/node/node-world.ts';
import { realParts } from '../../../main/host-parts.ts';
import { hangCallsHere, hangThreadsIn } from '../../setup/hanging/hanging-calls.ts';
import { HANGING_THREAD, HANGING_WATCH } from '../../setup/hanging/hanging.ts';

// The command line as `main/cli.ts` runs it, on a disk of which folders can be made to hang, for its own
// thread too.

const parts = {
  ...realParts,
  makeWorld: (dataDirectory: string) => {
    hangThreadsIn(dataDirectory);
    hangCallsHere(dataDirectory);
    return Promise.resolve(makeNodeWorld({ dataDirectory, diskThread: HANGING_THREAD, watchThread: HANGING_WATCH }));
  },
};
await endProcess(await runCommandLine(callerOfThisProcess(process.argv.slice(2)), parts));
