import papaparse from 'papaparse';

import type { AgentFile, Grid } from '../agent/words/conversation.ts';
import { familyOf } from '../extraction/formats.ts';
import { isStandIn } from '../extraction/converters/stand-in.ts';
import type { TextExtractor } from '../extraction/text-extractor.ts';
import type { Site } from '../rules/ground/access.ts';
import type { StoredContent } from '../rules/ground/backend.ts';
import type { AttachmentRow } from '../rules/tasks/message-records.ts';
import type { FileRow } from '../rules/ground/records.ts';
import { isUsable } from '../rules/tasks/task-access.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import type { TextIndex } from '../storage/text-index.ts';

export interface AgentFilesParts {
  readonly objects: ObjectFiles;
  readonly texts: TextIndex;
  readonly extractor: Pick<TextExtractor, 'neededBytes' | 'extract'>;
  /** Also reads what was not extracted yet, by extracting it on the way. */
  readonly ahead?: true;
}

/** Reads files for the agent, as far as who asks may read them. */
export class AgentFiles {
  readonly #parts: AgentFilesParts;

  constructor(parts: AgentFilesParts) {
    this.#parts = parts;
  }

  /** A file with its text; null when it is gone or the caller may not read it. Rejects when its bytes cannot be had. */
  async read(site: Site, fileId: string): Promise<AgentFile | null> {
    const file = isUsable(site, fileId) ? site.backend.records.file(fileId) : null;
    return file === null ? null : fileWith(file, await this.#textOf(site, file));
  }

  /** An attachment, from its own object. */
  async readAttachment(row: AttachmentRow): Promise<AgentFile> {
    const text = row.stored === null ? null : await this.#extracted(row.fileName, row.stored);
    return fileWith({ id: row.id, name: row.fileName, fileType: row.contentType }, text);
  }

  /** Whether the text of a file is still on its way. */
  isWaiting(site: Site, fileId: string): boolean {
    const { records } = site.backend;
    const versionId = records.file(fileId)?.latestVersionId ?? null;
    const status = versionId === null ? null : (records.version(versionId)?.extractionStatus ?? null);
    return status === 'pending' || status === 'running';
  }

  /** What the agent itself wrote was never extracted (spec 3.2), so it is read when it is asked for. */
  async #textOf(site: Site, file: FileRow): Promise<string | null> {
    const version = file.latestVersionId === null ? null : site.backend.records.version(file.latestVersionId);
    if (version === null) return null;
    if (version.extractionStatus === 'done') return this.#parts.texts.textOf(version.id);
    const isUnread = version.extractionStatus === 'pending' || version.extractionStatus === 'running';
    const isRead = version.extractionStatus === null || (this.#parts.ahead === true && isUnread);
    return isRead ? this.#extracted(file.name, version) : null;
  }

  async #extracted(name: string, { objectKey }: Pick<StoredContent, 'objectKey'>): Promise<string | null> {
    const { extractor, objects } = this.#parts;
    const neededBytes = extractor.neededBytes(name);
    if (neededBytes === 0) return null;
    const extracted = await extractor.extract(name, await objects.firstBytes(objectKey, neededBytes));
    return extracted.status === 'done' ? extracted.text : null;
  }
}

function fileWith({ id, name, fileType }: Pick<FileRow, 'id' | 'name' | 'fileType'>, text: string | null): AgentFile {
  const isPicture = familyOf(name) === 'picture' || (text !== null && isStandIn(text));
  // A stand-in is written here from the name and the size: nothing in it stood in the file.
  if (text === null || isPicture) return { id, name, fileType, text: null, table: null, isPicture };
  return { id, name, fileType, text, table: cellsOf(name, text), isPicture };
}

/** The cells in the text rendition of a table, or of a workbook's first sheet; null for what is none. */
export function cellsOf(name: string, text: string): Grid | null {
  const family = familyOf(name);
  if (family === 'delimited' || (family === 'workbook' && text.startsWith('Table: ')))
    return rows(behindFirstLine(text));
  if (family !== 'workbook') return null;
  const [, sheet = ''] = text.split(/^Sheet: .*$/m);
  return rows(sheet.replace(/^\n/, ''));
}

/** A delimited rendition begins with a line that says how the file was understood. */
function behindFirstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? '' : text.slice(end + 1);
}

function rows(text: string): Grid {
  if (text.trim() === '') return [];
  return papaparse.parse<string[]>(text, { delimiter: '\t' }).data;
}
