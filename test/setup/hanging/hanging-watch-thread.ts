import { hangCallsHere } from './hanging-calls.ts';

// Instead of the thread that watches: its own calls on the folder that hangs wait in the system (`hanging-calls.ts`).

hangCallsHere();
await import('../../../main/node/watch/watch-thread-main.ts');
