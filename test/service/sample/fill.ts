import { createHash } from 'node:crypto';

import { z } from 'zod';

import { requirePresent } from '../../../shared/assert.ts';
import { Api } from '../rules/api.ts';
import type { Backend, StoredContent } from '../rules/ground/backend.ts';
import { fileTypeOf, mediaTypeOf } from '../rules/files/media-types.ts';
import { SEEDED_USERS } from '../rules/people/people-seed.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import type { SampleFile, SampleVersion } from './sample-file.ts';
import { fillLibrary } from './fill-library.ts';
import { shareSample } from './fill-shares.ts';
import { OUTSIDE_FILES, type OutsideFile } from './plan-library.ts';
import { SHARED_AT } from './plan-shares.ts';
import { FILES, FOLDERS, OTHER_ROOTS } from './plan.ts';

const withId = z.object({ id: z.string() });

/**
 * Fills an empty service with the sample knowledge base, as if the people of the lab had made it over the last months:
 * through the service's own rules, under their keys and at their times. Ids and contents are the same every time.
 */
export async function fillSample(backend: Backend, objects: ObjectFiles): Promise<void> {
  const contents = new Map<SampleVersion, StoredContent>();
  const versions = [...FILES.flatMap(file => file.versions), ...OUTSIDE_FILES.map(({ version }) => version)];
  for (const version of versions) {
    const bytes = typeof version.content === 'string' ? Buffer.from(version.content) : version.content;
    contents.set(version, await objects.storeContent([bytes]));
  }
  backend.records.transaction(() => new Filling(backend, contents).fill());
}

/** One filling of the service: the clock stands where the history is just now. */
class Filling {
  readonly #api: Api;
  readonly #contents: ReadonlyMap<SampleVersion, StoredContent>;
  readonly #folders = new Map<string, string>();
  #nowMs = 0;
  #ids = 0;

  constructor(backend: Backend, contents: ReadonlyMap<SampleVersion, StoredContent>) {
    const latestMs = backend.nowMs();
    const uuid = (): string => uuidNumber((this.#ids += 1));
    const past: Backend = { ...backend, uuid, nowMs: () => Math.min(this.#nowMs, latestMs) };
    this.#contents = contents;
    this.#api = new Api(past, thrown => {
      throw thrown;
    });
  }

  fill(): void {
    this.#nowMs = Date.parse('2025-08-25T09:00:00+01:00');
    const roots = z.array(z.object({ id: z.string() })).parse(this.#ask(1, 'GET /folders/roots'));
    this.#folders.set('', requirePresent(roots[0], 'the Knowledge Base').id);
    for (const name of OTHER_ROOTS) this.#ask(1, 'POST /folders', { name, visibility: 'private' });
    for (const path of FOLDERS) this.#createFolder(path);
    const steps = FILES.flatMap(file => file.versions.map((version, index) => ({ file, version, index })));
    const files = new Map<SampleFile, string>();
    for (const { file, version, index } of steps.toSorted((one, other) =>
      one.version.at < other.version.at ? -1 : 1,
    )) {
      this.#nowMs = Date.parse(`${version.at}:${seconds(file.name)}+01:00`);
      if (index === 0) files.set(file, this.#createFile(file, version));
      else this.#addVersion(requirePresent(files.get(file), file.name), version);
    }
    this.#nowMs = Date.parse(SHARED_AT);
    const byPath = new Map([...files].map(([file, id]) => [`${file.folder}/${file.name}`, id]));
    shareSample({ folders: this.#folders, files: byPath, ask: (by, address, json) => this.#ask(by, address, json) });
    fillLibrary({
      ask: (address, json) => this.#ask(1, address, json),
      create: (file, folderId) => this.#createOutside(file, folderId),
    });
  }

  #createFolder(path: string): void {
    const slash = path.lastIndexOf('/');
    const parentFolderId = this.#folders.get(slash < 0 ? '' : path.slice(0, slash));
    const body = { name: path.slice(slash + 1), visibility: 'private', parentFolderId };
    this.#folders.set(path, withId.parse(this.#ask(1, 'POST /folders', body)).id);
  }

  #createFile(file: SampleFile, version: SampleVersion): string {
    const { name, description, tags } = file;
    const folderId = requirePresent(this.#folders.get(file.folder), file.folder);
    const body = { name, description, tags, folderId, contentType: mediaTypeOf(name), fileType: fileTypeOf(name) };
    return withId.parse(this.#ask(version.by, 'POST /files', body, version)).id;
  }

  #createOutside({ name, description, tags, version }: OutsideFile, folderId: string | null): string {
    this.#nowMs = Date.parse(`${version.at}:${seconds(name)}+01:00`);
    const kinds = { contentType: mediaTypeOf(name), fileType: fileTypeOf(name) };
    const body = { name, description, tags, ...kinds, ...(folderId === null ? {} : { folderId }) };
    return withId.parse(this.#ask(version.by, 'POST /files', body, version)).id;
  }

  #addVersion(fileId: string, version: SampleVersion): void {
    const body = { changeSummary: version.summary, changeSource: 'web' };
    this.#ask(version.by, `POST /files/${fileId}/versions`, body, version);
  }

  #ask(by: SampleVersion['by'], address: string, json: object = {}, version?: SampleVersion): unknown {
    const [method = '', path = ''] = address.split(' ');
    const apiKey = SEEDED_USERS[by - 1]?.apiKey;
    const header = (name: string): string | undefined => (name === 'x-api-key' ? apiKey : undefined);
    const admission = this.#api.admit({ method, target: `/api/v1${path}`, header });
    const content = version === undefined ? null : requirePresent(this.#contents.get(version), 'the stored content');
    const answer = admission.kind === 'refused' ? admission.answer : this.#api.carryOut(admission, { json, content });
    if (answer.status >= 400) throw new Error(`The sample was refused: ${path} ${JSON.stringify(answer.json)}`);
    return answer.json;
  }
}

/** The same UUID for the same number, always. */
function uuidNumber(number: number): string {
  const digits = createHash('sha256').update(`sample ${number}`).digest('hex');
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return `${groups.join('-')}-${digits.slice(20, 32)}`;
}

/** Nobody saves on the full minute. */
function seconds(name: string): string {
  const sum = [...name].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return String(sum % 60).padStart(2, '0');
}
