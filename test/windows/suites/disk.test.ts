import { describeSuitesUnderWine } from './suites-under-wine.ts';

// The real disk, which takes as long as all other ports.
describeSuitesUnderWine(['test/ports/disk/']);
