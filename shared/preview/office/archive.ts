import { unzipSync } from 'fflate';

import { archiveTexts as texts } from '../../features/preview/files-text.ts';
import { MIB } from '../../units.ts';
import { decode } from '../encoding.ts';
import { UnreadableError } from '../unreadable.ts';

/** A part that unpacks to more is not unpacked: its own size is said before. In bytes. */
const MOST_PART = 160 * MIB;
/** All parts that are unpacked for one file come to no more than this, in bytes. */
const MOST_ALL = 320 * MIB;

/** What older Office programs, and newer ones with a password, put around a document. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** An Office document: texts in a zip. Each is unpacked when it is asked for, and never to more than it said of itself. */
export class Archive {
  readonly #bytes: Uint8Array;
  /** By the name as `plainName` writes it. */
  readonly #parts = new Map<string, Part>();
  /** Of all parts that were asked for, each counted once. */
  #unpacked = 0;
  readonly #counted = new Set<string>();

  /** @throws UnreadableError with what is wrong. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    if (isCompound(bytes)) throw new UnreadableError(isEncrypted(bytes) ? texts.password : texts.older);
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new UnreadableError(texts.otherKind);
    try {
      unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          this.#parts.set(plainName(name), { name, size: originalSize });
          return false;
        },
      });
    } catch {
      throw new UnreadableError(texts.damaged);
    }
  }

  /** The names of all parts, with slashes between folders and in lower case. */
  get names(): readonly string[] {
    return [...this.#parts.keys()];
  }

  has(name: string): boolean {
    return this.#parts.has(plainName(name));
  }

  /** A part as text. @throws UnreadableError when there is none, it is damaged, or too large. */
  text(name: string): string {
    return decode(this.bytes(name), 'utf-8');
  }

  /** A part as it is. @throws UnreadableError when there is none, it is damaged, or too large. */
  bytes(name: string): Uint8Array {
    return this.#unpack(this.#count(name));
  }

  /** Counts a part as one that is unpacked, now or later. @throws UnreadableError as `bytes` does. */
  count(name: string): void {
    this.#count(name);
  }

  #count(name: string): string {
    const part = this.#parts.get(plainName(name));
    if (part === undefined) throw new UnreadableError(texts.damaged);
    if (!this.#counted.has(part.name)) this.#unpacked += part.size;
    this.#counted.add(part.name);
    if (part.size > MOST_PART || this.#unpacked > MOST_ALL) throw new UnreadableError(texts.bomb);
    return part.name;
  }

  #unpack(name: string): Uint8Array {
    let part: Uint8Array | undefined;
    try {
      part = unzipSync(this.#bytes, { filter: file => file.name === name })[name];
    } catch {
      part = undefined;
    }
    if (part === undefined) throw new UnreadableError(texts.damaged);
    return part;
  }
}

interface Part {
  /** As the archive writes it. */
  readonly name: string;
  /** As the archive says it, in bytes: unpacking ends there. */
  readonly size: number;
}

/** Some .NET programs write backslashes between folders, and the case of names says nothing in these formats. */
function plainName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** Whether the bytes begin as those of a container of the older Office formats. */
export function isCompound(bytes: Uint8Array): boolean {
  return OLE.every((byte, at) => bytes[at] === byte);
}

/** Whether a container holds a protected document: `EncryptedPackage` as a name in its directory, in two bytes a sign. */
export function isEncrypted(bytes: Uint8Array): boolean {
  const sought = [...'EncryptedPackage'].flatMap(sign => [sign.charCodeAt(0), 0]);
  const last = bytes.length - sought.length;
  for (let at = bytes.indexOf(sought[0] ?? 0); at !== -1 && at <= last; at = bytes.indexOf(sought[0] ?? 0, at + 1))
    if (sought.every((byte, step) => bytes[at + step] === byte)) return true;
  return false;
}
