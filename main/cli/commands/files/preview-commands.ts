import { InvalidArgumentError, Option } from 'commander';

import { MOST_READ_BYTES } from '../../../../shared/features/preview/contract.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OpenedContent } from '../../../../shared/features/preview/model.ts';
import { type Encoding, ENCODINGS } from '../../../../shared/preview/encoding.ts';
import type { FileBytes } from '../../../../shared/preview/formats/file-bytes.ts';
import { formatOf, isTextFormat } from '../../../../shared/preview/formats/formats.ts';
import type { Wish } from '../../../../shared/preview/formats/sections.ts';
import { kindOf, MOST_PREVIEW_BYTES } from '../../../../shared/preview/kind.ts';
import { PICTURE_HEAD } from '../../../../shared/preview/picture-size.ts';
import { imageReading } from '../../../../shared/preview/plain/image-reading.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { readAsText } from '../../../../shared/preview/text-reading.ts';
import { formatBytes, formatExactBytes } from '../../../../shared/text/format.ts';
import { kindWords, previewTexts, tableTexts } from '../../../../shared/features/preview/pane-text.ts';
import { contentTexts, lookTexts } from '../../../../shared/features/preview/text.ts';
import { MIB } from '../../../../shared/units.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { pathQuestion } from '../../input/typed-path.ts';
import { findNamed, isBadRequest, WHAT } from '../../input/named-things.ts';
import { lookShape, publicLook } from './preview-shape.ts';
import { escapeControls } from '../../output/harmless-text.ts';
import {
  isReadKind,
  type Reading,
  readInThread,
  readPictureInThread,
  readSectionsInThread,
} from '../../runner/reading-thread.ts';

/** As much of a file as is read; the rest is said to be there. */
const MOST_BYTES = 16 * MIB;

/** What a person wants to see. */
export interface LookOptions {
  readonly text?: true;
  readonly json?: true;
  readonly fetch?: true;
  readonly encoding?: Encoding;
  readonly choose?: Wish;
  readonly lines: number;
}

/** What looking into a file takes, for every command that does. */
export const LOOK_OPTIONS = {
  text: ['--text', 'print what is in it: text as it is, tables and sheets with tabs between their fields'],
  lines: new Option('--lines <number>', 'how many lines or rows at most').argParser(linesOf).default(200),
  encoding: new Option(
    '--encoding <name>',
    `how its text is written, such as ${ENCODINGS.slice(0, 2).join(' or ')}, where it is found wrongly`,
  ).argParser(encodingOf),
  choose: new Option(
    '--choose <what=which>',
    'of a file with several parts, the one to show, such as plane=3; as=text for sequences and spectra as they are written',
  ).argParser(chosen),
  fetch: ['--fetch', 'download it for looking even if it is large'],
} as const;

type Opened = Extract<OpenedContent, { is: 'open' }>;

/** Looking into a file. */
export const lookRows: readonly Row[] = [
  row('preview <path>', {
    summary: 'look into a file: what it is, and the text or table in it',
    help: lookTexts.command,
    arguments: [WHAT],
    options: [
      LOOK_OPTIONS.text,
      LOOK_OPTIONS.lines,
      LOOK_OPTIONS.encoding,
      LOOK_OPTIONS.choose,
      ['--file-version <id>', 'an older version, by its id'],
      LOOK_OPTIONS.fetch,
    ],
    json: publicLook,
    run: async (asking, wanted: LookOptions & { readonly path: string; readonly fileVersion?: string }) => {
      const { client, context } = asking;
      const { path, fileVersion: version = null } = wanted;
      return lookInto(asking, wanted, async fetch => {
        const found = await findNamed(client, context, path).catch((error: unknown) => asFault(error));
        if ('id' in found) return client.call('content.open', { id: found.id, version, fetch });
        if (version !== null || !isBadRequest(found)) throw found;
        // Nothing is recorded of what was saved just now.
        return client.call('content.openSaved', pathQuestion(context, path, undefined)).catch((error: unknown) => {
          throw isBadRequest(error) ? found : error;
        });
      });
    },
    exit: code => code,
  }),
];

/** @throws what is no fault. */
function asFault(error: unknown): FaultError {
  if (error instanceof FaultError) return error;
  throw error;
}

function linesOf(text: string): number {
  const lines = Number(text);
  if (!Number.isInteger(lines) || lines < 1 || lines > 1_000_000)
    throw new InvalidArgumentError('It must be 1 to 1000000.');
  return lines;
}

/** @throws InvalidArgumentError with the names there are. */
function encodingOf(text: string): Encoding {
  const encoding = ENCODINGS.find(each => each === text.toLowerCase());
  if (encoding === undefined) throw new InvalidArgumentError(`It must be one of ${ENCODINGS.join(', ')}.`);
  return encoding;
}

/** @throws InvalidArgumentError when it is not in two parts. */
function chosen(text: string, before: Wish = {}): Wish {
  const [what = '', ...which] = text.split('=');
  if (what === '' || which.length === 0) throw new InvalidArgumentError('It must be like plane=3.');
  return { ...before, [what]: which.join('=') };
}

/** Opens something and prints what is in it, in the way that was asked for. */
export async function lookInto(
  { client, context }: Asking,
  options: LookOptions,
  open: (fetch: 'small' | 'yes') => Promise<OpenedContent>,
): Promise<ExitCode> {
  const opened = await open(options.fetch ? 'yes' : 'small');
  if (opened.is === 'not-here') {
    const ask = opened.sizeBytes === null ? lookTexts.unknownSize : lookTexts.notHere;
    context.tell(opened.mayFetch ? ask : contentTexts.tooLarge(opened.mostBytes));
    return EXIT.attention;
  }
  const reading = options.text || options.json ? await readingOf(client, opened, options) : null;
  await client.call('content.close', { content: opened.content });
  if (options.json) context.printJson(lookShape(opened, reading));
  else if (reading === null) context.printLines(factsOf(opened));
  else print(context, reading, { opened, asked: options.lines });
  return reading?.is === 'unreadable' ? EXIT.error : EXIT.ok;
}

