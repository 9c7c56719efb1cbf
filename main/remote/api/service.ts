import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { MoveTarget, ReaderOf } from '../../core/policy/audience.ts';
import type { HttpBody } from '../../ports/http.ts';
import { allPages, type Page } from './all-pages.ts';
import type { Line } from './ask.ts';
import { calls } from './calls.ts';
import { headInstead, askWithFallback } from './fallback-calls.ts';
import type { Connection } from './request.ts';
import {
  anything,
  batchAnswer,
  contentAnswer,
  type DescribedFile,
  describedShape,
  type FileDetail,
  fileShape,
  folderShape,
  type Hit,
  hitShape,
  listOf,
  organizationShape,
  pageOf,
  readerShape,
  type RemoteFile,
  type RemoteFolder,
  type RemoteOrganization,
  type RemoteVersion,
  type ToldVersion,
  toldVersionShape,
  uploadTarget,
  type UploadTarget,
  versionShape,
} from './shapes.ts';
import { aboutOne, mustBeAbout, oddAnswer } from './odd-answer.ts';
import { type Announcement, answersFor, type UploadAnswer } from './upload-answers.ts';

/** Largest page the service gives (spec 8). */
export const PAGE_SIZE = 100;
/** Finds that are asked for; for others a person narrows the words. */
const FINDS = 50;
/** Inside before by name: a find stands for its file. */
const EACH_SEARCH = ['texts', 'names', 'tasks'] as const;
/** What our folders say of themselves (wire facts, section 3). */
const DEFAULT_VISIBILITY = 'private';
/** What a change answers: the thing as it is now, or nothing that can be read. */
const folderOrNothing = folderShape.nullable().catch(null);
const fileOrNothing = fileShape.nullable().catch(null);

/**
 * What mirroring asks of the service, with the answers in the form and with the checks that it needs: ids that are ids,
 * lists that are whole. Each @throws FaultError.
 */
export class ServiceApi {
  readonly #line: Line;

  constructor(connection: Connection, organization: string | null) {
    this.#line = { connection, organization };
  }

