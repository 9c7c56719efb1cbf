import { describeSuitesUnderWine } from './suites-under-wine.ts';

// What decides and what remembers.
describeSuitesUnderWine(['test/main/core/', 'test/main/journal/']);
