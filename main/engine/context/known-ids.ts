import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { Journal } from '../../journal/journal.ts';
import { oddAnswer } from '../../remote/api/odd-answer.ts';

/** What an answer calls new. */
interface NewIds {
  readonly file: ServiceId;
  readonly version?: VersionId | null;
}

/**
 * Those that an answer cannot call new: items of all mirrors, files with an upload under way, and versions with a known
 * hash.
 */
export function knownAmong<T extends NewIds>(journal: Journal, named: readonly T[]): ReadonlySet<T> {
  const versions = named.flatMap(({ version }) => version ?? []);
  const knownFiles = filesAmong(
    journal,
    named.map(({ file }) => file),
  );
  const knownVersions = new Set(versions.length === 0 ? [] : journal.named.versionsAmong(versions));
  const isKnown = ({ file, version = null }: T): boolean =>
    knownFiles.has(file) || (version !== null && knownVersions.has(version));
  return new Set(named.filter(isKnown));
}

function filesAmong({ mirrors, named, outgoing }: Journal, files: readonly ServiceId[]): ReadonlySet<ServiceId> {
  if (files.length === 0) return new Set();
  const all = mirrors.all();
  return new Set([
    ...named.sendingAmong(files),
    ...outgoing.all().flatMap(({ work }) => (work.kind === 'describe' ? [] : (work.target?.file ?? []))),
    ...all.map(({ remoteId }) => remoteId),
    ...all.flatMap(({ id }) => named.itemsAmong(id, files)),
  ]);
}

/** @throws FaultError `failing` when the service calls something new that is known already. */
export function mustBeNew(journal: Journal, made: NewIds): void {
  if (knownAmong(journal, [made]).size > 0) throw oddAnswer(oddAnswers.notNew);
}
