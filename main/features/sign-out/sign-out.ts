import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { MOST_STAYING } from '../../../shared/features/sign-out/model.ts';
import type { Left, StayingFile } from '../../../shared/features/sign-out/model.ts';
import { signOut } from '../account/account.ts';
import { OutboxRecords } from '../chat/records/chat-records.ts';
import { unsentMessages } from '../chat/send/unsent-messages.ts';
import type { Uploads } from '../chat/send/uploads.ts';
import { giveUp } from '../drops/waiting-drops.ts';
import { letGo } from '../mirrors/mirrors.ts';
import type { PinnedFiles } from '../../items/pinned/pinned.ts';
import type { AppContext } from '../../items/app-context.ts';
import { knownPerson } from '../../items/signed-in-person.ts';
import { forgetMerge, waitingMerges } from '../../items/waiting-merges.ts';
import { freeSome, pauseDownloads } from './free-mirrors.ts';
import { type Contents, lookAtAll, stayingFile } from './unsent-work.ts';

type LeavingCall = keyof Handlers & `leaving.${string}`;

/**
 * Leaving this computer. A window or command first looks, asks the person, frees files in rounds and calls `finish`;
 * every step leaves a state from which the whole can be repeated.
 */
export function leavingHandlers(
  context: AppContext,
  kept: Pick<PinnedFiles, 'letGoSafely'>,
  uploads: Pick<Uploads, 'records' | 'forget'>,
): Pick<Handlers, LeavingCall> {
  return {
    'leaving.look': async () => (await lookAtAll(context)).leaving,
    'leaving.free': async ({ after }) => {
      pauseDownloads(context);
      return context.engine.exclusively(() => freeSome(context, after));
    },
    'leaving.finish': async ({ lose }) => {
      pauseDownloads(context);
      // While the credential can still ask the service.
      await kept.letGoSafely();
      return context.engine.exclusively(() => finish({ context, uploads }, lose));
    },
  };
}

interface Losing {
  readonly context: AppContext;
  readonly uploads: Pick<Uploads, 'records' | 'forget'>;
}

/** A mirror whose folder cannot be scanned is kept, because it may contain the only copy of a file. */
async function finish({ context, uploads }: Losing, lose: readonly string[]): Promise<Left> {
  const { contents } = await lookAtAll(context);
  const lost = await loseAll({ context, uploads }, lose);
  for (const each of contents) if (each.trouble === null) await letGo(context, each.mirror, each.folders);
  const { email } = knownPerson(context.journal.facts);
  await signOut(context);
  const { leaving } = await lookAtAll(context, email);
  const stays = contents.flatMap(stayingIn);
  return { left: { ...leaving, stays: stays.slice(0, MOST_STAYING), staysTotal: stays.length }, lost };
}

/** Files that the records allowed to free and that are still here were not confirmed by the service. */
function stayingIn({ mirror, goes, stays }: Contents): readonly StayingFile[] {
  return [...stays, ...goes.map(({ path }) => stayingFile(mirror, path, { reason: 'unchecked' }))];
}

/** Deletes what the person was shown and gave up, nothing else. What the disk refuses stays and is reported. */
async function loseAll({ context, uploads }: Losing, ids: readonly string[]): Promise<Left['lost']> {
  const lost = { files: 0, sizeBytes: 0 };
  for (const id of ids) {
    try {
      const own = loseMerge(context, id) ?? loseMessage(context, id) ?? (await loseUpload(uploads, id));
      if (own !== null) {
        lost.files += 1;
        lost.sizeBytes += own;
        continue;
      }
      const name = await storedName(context, id);
      const row = name === null ? null : context.journal.trash.get(name);
      if (row === null) continue;
      await context.world.disk.dropStored(row.name);
      context.journal.trash.remove(row.name);
      lost.files += 1;
      lost.sizeBytes += row.sizeBytes ?? 0;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      context.world.log.info('leaving.kept', { fault: error.fault.kind });
    }
  }
  return lost;
}

/** @returns the size of the merge; null: none, or sent by now. */
function loseMerge({ journal }: AppContext, id: string): number | null {
  const merge = waitingMerges(journal).find(({ file }) => id === `merge:${file}`);
  if (merge === undefined) return null;
  forgetMerge(journal, merge.file);
  return merge.sizeBytes;
}

/** @returns the size of the message; null: not this person's, or arrived by now. */
function loseMessage({ journal }: AppContext, id: string): number | null {
  const message = unsentMessages(journal.facts).find(each => id === `message:${each.id}`);
  if (message === undefined) return null;
  new OutboxRecords(journal.facts).remove(message.id);
  return message.sizeBytes;
}

/** @returns the size of the file waiting for its message; null: none, or sent by now. */
async function loseUpload(uploads: Losing['uploads'], id: string): Promise<number | null> {
  const upload = uploads.records.all().find(each => id === `upload:${each.id}`);
  if (upload === undefined) return null;
  await uploads.forget(upload.id);
  return upload.sizeBytes;
}

/** Takes a waiting file out of the outbox first; null when it is gone. @throws FaultError. */
async function storedName(context: AppContext, id: string): Promise<string | null> {
  const [, from, name = ''] = /^(store|waiting):(.*)$/s.exec(id) ?? [];
  if (from === 'store') return name;
  return from === undefined || context.journal.outgoing.get(Number(name)) === null
    ? null
    : giveUp(context, Number(name));
}
