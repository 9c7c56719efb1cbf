import { familyOf } from '../extraction/formats.ts';
import { fileTypeOf, mediaTypeOf } from '../rules/files/media-types.ts';
import type { FileRow, FolderRow, ShareRow, VersionRow } from '../rules/ground/records.ts';
import { generatedKey } from '../storage/generated-key.ts';
import { drawsFrom, mixed, uuidsFrom } from './draws.ts';
import type { Draws } from './draws.ts';
import type { PlannedFolder } from './tree.ts';

/** Where the rows of one sample go. */
export interface RowSink {
  folder(row: FolderRow): void;
  share(row: ShareRow): void;
  file(row: FileRow): void;
  version(row: VersionRow): void;
}

/** What the sample stands in. */
export interface Ground {
  readonly organizationId: string;
  readonly knowledgeBaseId: string;
  readonly seed: number;
  /** No content is larger; nothing else depends on it. */
  readonly mostBytes: number;
}

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2018-01-08T08:00:00.000Z');
const SPAN_DAYS = 2600;

const TAGS: readonly string[] = [
  'ELISA',
  'qPCR',
  'raw',
  'final',
  'KST-118',
  'control',
  'Zellkultur',
  'to check',
  '2024',
  'TNF-α',
  'calibration',
  'figure 3',
];

/** Makes every row of the sample, folder by folder; the same rows for the same ground and plan. */
export function makeRows(ground: Ground, folders: readonly PlannedFolder[], sink: RowSink): void {
  const maker = new RowMaker(ground, sink);
  folders.forEach((folder, index) => maker.folder(folder, index));
}

class RowMaker {
  readonly #ground: Ground;
  readonly #sink: RowSink;
  readonly #folderIds: string[] = [];
  readonly #uuid: (number: number) => string;
  readonly #draws: Draws;
  #ids = 0;

  constructor(ground: Ground, sink: RowSink) {
    this.#ground = ground;
    this.#sink = sink;
    this.#uuid = uuidsFrom(ground.seed);
    this.#draws = drawsFrom(ground.seed);
  }

  folder(planned: PlannedFolder, index: number): void {
    const { organizationId, knowledgeBaseId } = this.#ground;
    const id = this.#id();
    this.#folderIds.push(id);
    const createdMs = FIRST_MS + this.#draws.below(SPAN_DAYS - 300) * DAY_MS + this.#draws.below(10 * 3_600_000);
    this.#sink.folder({
      id,
      organizationId,
      ownerId: planned.ownerId,
      parentFolderId: planned.parent === null ? knowledgeBaseId : (this.#folderIds[planned.parent] ?? null),
      name: planned.name,
      visibility: 'private',
      kind: null,
      inherits: planned.inherits,
      createdMs,
      updatedMs: createdMs,
      archivedMs: null,
    });
    if (!planned.inherits) this.#closed(id, planned.ownerId);
    const salt = mixed(index, this.#ground.seed);
    // The larger a folder, the more often something was added.
    const everyMs = Math.min(DAY_MS / 2, (290 * DAY_MS) / Math.max(1, planned.files));
    for (let place = 0; place < planned.files; place += 1) {
      this.#file(planned, { folderId: id, place, salt, createdMs: Math.floor(createdMs + place * everyMs) });
    }
  }

  /** A folder that does not inherit: only its owner has it, and only the lab's owner may read it besides. */
  #closed(itemId: string, ownerId: number): void {
    if (ownerId !== 1)
      this.#sink.share({ id: this.#id(), itemId, userId: 1, teamId: null, isOrgWide: false, role: 'viewer' });
  }

  #file(planned: PlannedFolder, where: { folderId: string; place: number; salt: number; createdMs: number }): void {
    const { folderId, place, salt, createdMs } = where;
    const { style } = planned;
    const day = new Date(createdMs).toISOString().slice(0, 10);
    const name = style.name(place, day, salt);
    const id = this.#id();
    const ownerId = this.#draws.chance(0.8) ? planned.ownerId : 1 + this.#draws.below(3);
    const latest = this.#versions(planned, { id, name, createdMs, ownerId });
    this.#sink.file({
      id,
      organizationId: this.#ground.organizationId,
      ownerId,
      folderId,
      name,
      fileType: fileTypeOf(name),
      mimeType: mediaTypeOf(name),
      description: this.#draws.chance(0.3) ? `${name.slice(0, 40)}, recorded on ${day}` : null,
      tags: this.#tags(),
      visibility: 'private',
      createdMs,
      updatedMs: latest.createdMs,
      removedMs: null,
      confirmed: true,
      latestVersionId: latest.id,
      sizeBytes: latest.sizeBytes,
    });
  }

  /** The latest version of a file, after the earlier ones that some have. */
  #versions(
    { style }: PlannedFolder,
    file: { id: string; name: string; createdMs: number; ownerId: number },
  ): VersionRow {
    const count = this.#draws.chance(0.92) ? 1 : 2 + this.#draws.below(5);
    let before: VersionRow | null = null;
    for (let number = 1; ; number += 1) {
      const sizeBytes = this.#sizeOf(style);
      const version: VersionRow = {
        id: this.#id(),
        fileId: file.id,
        number,
        objectKey: generatedKey({ kind: style.kind, seed: this.#ids, sizeBytes }),
        sizeBytes,
        contentType: mediaTypeOf(file.name),
        createdMs: before === null ? file.createdMs : before.createdMs + 1 + this.#draws.below(20 * DAY_MS),
        createdBy: file.ownerId,
        changeSummary: null,
        changeSource: number === 1 ? 'upload' : 'web',
        baseVersionId: before?.id ?? null,
        extractionStatus: familyOf(file.name) === null ? 'deferred' : 'done',
        extractionDueMs: null,
      };
      this.#sink.version(version);
      if (number === count) return version;
      before = version;
    }
  }

  #sizeOf(style: PlannedFolder['style']): number {
    if (this.#draws.chance(0.002)) return 0;
    return Math.min(this.#ground.mostBytes, style.largestBytes, Math.ceil(this.#draws.spread(style.medianBytes, 4)));
  }

  #tags(): readonly string[] {
    const count = Math.max(0, this.#draws.below(6) - 2);
    return [...new Set(Array.from({ length: count }, () => this.#draws.pick(TAGS)))];
  }

  #id(): string {
    return this.#uuid((this.#ids += 1));
  }
}
