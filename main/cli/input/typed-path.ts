import { resolve } from 'node:path';

import type { PathQuestion } from '../../../shared/features/edit/path-question.ts';
import type { CommandContext } from '../runner/command-context.ts';

/** A path as it was typed on the command line, with all that helps to find out which one is meant. */
export function pathQuestion(context: CommandContext, path: string, mirror: string | undefined): PathQuestion {
  return { path, absolute: resolve(context.place().caller.folder, path), mirror: mirror ?? null };
}
