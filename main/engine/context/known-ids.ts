import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { Journal } from '../../journal/journal.ts';
import { oddAnswer } from '../../remote/api/odd-answer.ts';

/**
 * Ids that an answer cannot call new: items of all mirrors, files with an upload under way, and versions with a known
 * hash. For use within one moment: uploads under way are read once.
 */
export class KnownIds {
  readonly #journal: Journal;
  #underWay: ReadonlySet<ServiceId> | null = null;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  has(id: ServiceId): boolean {
    const { items, mirrors } = this.#journal;
    if (this.#filesUnderWay().has(id)) return true;
    return mirrors.all().some(mirror => mirror.remoteId === id || items.byRemoteId(mirror.id, id) !== null);
  }

  hasTarget({ file, version }: { readonly file: ServiceId; readonly version: VersionId | null }): boolean {
    return this.has(file) || (version !== null && this.#journal.items.hashOf(version) !== null);
  }

  #filesUnderWay(): ReadonlySet<ServiceId> {
    return (this.#underWay ??= new Set(filesUnderWay(this.#journal)));
  }
}

function filesUnderWay({ intents, mirrors, outgoing }: Journal): readonly ServiceId[] {
  const begun = mirrors.all().flatMap(({ id }) => intents.all(id));
  return [
    ...begun.flatMap(({ work }) => (work.kind === 'upload' ? (work.file ?? []) : [])),
    ...outgoing.all().flatMap(({ work }) => (work.kind === 'describe' ? [] : (work.target?.file ?? []))),
  ];
}

/** @throws FaultError `failing` when the service calls something new that is known already. */
export function mustBeNew(
  journal: Journal,
  made: { readonly file: ServiceId; readonly version?: VersionId | null },
): void {
  const { file, version = null } = made;
  if (new KnownIds(journal).hasTarget({ file, version })) throw oddAnswer(oddAnswers.notNew);
}
