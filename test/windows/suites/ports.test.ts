import { describeSuitesUnderWine } from './suites-under-wine.ts';

// The real disk, watcher, lock, named pipe, HTTP and key store.
describeSuitesUnderWine(['test/ports/']);
