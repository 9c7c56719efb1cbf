import { notebookTexts as texts } from '../../../features/preview/archives-text.ts';
import { MIB } from '../../../units.ts';
import { pictureSize } from '../../picture-size.ts';
import type { ImageSection, Section } from '../sections.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

const MOST_PICTURE_BYTES = 16 * MIB;
const MOST_PIXELS = 50_000_000;
const PICTURES = ['image/png', 'image/jpeg'] as const;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, which notebooks write as one or as a list of lines. What is neither is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.filter(line => typeof line === 'string').join('') : '';
}

/** An output of a cell: text, a picture or an error. HTML and scripts are named, never drawn or run. */
export function outputSections(output: JsonRecord): readonly Section[] {
  const kind = textOf(output['output_type']);
  if (kind === 'stream') {
    const title = (output['name'] ?? output['stream']) === 'stderr' ? texts.errors : texts.output('');
    return [linesSection(title, textOf(output['text']))];
  }
  if (kind === 'error' || kind === 'pyerr') {
    const { traceback } = output;
    const trace = Array.isArray(traceback) ? traceback.map(textOf).join('\n') : '';
    const said = `${textOf(output['ename'])}: ${textOf(output['evalue'])}`;
    return [linesSection(texts.error, trace === '' ? said : trace)];
  }
  return shownOutput(output);
}

function shownOutput(output: JsonRecord): readonly Section[] {
  // Version 3 has the kinds beside the rest, under short names.
  const { data: within } = output;
  const data: JsonRecord = isRecord(within)
    ? within
    : {
        'image/png': output['png'],
        'image/jpeg': output['jpeg'],
        'text/plain': output['text'],
        'text/html': output['html'],
      };
  const title = texts.output(textOf(output['execution_count'] ?? output['prompt_number']));
  for (const type of PICTURES) {
    const text = textOf(data[type]);
    if (text !== '') return [pictureOf(text, type)];
  }
  const text = textOf(data['text/plain']) || textOf(data['text/markdown']) || textOf(data['text/latex']);
  if (text !== '') return [linesSection(title, text)];
  const types = Object.keys(data).filter(type => data[type] !== undefined);
  return types.length === 0 ? [] : [linesSection(title, texts.notShown(types.join(', ')))];
}

function pictureOf(base64: string, type: (typeof PICTURES)[number]): Section {
  const damaged = linesSection(texts.picture, texts.damagedPicture);
  if (base64.length > (MOST_PICTURE_BYTES * 4) / 3) return damaged;
  const bytes = bytesOfBase64(base64);
  const size = bytes === null ? null : pictureSize(bytes);
  if (bytes === null || size === null || size.width * size.height > MOST_PIXELS) return damaged;
  return { is: 'image', title: texts.picture, type, bytes, ...size } satisfies ImageSection;
}

function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    // Both a browser and Node have it; common code has no types of it.
    const { atob } = globalThis as unknown as { readonly atob: (text: string) => string };
    const text = atob(base64.replaceAll(/\s/g, ''));
    return Uint8Array.from(text, sign => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Lines without the codes by which terminals colour them. */
function linesSection(title: string, text: string): Section {
  // oxlint-disable-next-line no-control-regex
  const plain = text.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll(/[^\n]*\r(?=[^\n])/g, '');
  return { is: 'lines', title, look: 'code', lines: plain.replace(/\n$/, '').split('\n') };
}
