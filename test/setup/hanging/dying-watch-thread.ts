import { parentPort } from 'node:worker_threads';

// Instead of the thread that watches: dies of the first question.

parentPort?.once('message', () => process.exit(1));
