import { resolve } from 'node:path';

import { connectionCommandTexts as texts } from '../../../../shared/features/connections/text.ts';
import { KIB } from '../../../../shared/units.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { givenText } from '../../input/typed-text.ts';

/** As much as comes on standard input. */
const MOST_BYTES = 64 * KIB;

/** Where headers come from: never from the command itself, which others on this computer can read. */
export interface HeaderOptions {
  readonly headersStdin?: true;
  readonly headersFile?: string;
  readonly forgetHeaders?: true;
}

/** The options that headers are given by. */
export const HEADER_OPTIONS = [
  ['--headers-stdin', "read headers from standard input, one a line, such as 'Authorization: Bearer …'"],
  ['--headers-file <file>', 'read them from a file, which should be readable by you alone'],
] as const;

/** The headers that were given; undefined when none were asked for. @throws Ending. */
export async function headersOf(
  context: CommandContext,
  { headersStdin, headersFile, forgetHeaders }: HeaderOptions,
): Promise<Record<string, string> | undefined> {
  const ways = [headersStdin, headersFile, forgetHeaders].filter(way => way !== undefined);
  if (ways.length > 1) throw new Ending(EXIT.usage, texts.headersTwice);
  if (forgetHeaders) return {};
  if (headersFile !== undefined) return parsed(textOf(context, headersFile));
  if (!headersStdin) return undefined;
  const headers = parsed(await context.place().caller.readInput('Paste a header and press Enter (it is not shown): '));
  if (Object.keys(headers).length === 0) throw new Ending(EXIT.usage, texts.noHeadersCame);
  return headers;
}

function textOf(context: CommandContext, file: string): string {
  let bytes: Buffer | null;
  try {
    bytes = readAtMost(resolve(context.place().caller.folder, file), MOST_BYTES);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Ending(EXIT.error, texts.noHeadersRead(file, why));
  }
  if (bytes === null) throw new Ending(EXIT.error, texts.headersTooLarge(file));
  return givenText(bytes, file, EXIT.error);
}

/** What stands in a wrong line is not said: it may be the secret. */
function parsed(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(.*\S)\s*$/.exec(line) ?? [];
    // An object keeps nothing under this name, so that the header would be lost without a word.
    const isLost = name === '__proto__';
    if (name === undefined || value === undefined || isLost) throw new Ending(EXIT.usage, texts.headersForm(at + 1));
    headers[name] = value;
  }
  return headers;
}