  /** Which build answers, in words that change with it; null when it does not say. */
  async build(): Promise<string | null> {
    const { version, build } = await calls.getVersion(this.#line, {});
    const words = [version, build].filter(word => word !== null && word !== undefined && word !== '');
    return words.length === 0 ? null : words.join(' ');
  }

  organizations(): Promise<readonly RemoteOrganization[]> {
    return calls.listOrganizations(this.#line, {}, listOf(organizationShape));
  }

  /** The names of everyone in an organization, by the number of the person; empty for who has none. */
  async members(organization: string): Promise<ReadonlyMap<string, string>> {
    const all = await calls.listMembers(this.#line, { path: { organizationId: organization } });
    return new Map(
      all.flatMap(({ userId, displayName, email }) =>
        typeof userId === 'number' ? [[String(userId), displayName || email || ''] as const] : [],
      ),
    );
  }

  roots(): Promise<readonly RemoteFolder[]> {
    return calls.listRootFolders(this.#line, {}, listOf(folderShape));
  }

  async folder(id: ServiceId): Promise<RemoteFolder> {
    const folder = await calls.getFolder(this.#line, { path: { id } }, folderShape);
    mustBeAbout(folder.id, id);
    return folder;
  }

  children(id: ServiceId): Promise<readonly RemoteFolder[]> {
    return calls.listChildFolders(this.#line, { path: { id } }, listOf(folderShape));
  }

  /** Files of all folders of the organization that we may read, cut after some rows: never all there are. */
  filesEverywhere(): Promise<readonly RemoteFile[]> {
    return calls.listFilesEverywhere(this.#line, {}, listOf(fileShape));
  }

  /** The best finds of the service for some words: files by their names, by their latest text, or the caller's tasks (spec 4.5). */
  async find(where: 'names' | 'texts' | 'tasks', words: string): Promise<readonly Hit[]> {
    const asked = { query: { q: words, page: 1, pageSize: FINDS } };
    const found = pageOf(hitShape);
    if (where === 'names') return (await calls.searchFiles(this.#line, asked, found)).items;
    if (where === 'texts') return (await calls.searchFileContent(this.#line, asked, found)).items;
    return (await calls.searchTasks(this.#line, asked, found)).items;
  }

  /** The same for all three in one question, mixed. */
  async findAnything(words: string): Promise<readonly Hit[]> {
    const query = { q: words, page: 1, pageSize: PAGE_SIZE };
    return askWithFallback(
      { line: this.#line, endpoint: 'searchEverything' },
      async () => (await calls.searchEverything(this.#line, { query }, pageOf(hitShape))).items,
      async () => (await Promise.all(EACH_SEARCH.map(where => this.find(where, words)))).flat(),
    );
  }

  /** The tops of what was archived. */
  archived(): Promise<readonly RemoteFolder[]> {
    return calls.listArchivedFolders(this.#line, {}, listOf(folderShape));
  }

  /** All people and teams that can reach a folder, directly or through a folder above it. */
  readers(id: ServiceId): Promise<readonly ReaderOf[]> {
    return calls.listFolderAccess(this.#line, { path: { id } }, listOf(readerShape));
  }

  /** The people and teams that reach a file or folder by its own entries. */
  entriesOf({ kind, id }: { readonly kind: 'file' | 'folder'; readonly id: ServiceId }): Promise<readonly ReaderOf[]> {
    const list = kind === 'file' ? calls.listFileShares : calls.listFolderShares;
    return list(this.#line, { path: { id } }, listOf(readerShape));
  }

  /** All files of a folder, over all pages. Complete, or it throws: a list that shrinks while it is read is not complete. */
  filesIn(id: ServiceId): Promise<readonly RemoteFile[]> {
    return allPages(page => this.filesPage(id, page));
  }

  /** One page of a folder's files, counted from 1. */
  async filesPage(id: ServiceId, page: number): Promise<Page<RemoteFile>> {
    const query = { page, pageSize: PAGE_SIZE };
    return calls.listFolderFiles(this.#line, { path: { id }, query }, pageOf(fileShape));
  }

  /** `visibility` of the parent when it is known (spec 2.3 wants one). */
  async createFolder(name: string, parent: ServiceId, visibility: string | null): Promise<RemoteFolder> {
    const body = { name, parentFolderId: parent, visibility: visibility ?? DEFAULT_VISIBILITY };
    const made = await calls.createFolder(this.#line, { body }, folderShape);
    // What is put into another folder, others may read.
    if (made.id === parent || (made.parent !== null && made.parent !== parent)) throw oddAnswer(oddAnswers.elsewhere);
    return made;
  }

  /** Name and parent in one call, so that no half of it is ever seen. Null when the answer carries nothing. */
  placeFolder(id: ServiceId, name: string, { folder }: MoveTarget): Promise<RemoteFolder | null> {
    return aboutOne(
      calls.changeFolder(this.#line, { path: { id }, body: { name, parentFolderId: folder } }, folderOrNothing),
      id,
    );
  }

  /** Into another folder only: it keeps the name that a colleague may have given it in between. */
  moveFolder(id: ServiceId, name: string, { folder }: MoveTarget): Promise<RemoteFolder | null> {
    const answer = folderOrNothing;
    const moved = askWithFallback(
      { line: this.#line, endpoint: 'moveFolder' },
      () => calls.moveFolder(this.#line, { path: { id }, body: { parentFolderId: folder } }, answer),
      () => calls.changeFolder(this.#line, { path: { id }, body: { name, parentFolderId: folder } }, answer),
    );
    return aboutOne(moved, id);
  }

  /** Its place is not named, so that it stays where a colleague may have put it in between. */
  renameFolder(id: ServiceId, name: string): Promise<RemoteFolder | null> {
    return aboutOne(calls.changeFolder(this.#line, { path: { id }, body: { name } }, folderOrNothing), id);
  }

  /** Brings an archived folder back with everything that was in it. */
  restoreFolder(id: ServiceId): Promise<unknown> {
    return calls.restoreFolder(this.#line, { path: { id } }, anything);
  }

  archiveFolder(id: ServiceId): Promise<unknown> {
    return calls.archiveFolder(this.#line, { path: { id } }, anything);
  }

  async file(id: ServiceId): Promise<FileDetail> {
    // From before the question: with several on their way, the latest answer may be later than this one.
    const askedAt = this.#line.connection.saidTime;
    const detail = { ...(await calls.getFile(this.#line, { path: { id } }, fileShape)), askedAt };
    mustBeAbout(detail.id, id);
    if (detail.version !== null || detail.isGone) return detail;
    // GAP: the detail may not name its head version; then the newest of the history is the head.
    const newest = [...(await this.#versionsOnce(id))]
      .sort((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''))
      .at(-1);
    return { ...detail, version: newest?.id ?? null };
  }

  /** Name and folder in one call. Null when the answer carries nothing. */
  placeFile(id: ServiceId, name: string, { folder }: MoveTarget): Promise<RemoteFile | null> {
    return aboutOne(
      calls.updateFile(this.#line, { path: { id }, body: { name, folderId: folder } }, fileOrNothing),
      id,
    );
  }

  /** Into another folder only: it keeps the name that a colleague may have given it in between. */
  moveFile(id: ServiceId, name: string, { folder }: MoveTarget): Promise<RemoteFile | null> {
    const answer = fileOrNothing;
    const moved = askWithFallback(
      { line: this.#line, endpoint: 'moveFile' },
      () => calls.moveFile(this.#line, { path: { id }, body: { parentFolderId: folder } }, answer),
      () => calls.updateFile(this.#line, { path: { id }, body: { name, folderId: folder } }, answer),
    );
    return aboutOne(moved, id);
  }

  /** Its folder is not named, so that it stays where a colleague may have put it in between. */
  renameFile(id: ServiceId, name: string): Promise<RemoteFile | null> {
    return aboutOne(calls.updateFile(this.#line, { path: { id }, body: { name } }, fileOrNothing), id);
  }

  /** The file stays, in no folder (spec 4.2). */
  clearFolder(id: ServiceId): Promise<unknown> {
    return calls.updateFile(this.#line, { path: { id }, body: { clearFolder: true } }, anything);
  }

  deleteFile(id: ServiceId): Promise<unknown> {
    return calls.deleteFile(this.#line, { path: { id } }, anything);
  }

  announce(file: Announcement): Promise<UploadTarget> {
    const { folderId, ...body } = file;
    return askWithFallback(
      { line: this.#line, endpoint: 'initiateFolderUpload' },
      () => calls.initiateFolderUpload(this.#line, { path: { id: folderId }, body }, uploadTarget),
      () => calls.initiateUpload(this.#line, { body: file }, uploadTarget),
    );
  }

  /** At most 50 at once (spec 8). Answers stand in the order of the files. Files of one folder are announced to it. */
  async announceAll(files: readonly Announcement[]): Promise<readonly UploadAnswer[]> {
    const [folder, ...others] = new Set(files.map(({ folderId }) => folderId));
    const anywhere = () => calls.initiateUploads(this.#line, { body: { items: [...files] } }, batchAnswer);
    const items = files.map(({ folderId: _, ...item }) => item);
    const elements = await (folder === undefined || others.length > 0
      ? anywhere()
      : askWithFallback(
          {
            line: this.#line,
            endpoint: 'initiateFolderUploads',
            isProof: all => all.some(({ target }) => target !== null),
          },
          () => calls.initiateFolderUploads(this.#line, { path: { id: folder }, body: { items } }, batchAnswer),
          anywhere,
        ));
    return answersFor(
      files.map(({ fileName }) => fileName),
      elements,
    );
  }

  /** The file's detail, when the answer carries it. */
  confirm(id: ServiceId, version: VersionId | null): Promise<RemoteFile | null> {
    const query = version === null ? {} : { versionId: version };
    return calls.confirmUpload(this.#line, { path: { id }, query }, fileOrNothing);
  }

  /** A file that was announced and never confirmed has none; that another one has none is believed when it is said twice. */
  async versions(id: ServiceId): Promise<readonly RemoteVersion[]> {
    const versions = await this.#versionsOnce(id);
    return versions.length > 0 ? versions : this.#versionsOnce(id);
  }

  #versionsOnce(id: ServiceId): Promise<readonly RemoteVersion[]> {
    return calls.listVersions(this.#line, { path: { id } }, pageOf(versionShape)).then(page => page.items);
  }

  /**
   * The whole history of a file, in the service's order. @throws FaultError also when it does not come to its end.
   * RACE: a version that is made between two pages moves the others; newest first, none is left out by that.
   */
  everyVersion(id: ServiceId): Promise<readonly RemoteVersion[]> {
    return allPages(page =>
      calls.listVersions(this.#line, { path: { id }, query: { page, pageSize: PAGE_SIZE } }, pageOf(versionShape)),
    );
  }

  /** All people and teams that can reach a file, directly or through a folder. */
  fileReaders(id: ServiceId): Promise<readonly ReaderOf[]> {
    return calls.listFileAccess(this.#line, { path: { id } }, listOf(readerShape));
  }

  /** What people say of a file, at this moment. */
  async described(id: ServiceId): Promise<DescribedFile> {
    const file = await calls.getFile(this.#line, { path: { id } }, describedShape);
    mustBeAbout(file.id, id);
    return file;
  }

  /** Only what is given is changed (spec 4.2). */
  describe(
    id: ServiceId,
    body: { readonly description?: string; readonly tags?: readonly string[] },
  ): Promise<unknown> {
    const { tags, ...rest } = body;
    return calls.updateFile(
      this.#line,
      { path: { id }, body: { ...rest, ...(tags ? { tags: [...tags] } : {}) } },
      anything,
    );
  }

  /** The newest page of a file's history, newest first, for people. */
  async toldVersions(id: ServiceId): Promise<readonly ToldVersion[]> {
    const { items } = await calls.listVersions(
      this.#line,
      { path: { id }, query: { pageSize: PAGE_SIZE } },
      pageOf(toldVersionShape),
    );
    return items.toSorted((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? ''));
  }

  /**
   * One page of a file's history for people, counted from 1, newest first.
   * GAP: nothing says in which order pages come; the specification's own words are "newest first".
   */
  async versionsPage(id: ServiceId, page: number): Promise<Page<ToldVersion>> {
    const query = { page, pageSize: PAGE_SIZE };
    const answer = await calls.listVersions(this.#line, { path: { id }, query }, pageOf(toldVersionShape));
    const byTime = (one: ToldVersion, other: ToldVersion): number =>
      (other.createdAt ?? '').localeCompare(one.createdAt ?? '') || (other.number ?? 0) - (one.number ?? 0);
    return { ...answer, items: answer.items.toSorted(byTime) };
  }

  /** A new version from streamed JSON (see `versionBody`). */
  addVersion(id: ServiceId, stream: HttpBody): Promise<RemoteVersion> {
    return calls.createVersion(this.#line, { path: { id }, stream }, versionShape);
  }

  /** A new version with the bytes of an older one. */
  restoreVersion(id: ServiceId, version: VersionId): Promise<RemoteVersion> {
    return calls.restoreVersion(this.#line, { path: { id, versionId: version } }, versionShape);
  }

  /** Where the head's own address is refused, the file's is as good, as long as it is the head. */
  async versionContent(id: ServiceId, version: VersionId): Promise<{ url: string | null; inline: string | null }> {
    return headInstead(
      { version, head: async () => (await this.file(id)).version },
      () => calls.getVersionContent(this.#line, { path: { id, versionId: version } }, contentAnswer),
      () => calls.getFileContent(this.#line, { path: { id } }, contentAnswer),
    );
  }
}
