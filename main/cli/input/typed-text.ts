import { decodeText } from '../../node/files/decode-text.ts';
import { givenTexts } from '../../../shared/text/command-input.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT, type ExitCode } from '../runner/exit-codes.ts';

/**
 * The text that a person gave, in a file or on standard input (null).
 * @throws Ending when it is none: taken as it is, it would be told as something else, such as a service out of reach.
 */
export function givenText(bytes: Uint8Array, file: string | null, exitCode: ExitCode = EXIT.usage): string {
  const text = decodeText(bytes);
  if (text === null)
    throw new Ending(exitCode, file === null ? givenTexts.inputIsNoText : givenTexts.fileIsNoText(file));
  return text;
}
