import { resolve } from 'node:path';

import type { PathQuestion } from '../../../shared/features/edit/path-question.ts';
import type { Desk } from '../runner/command-context.ts';

/** A path as it was typed on the command line, with all that helps to find out which one is meant. */
export function pathQuestion(desk: Desk, path: string, mirror: string | undefined): PathQuestion {
  return { path, absolute: resolve(desk.place().caller.folder, path), mirror: mirror ?? null };
}
