import { getDocument, type PDFDocumentProxy } from './pdf-library.ts';

import { pdfTexts as texts } from '../../features/preview/files-text.ts';
import { hasPdfMark } from '../file-marks.ts';
import { UnreadableError } from '../unreadable.ts';

/** Some text on a page, for selecting and reading out. Measures in points from the upper left corner. */
export interface PageText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Turned so far, in degrees, around its lower left corner. */
  readonly angle: number;
  /** Whether a line ends after it. */
  readonly isEnd: boolean;
}

/** A picture in it with more pixels is left out. */
const MOST_PICTURE = 64_000_000;
const MOST_TEXTS = 20_000;

export type PdfDocument = PDFDocumentProxy;
export type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

/** @param surroundings what it draws with; without them only texts are read. @throws UnreadableError */
export async function openPdf(bytes: Uint8Array, surroundings: object = {}): Promise<PdfDocument> {
  if (!hasPdfMark(bytes)) throw new UnreadableError(texts.otherKind);
  try {
    return await getDocument({
      data: bytes,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
      useSystemFonts: true,
      maxImageSize: MOST_PICTURE,
      verbosity: 0,
      ...surroundings,
    }).promise;
  } catch (thrown) {
    const isLocked = thrown instanceof Error && thrown.name === 'PasswordException';
    throw new UnreadableError(isLocked ? texts.password : texts.damaged);
  }
}

/** @param at counted from 0. @throws UnreadableError */
export async function pageOf(open: PdfDocument, at: number): Promise<PdfPage> {
  try {
    return await open.getPage(at + 1);
  } catch {
    throw new UnreadableError(texts.damaged);
  }
}

/** How many pictures of a page that was drawn could not be unpacked: the library leaves nothing in their places. */
export function missingIn({ objs }: PdfPage): number {
  let missing = 0;
  for (const [id, picture] of objs as unknown as Iterable<readonly [string, unknown]>)
    if (id.startsWith('img_') && picture === null) missing += 1;
  return missing;
}

/** As its writer named it; empty when not. */
export async function titleOf(open: PdfDocument): Promise<string> {
  const told = await open.getMetadata().catch(() => null);
  const title = (told?.info as { readonly Title?: unknown } | undefined)?.Title;
  return typeof title === 'string' ? title.slice(0, 300) : '';
}

/** The texts of a page, in the order in which they were written, with what its form was filled with and the notes on it. */
export async function textsOf(page: PdfPage): Promise<readonly PageText[]> {
  return withFilled(await printedOn(page), await filledOn(page));
}

async function printedOn(page: PdfPage): Promise<PageText[]> {
  const { items } = await page.getTextContent().catch(() => ({ items: [] }));
  const { transform } = page.getViewport({ scale: 1 });
  const told: PageText[] = [];
  for (const item of items.slice(0, MOST_TEXTS)) {
    if (!('str' in item) || (item.str === '' && !item.hasEOL)) continue;
    const [a, b, c, d, x, y] = multiplied(transform as number[], item.transform as number[]);
    const height = Math.hypot(c, d);
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    told.push({ text: item.str, x, y: y - height, width: item.width, height, angle, isEnd: item.hasEOL });
  }
  return told;
}

/** What stands in the fields and the notes of a page; links and what is hidden say nothing. */
async function filledOn(page: PdfPage): Promise<readonly PageText[]> {
  const all = (await page.getAnnotations().catch(() => [])) as readonly Annotation[];
  const { transform } = page.getViewport({ scale: 1 });
  return all.slice(0, MOST_TEXTS).flatMap(each => {
    const text = textOfAnnotation(each);
    if (text === '' || (Number(each.annotationFlags) & HIDDEN) !== 0 || each.rect === undefined) return [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = each.rect;
    const [left, bottom] = placeOf(transform as number[], x0, y0);
    const [right, top] = placeOf(transform as number[], x1, y1);
    const [x, y] = [Math.min(left, right), Math.min(top, bottom)];
    return [{ text, x, y, width: Math.abs(right - left), height: Math.abs(bottom - top), angle: 0, isEnd: true }];
  });
}

/** Where a point of the page is from its upper left corner. */
function placeOf(transform: readonly number[], x: number, y: number): readonly [number, number] {
  const [, , , , left, top] = multiplied(transform, [1, 0, 0, 1, x, y]);
  return [left, top];
}

/** As much of a field or a note as is used. What the library gives is as the file has it. */
interface Annotation {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly password?: unknown;
  readonly annotationFlags?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly rect?: readonly number[];
}

const HIDDEN = 2;

function textOfAnnotation({ subtype, fieldType, fieldValue, password, contentsObj }: Annotation): string {
  if (subtype === 'Link' || subtype === 'Popup' || password === true) return '';
  const isField = subtype === 'Widget';
  const said = isField ? fieldValue : contentsObj?.str;
  const texts = (Array.isArray(said) ? said : [said]).filter(each => typeof each === 'string');
  // A button that is not pressed has this value.
  return texts
    .filter(each => !(fieldType === 'Btn' && each === 'Off'))
    .join(', ')
    .trim();
}

/** Puts what was filled in behind the words that stand before it in its line, else at the end. */
function withFilled(printed: PageText[], filled: readonly PageText[]): readonly PageText[] {
  for (const field of filled) {
    const middle = field.y + field.height / 2;
    const at = printed.findLastIndex(
      ({ x, y, height, text }) => text.trim() !== '' && x <= field.x && y <= middle && y + height * 1.3 >= middle,
    );
    const before = printed[at];
    if (before === undefined) {
      const last = printed.at(-1);
      if (last !== undefined) printed[printed.length - 1] = { ...last, isEnd: true };
      printed.push(field);
      continue;
    }
    printed[at] = { ...before, isEnd: false };
    // A space keeps the two words apart; the field has its own place on the page.
    printed.splice(at + 1, 0, {
      ...field,
      text: `${before.text.endsWith(' ') ? '' : ' '}${field.text}`,
      isEnd: before.isEnd,
    });
  }
  return printed;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, x: number, y: number];

/** Where something of one system of places stands in the other. */
export function multiplied(one: readonly number[], other: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The lines of a page as they read. */
export async function linesOf(page: PdfPage): Promise<readonly string[]> {
  const lines: string[] = [];
  let line = '';
  for (const { text, isEnd } of await textsOf(page)) {
    line += text;
    if (!isEnd) continue;
    lines.push(line.trimEnd());
    line = '';
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  const all = lines.join('');
  // Fonts that do not say what their letters are: the text cannot be read.
  return isNoText(all) ? [] : lines.map(each => each.replaceAll(/[\ue000-\uf8ff]/g, '•'));
}

/** Whether most of it are unreadable signs, as of fonts that do not say what their letters are. */
export function isNoText(text: string): boolean {
  let odd = 0;
  let all = 0;
  for (const sign of text) {
    if (sign <= ' ' && sign !== '\t' && sign !== ' ') odd += 1;
    if (sign !== ' ') all += 1;
  }
  return odd * 4 > all;
}
