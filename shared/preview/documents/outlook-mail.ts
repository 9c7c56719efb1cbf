import { CFB } from '@e965/xlsx';

import { archiveTexts } from '../../features/preview/files-text.ts';
import { mailTexts as texts } from '../../features/preview/documents-text.ts';
import { formatBytes } from '../../text/format.ts';
import { Decoder } from '../decoder.ts';
import { isCompound } from '../office/archive.ts';
import type { DocumentBlock, DocumentSummary } from '../office/document.ts';
import { UnreadableError } from '../unreadable.ts';
import { Blocks } from './blocks.ts';
import { unpackRichText } from './compressed-rich-text.ts';
import { readRichText } from './rich-text.ts';

/** As much of the library for containers as is used; its own types leave all of it open. */
const { read: readContainer } = CFB as {
  read(
    bytes: Uint8Array,
    options: { readonly type: 'array' },
  ): { readonly FullPaths: readonly string[]; readonly FileIndex: readonly { readonly content?: ArrayLike<number> }[] };
};

/** Parts of a mail by their paths in the container, without its root. */
type Parts = ReadonlyMap<string, Uint8Array>;

/** Properties of a mail. SPEC: MS-OXMSG, MS-OXPROPS. */
const PROPERTY = {
  subject: '0037',
  from: '0C1A',
  fromAddress: '5D01',
  to: '0E04',
  copies: '0E03',
  body: '1000',
  richText: '1009',
  html: '1013',
  headers: '007D',
  longName: '3707',
  shortName: '3704',
  data: '3701',
} as const;

/** Reads a mail that Outlook saved: who wrote what to whom, its text, and the names of what is attached. @throws UnreadableError */
export function readOutlookMail(bytes: Uint8Array): DocumentSummary {
  if (!isCompound(bytes)) throw new UnreadableError(archiveTexts.otherKind);
  const parts = partsOf(bytes);
  const text = (name: string, folder = ''): string => textOf(parts, `${folder}__substg1.0_${name}`);
  return Blocks.of(blocks => {
    blocks.say(text(PROPERTY.subject) || texts.subject);
    blocks.end({ heading: 1 });
    const address = text(PROPERTY.fromAddress);
    const from = [text(PROPERTY.from), address === '' ? '' : `<${address}>`].filter(part => part !== '').join(' ');
    const sent = /^Date:\s*(.+)$/im.exec(text(PROPERTY.headers))?.[1]?.trim() ?? '';
    const facts: readonly (readonly [string, string])[] = [
      [texts.from, from],
      [texts.to, text(PROPERTY.to)],
      [texts.copies, text(PROPERTY.copies)],
      [texts.sent, sent],
      [texts.attachments, attachmentsOf(parts).join(', ')],
    ];
    for (const [word, value] of facts) {
      if (value === '') continue;
      blocks.say(`${word}: `, { isBold: true });
      blocks.say(value);
      blocks.end('paragraph');
    }
    for (const block of bodyOf(parts, text(PROPERTY.body))) blocks.add(block);
  });
}

function partsOf(bytes: Uint8Array): Parts {
  try {
    const { FullPaths, FileIndex } = readContainer(bytes, { type: 'array' });
    const root = FullPaths[0] ?? '';
    return new Map(
      FileIndex.flatMap(({ content }, at) => {
        const path = FullPaths[at] ?? '';
        return content === undefined
          ? []
          : [[path.slice(root.length).toUpperCase(), Uint8Array.from(content)] as const];
      }),
    );
  } catch {
    throw new UnreadableError(archiveTexts.damaged);
  }
}

/** A text in two bytes a sign, or in the code page of the computer that saved it. */
function textOf(parts: Parts, name: string): string {
  const wide = parts.get(`${name}001F`.toUpperCase());
  if (wide !== undefined) return clean(new Decoder('utf-16le').decode(wide));
  const narrow = parts.get(`${name}001E`.toUpperCase());
  return narrow === undefined ? '' : clean(new Decoder('windows-1252').decode(narrow));
}

function clean(text: string): string {
  return text.replaceAll('\0', '').trim();
}

function bodyOf(parts: Parts, body: string): readonly DocumentBlock[] {
  const packed = parts.get(`__SUBSTG1.0_${PROPERTY.richText}0102`);
  if (body === '' && packed !== undefined) return readRichText(unpackRichText(packed)).blocks;
  return Blocks.of(blocks => {
    for (const line of (body === '' ? texts.noBody : body).split(/\r?\n/)) {
      blocks.say(line);
      blocks.end('paragraph');
    }
  }).blocks;
}

function attachmentsOf(parts: Parts): readonly string[] {
  const folders = new Set([...parts.keys()].flatMap(path => /^__ATTACH_VERSION1\.0_#[\dA-F]+\//.exec(path) ?? []));
  return [...folders].map(folder => {
    const name = (property: string): string => textOf(parts, `${folder}__SUBSTG1.0_${property}`);
    const size = parts.get(`${folder}__SUBSTG1.0_${PROPERTY.data}0102`)?.length;
    const said = name(PROPERTY.longName) || name(PROPERTY.shortName);
    return size === undefined ? said : `${said} (${formatBytes(size)})`;
  });
}
