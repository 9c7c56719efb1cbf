import { basename, extname } from 'node:path';

import { ENDINGS_THAT_RUN } from './runnable-endings.ts';

/** Whether opening a file could run it (S27). Its last ending counts, as it does for the systems; blanks and dots behind it do not. */
export function couldRun(path: string): boolean {
  const name = path.replace(/[\s.\u200e\u200f\u202a-\u202e]+$/, '');
  // A name that is nothing but an ending (`.bat`) has none for Node.
  const ending = (extname(name) || extname(`a${basename(name)}`)).slice(1).toLowerCase();
  return ENDINGS_THAT_RUN.has(ending.replaceAll(/[^\da-z-]/g, ''));
}
