import { ownValue } from '../../own-value.ts';
import { archiveTexts as texts } from '../../features/preview/files-text.ts';
import { UnreadableError } from '../unreadable.ts';

/** What a reader of an XML text is told, in the order of the text. Names are without what is before a colon. */
export interface XmlListener {
  /** An element begins. @param attribute the value of an attribute, by its name as it is written; null: there is none. */
  open?(name: string, attribute: (name: string) => string | null): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Deeper texts are no documents that a program wrote. */
const DEEPEST = 500;

/**
 * Reads XML from beginning to end without building anything. Entities of its own are refused: they can grow without end.
 * @throws UnreadableError when it ends early, is not well formed, or defines entities.
 */
export function scanXml(text: string, listener: XmlListener): void {
  const path: string[] = [];
  let hasRoot = false;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('<', at);
    if (next === -1) break;
    if (next > at && path.length > 0) listener.text?.(unescaped(text.slice(at, next)));
    const sign = text[next + 1];
    if (sign === '!' || sign === '?') {
      at = afterAside(text, next, path.length > 0 ? listener : {});
      continue;
    }
    const end = endOfTag(text, next);
    hearTag(text.slice(next + 1, end), path, listener);
    hasRoot = true;
    at = end + 1;
  }
  if (!hasRoot || path.length > 0) throw damaged();
}

/** An element begins, ends, or both. */
function hearTag(tag: string, path: string[], listener: XmlListener): void {
  if (tag.startsWith('/')) {
    const name = plainName(tag.slice(1).trimEnd());
    if (path.pop() !== name) throw damaged();
    listener.close?.(name);
    return;
  }
  const isEmpty = tag.endsWith('/');
  const inside = isEmpty ? tag.slice(0, -1) : tag;
  const name = plainName(/^\S+/.exec(inside)?.[0] ?? '');
  listener.open?.(name, attribute => attributeOf(inside, attribute));
  if (isEmpty) listener.close?.(name);
  else if (path.push(name) > DEEPEST) throw damaged();
}

function damaged(): UnreadableError {
  return new UnreadableError(texts.damaged);
}

/** Where a tag ends; a sign in quotes ends none. */
function endOfTag(text: string, from: number): number {
  for (let at = from + 1; ;) {
    const end = text.indexOf('>', at);
    if (end === -1) throw damaged();
    const quote = firstQuote(text, at, end);
    if (quote === -1) return end;
    const close = text.indexOf(text[quote] ?? '"', quote + 1);
    if (close === -1) throw damaged();
    at = close + 1;
  }
}

function firstQuote(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 34 || sign === 39) return at;
  }
  return -1;
}

/** Comments, instructions, and text that is not escaped. */
function afterAside(text: string, from: number, listener: XmlListener): number {
  const [begin, end] = text.startsWith('<!--', from)
    ? ['<!--', '-->']
    : text.startsWith('<![CDATA[', from)
      ? ['<![CDATA[', ']]>']
      : ['<', '>'];
  if (begin === '<' && text.startsWith('<!DOCTYPE', from)) throw new UnreadableError(texts.entities);
  const close = text.indexOf(end, from + begin.length);
  if (close === -1) throw damaged();
  if (begin === '<![CDATA[') listener.text?.(text.slice(from + begin.length, close));
  return close + end.length;
}

function plainName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute. What stands before a colon differs between programs, so one that only differs there will do. */
function attributeOf(tag: string, name: string): string | null {
  const own = name.slice(name.indexOf(':') + 1);
  return valueOf(tag, name, /\s/) ?? valueOf(tag, own, name === own ? /\s/ : /[\s:]/);
}

/** @param before what stands right before the name. */
function valueOf(tag: string, name: string, before: RegExp): string | null {
  for (let at = tag.indexOf(name); at !== -1; at = tag.indexOf(name, at + 1)) {
    if (!before.test(tag[at - 1] ?? '')) continue;
    const [whole, quote = '"'] = /^\s*=\s*(["'])/.exec(tag.slice(at + name.length, at + name.length + 20)) ?? [];
    if (whole === undefined) continue;
    const from = at + name.length + whole.length;
    const end = tag.indexOf(quote, from);
    return unescaped(tag.slice(from, end === -1 ? tag.length : end));
  }
  return null;
}

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** `&lt;` and `&#181;` are the signs they stand for; what stands for nothing stays as it is. */
export function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ownValue(NAMED, name) ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
