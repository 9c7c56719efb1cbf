import { FaultError } from '../../../shared/fault.ts';
import type { Bundle, Health } from '../../../shared/features/diagnostics/model.ts';
import { bundleTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import { KIB, MIB } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { checkedPlace, type CopySaver, isFileName } from '../../items/local/save-copy.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { bundleContents } from './bundle-contents.ts';
import type { Redactor } from './redact.ts';

/** Characters of a file shown per page. */
const PAGE = 64 * KIB;
/** Size limit of a written bundle. */
const MOST_BYTES = 64 * MIB;

interface Prepared {
  readonly told: Bundle;
  readonly texts: ReadonlyMap<string, string>;
  readonly zip: Uint8Array;
}

/** The support bundle prepared last. What is shown is exactly what is saved. */
export class SupportBundle {
  readonly #context: AppContext;
  readonly #redactorFor: (showsNames: boolean) => Redactor;
  readonly #health: () => Promise<Health>;
  #prepared: Prepared | null = null;

  constructor(context: AppContext, redactorFor: (showsNames: boolean) => Redactor, health: () => Promise<Health>) {
    this.#context = context;
    this.#redactorFor = redactorFor;
    this.#health = health;
  }

  /** Prepares the bundle in memory. */
  async prepare(showsNames: boolean): Promise<Bundle> {
    const { world } = this.#context;
    const at = isoTime(world.clock.now());
    const contents = await bundleContents(this.#context, this.#redactorFor(showsNames), {
      at,
      showsNames,
      health: await this.#health(),
    });
    const entries = [...contents].map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
    const zip = zipped(entries);
    if (zip.length > MOST_BYTES) throw new FaultError({ kind: 'bug', detail: 'The support bundle is too large.' });
    const told: Bundle = {
      id: world.random.uuid(),
      at,
      showsNames,
      files: entries.map(({ name, bytes }) => ({ name, about: texts.about[name] ?? '', sizeBytes: bytes.length })),
      sizeBytes: zip.length,
      fileName: `benchtop-support-${at.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')}.zip`,
    };
    this.#prepared = { told, texts: contents, zip };
    return told;
  }

  /** A page of a file in the bundle. @throws FaultError `bad-request`. */
  page(bundle: string, name: string, offset: number): { text: string; next: number | null } {
    const text = this.#get(bundle).texts.get(name);
    if (text === undefined) throw refused(texts.noFile(name));
    const end = offset + PAGE;
    return { text: text.slice(offset, end), next: end < text.length ? end : null };
  }

  /** Saves the bundle. @returns its path. @throws FaultError. */
  async save(
    copies: CopySaver,
    { bundle, folder, name }: { readonly bundle: string; readonly folder: string; readonly name: string | null },
  ): Promise<string> {
    const { told, zip } = this.#get(bundle);
    if (name !== null && !isFileName(name)) throw refused(texts.badName(name));
    // The bundle tells much about this computer, so it is readable only by its owner, in whichever folder.
    return copies.put(zip, { folder: await checkedPlace(this.#context, folder), name }, told.fileName, true);
  }

  #get(bundle: string): Prepared {
    if (this.#prepared?.told.id !== bundle) throw refused(texts.forgotten);
    return this.#prepared;
  }
}

/** A file in a zip archive. Its name has only letters, digits, dots and hyphens. */
interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** Version 2.0 needed to extract. */
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x08_00;
/** 1 January 1980: the archive's contents tell when it was made. */
const DATE = 0x00_21;

/** A zip archive without compression, so that its bytes can be searched. At most 4 GiB and 65,535 files. */
function zipped(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const facts = [FLAGS, 0, 0, DATE] as const;
    const sums = [crc32(bytes), bytes.length, bytes.length] as const;
    const local = written([
      [4, LOCAL],
      [2, VERSION],
      ...facts.map(each => [2, each] as const),
      ...sums.map(each => [4, each] as const),
      [2, nameBytes.length],
      [2, 0],
    ]);
    central.push(
      written([
        [4, CENTRAL],
        [2, VERSION],
        [2, VERSION],
        ...facts.map(each => [2, each] as const),
        ...sums.map(each => [4, each] as const),
        [2, nameBytes.length],
        ...[0, 0, 0, 0].map(each => [2, each] as const),
        [4, 0],
        [4, offset],
      ]),
      nameBytes,
    );
    parts.push(local, nameBytes, bytes);
    offset += local.length + nameBytes.length + bytes.length;
  }
  const directory = joined(central);
  const end = written([
    [4, END],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ]);
  return joined([...parts, directory, end]);
}

/** Little-endian numbers with their widths in bytes. */
function written(fields: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
