import { zipSync } from 'fflate';

import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { Bundle, Health } from '../../../shared/features/diagnostics/model.ts';
import { bundleTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import { KIB, MIB } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { checkedPlace, type CopySaver, isFileName } from '../../items/local/save-copy.ts';
import type { AppContext } from '../../items/app-context.ts';
import { bundleContents } from './bundle-contents.ts';
import type { Redactor } from './redact.ts';

/** Characters of a file shown per page. */
const PAGE = 64 * KIB;
/** Size limit of a written bundle. */
const MOST_BYTES = 64 * MIB;
/** Not compressed, so that a person can search the archive's bytes for a name; its files say inside when they were made. */
const PLAIN = { level: 0, mtime: '1980-01-01T00:00:00' } as const;

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
    const zip = zipSync(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes])), PLAIN);
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
    if (text === undefined) throw badRequest(texts.noFile(name));
    const end = offset + PAGE;
    return { text: text.slice(offset, end), next: end < text.length ? end : null };
  }

  /** Saves the bundle. @returns its path. @throws FaultError. */
  async save(
    copies: CopySaver,
    { bundle, folder, name }: { readonly bundle: string; readonly folder: string; readonly name: string | null },
  ): Promise<string> {
    const { told, zip } = this.#get(bundle);
    if (name !== null && !isFileName(name)) throw badRequest(texts.badName(name));
    // The bundle tells much about this computer, so only its owner may read it, even in a folder that others can read.
    return copies.put(zip, { folder: await checkedPlace(this.#context, folder), name }, told.fileName, true);
  }

  #get(bundle: string): Prepared {
    if (this.#prepared?.told.id !== bundle) throw badRequest(texts.forgotten);
    return this.#prepared;
  }
}
