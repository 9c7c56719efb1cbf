import type { z } from 'zod';

import { inputLine, inputWords } from '../../../shared/text/input-words.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';

/** What was typed, as a schema has it. @throws Ending 2 that names the field and what is allowed in it. */
export function readGiven<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given, { error: inputWords });
  if (!read.success) throw new Ending(EXIT.usage, inputLine(read.error.issues));
  return read.data;
}
