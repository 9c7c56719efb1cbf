import { resolve } from 'node:path';

import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { MIB } from '../../../shared/units.ts';
import { readAtMost } from '../../node/files/read-at-most.ts';
import { endingOf } from '../runner/command-context.ts';
import { ownRow, type Row } from '../runner/command-row.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT, type ExitCode } from '../runner/exit-codes.ts';
import { givenText } from '../input/typed-text.ts';
import { isAboutAccount } from './account-step.ts';
import type { Change, Workplace } from './setup-step.ts';
import { PARTS } from './setup-steps.ts';
import { readSetUpFile, SET_UP_EXAMPLE, type SetUpFile } from './set-up-file.ts';

interface Wanted {
  readonly config?: string;
  readonly keyStdin?: true;
  readonly dryRun?: true;
  readonly example?: true;
  readonly json?: true;
}

const parts = z.array(z.object({ part: z.string(), text: z.string() }));

/** Making a computer ready as a file says. */
export const setupRows: readonly Row[] = [
  ownRow<Wanted>(
    'setup',
    {
      summary: 'make this computer ready as a file says',
      help: texts.about,
      options: [
        ['--config <file>', 'the file'],
        ['--key-stdin', 'sign in with an API key, read from standard input'],
        ['--dry-run', 'only say what would change'],
        ['--example', 'print a whole file, to begin with'],
      ],
      json: z.object({ dryRun: z.boolean(), changed: parts, same: z.array(z.string()), failed: parts }),
    },
    async ({ config, keyStdin, dryRun, example, json }, context) => {
      const { caller } = context.place();
      if (example) return caller.print(`${JSON.stringify(SET_UP_EXAMPLE, null, 2)}\n`);
      if (config === undefined) throw new Ending(EXIT.usage, texts.noConfig);
      const file = fileAt(resolve(caller.folder, config), caller.computer);
      const key = keyStdin ? (await caller.readInput()).trim() : null;
      if (key === '') throw new Ending(EXIT.usage, texts.noKey);
      await context.ask(async ({ client }) => {
        const place = { client, key, absolute: (path: string) => resolve(caller.folder, path) };
        const outcome = await setUp(file, place, dryRun === true);
        if (json) context.printJson({ dryRun: dryRun === true, ...outcome });
        else for (const line of linesOf(outcome, dryRun === true)) context.tell(line);
        return outcome.exitCode;
      });
    },
  ),
];

/** @throws Ending 78 with everything that is wrong with the file. */
function fileAt(path: string, hostname: string): SetUpFile {
  const read = readSetUpFile(textAt(path), hostname);
  if (read.is === 'good') return read.file;
  const lines = read.troubles.map(trouble => texts.trouble(path, trouble.path, trouble.text));
  throw new Ending(EXIT.configuration, [...lines, texts.nothingDone].join('\n'));
}

function textAt(path: string): string {
  let bytes: Buffer | null;
  try {
    bytes = readAtMost(path, MIB);
  } catch {
    throw new Ending(EXIT.error, texts.unreadable(path));
  }
  if (bytes === null) throw new Ending(EXIT.configuration, texts.tooLarge(path));
  return givenText(bytes, path, EXIT.configuration);
}

/** What became of every part that the file names, in their order. */
interface Outcome {
  readonly changed: readonly { readonly part: string; readonly text: string }[];
  readonly same: readonly string[];
  readonly failed: readonly { readonly part: string; readonly text: string }[];
  /** Of the first failure. */
  readonly exitCode: ExitCode;
}

/** One part after the other; one that fails does not keep the others. What was done stays done, and a later run goes on. */
async function setUp(file: SetUpFile, place: Workplace, isDry: boolean): Promise<Outcome> {
  const changed: { part: string; text: string }[] = [];
  const same: string[] = [];
  const failed: { part: string; text: string }[] = [];
  let exitCode: ExitCode = EXIT.ok;
  let hasAccount = true;
  for (const part of PARTS.filter(({ field }) => file[field] !== undefined)) {
    try {
      if (part.needsAccount && !hasAccount) throw new Ending(EXIT.signIn, texts.waitsForAccount);
      const changes = await part.plan(file, place);
      if (changes.length === 0) same.push(part.name);
      // What comes before a change that fails is told as done.
      for (const change of changes) changed.push({ part: part.name, text: await carriedOut(change, isDry) });
    } catch (error) {
      const ending = refusal(error);
      failed.push({ part: part.name, text: ending.message });
      if (exitCode === EXIT.ok) exitCode = ending.exitCode;
      hasAccount &&= !isAboutAccount(error) && part.field !== 'format';
    }
  }
  return { changed, same, failed, exitCode };
}

async function carriedOut({ text, apply }: Change, isDry: boolean): Promise<string> {
  if (!isDry) await apply();
  return text;
}

/** A setting that is none, or a place that cannot be used, is the file's to correct. */
function refusal(error: unknown): Ending {
  const ending = endingOf(error);
  const isFile = error instanceof FaultError && error.fault.kind === 'bad-request';
  return isFile ? new Ending(EXIT.configuration, ending.message) : ending;
}

function linesOf({ changed, same, failed }: Outcome, isDry: boolean): readonly string[] {
  const isRenamed = !isDry && changed.some(({ part }) => part === texts.parts.computer);
  return [
    ...changed.map(({ part, text }) => (isDry ? texts.would(part, text) : texts.changed(part, text))),
    ...same.map(part => texts.same(part)),
    ...failed.map(({ part, text }) => texts.failed(part, text)),
    ...(changed.length + failed.length === 0 ? [texts.allSame] : []),
    ...(isRenamed ? [texts.afterRestart] : []),
  ];
}