async function readingOf(
  client: EngineClient,
  opened: Opened,
  { lines, encoding, choose }: LookOptions,
): Promise<Reading> {
  const { name, sizeBytes } = opened;
  const kind = kindOf(name);
  if (kind === 'sections') {
    const isText = isTextFormat(formatOf(endingOf(name)));
    const asText = isText && (choose?.['as'] === 'text' || encoding !== undefined);
    const read = asText ? null : await sectionsOf(client, opened, { mostRows: lines, wish: choose ?? {} });
    // A text that is not of the format of its name is a text still.
    if (read !== null && (read.is !== 'unreadable' || !isText || sizeBytes === 0)) return read;
  }
  const { stopped } = previewTexts;
  if (kind === 'stack') {
    if (sizeBytes === 0) return { is: 'unreadable', why: stopped.empty };
    return readPictureInThread(partsOf(client, opened));
  }
  if (kind === 'picture') {
    const image = imageReading(await bytesOf(client, opened, Math.min(sizeBytes, PICTURE_HEAD)));
    // A drawing is a text, and a text may be called a picture.
    if (image !== null) return image;
  }
  if (!isReadKind(kind)) {
    const bytes = await bytesOf(client, opened, Math.min(sizeBytes, MOST_BYTES));
    const file = { name, bytes, isCut: bytes.length < sizeBytes, most: lines };
    return readAsText(encoding === undefined ? file : { ...file, encoding });
  }
  if (sizeBytes === 0) return { is: 'unreadable', why: stopped.empty };
  const most = MOST_PREVIEW_BYTES[kind];
  if (sizeBytes > most) return { is: 'unreadable', why: stopped.tooLarge(formatBytes(most)) };
  return readInThread({ name, kind, bytes: await bytesOf(client, opened, sizeBytes), most: lines });
}

/** A file of measurements, of which only the parts that its format needs are read. */
async function sectionsOf(
  client: EngineClient,
  opened: Opened,
  wanted: { readonly mostRows: number; readonly wish: Wish },
): Promise<Reading> {
  const { name, sizeBytes } = opened;
  if (sizeBytes === 0) return { is: 'unreadable', why: previewTexts.stopped.empty };
  return readSectionsInThread({ name, ...wanted }, partsOf(client, opened));
}

function partsOf(client: EngineClient, opened: Opened): FileBytes {
  const { sizeBytes } = opened;
  return { sizeBytes, read: (from, to) => rangeOf(client, opened, from, Math.min(to, sizeBytes)) };
}

function bytesOf(client: EngineClient, opened: Opened, wanted: number): Promise<Uint8Array> {
  return rangeOf(client, opened, 0, wanted);
}

async function rangeOf(client: EngineClient, { content }: Opened, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  for (let at = from; at < to; at += MOST_READ_BYTES) {
    const { base64 } = await client.call('content.read', { content, at, count: Math.min(MOST_READ_BYTES, to - at) });
    bytes.set(Buffer.from(base64, 'base64'), at - from);
  }
  return bytes;
}

function print(
  context: CommandContext,
  reading: Reading,
  { opened, asked }: { readonly opened: Opened; readonly asked: number },
): void {
  if (reading.is === 'none') return context.tell(lookTexts.noText);
  if (reading.is === 'unreadable') return context.tell(reading.why);
  // A tab is a tab in a table; everything else that a terminal would obey is written out.
  const { print: out } = context.place().caller;
  for (const line of reading.lines) out(`${line.split('\t').map(escapeControls).join('\t')}\n`);
  for (const note of notesOn(reading, opened)) context.tell(note);
  if (reading.isCut) context.tell(hasMoreLines(reading, asked) ? lookTexts.cut(reading.lines.length) : lookTexts.more);
}

/** Whether more lines would show more. Of measurements the rows of tables are counted, and much is not told in lines. */
function hasMoreLines(reading: Reading, asked: number): boolean {
  if (reading.is !== 'sections') return true;
  return reading.sections.some(each => each.is === 'table' && each.rows.length >= asked && each.total > asked);
}

/** What cannot be seen in the lines themselves. */
function notesOn(reading: Reading, { sizeBytes }: Opened): readonly string[] {
  if (reading.is !== 'table' && reading.is !== 'text') return [];
  return [
    ...(reading.zeroBytes > 0 ? [tableTexts.zeroBytes(reading.zeroBytes)] : []),
    ...(reading.is === 'table' && reading.parts.length > 1 ? [lookTexts.tables(reading.parts.length)] : []),
    ...(sizeBytes > MOST_BYTES ? [lookTexts.part(MOST_BYTES, sizeBytes)] : []),
  ];
}

function factsOf({ name, sizeBytes, modifiedAt, version, sha256, from }: Opened): string[] {
  const facts: readonly (readonly [string, string | null])[] = [
    [lookTexts.name, name],
    [lookTexts.kind, kindWords(name)],
    [lookTexts.size, formatExactBytes(sizeBytes)],
    [lookTexts.from, lookTexts.places[from]],
    [lookTexts.modified, modifiedAt],
    [lookTexts.version, version],
    ['SHA-256', sha256],
  ];
  return facts.flatMap(([word, value]) => (value === null ? [] : [`${word}: ${value}`]));
}
