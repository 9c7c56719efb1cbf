import { FaultError } from '../../../shared/fault.ts';
import { toolTexts } from '../../../shared/features/diagnostics/text.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Item } from '../../core/item.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Entry } from '../../ports/disk.ts';
import type { AppContext } from '../../items/app-context.ts';
import { filesOf, recordedHere } from './local-files.ts';
import type { FindingCode, ToolWork } from './tool-work.ts';
import { compareThere } from './verify-remote.ts';

const texts = toolTexts.verify;

/** Counts of the verification. */
interface Tally {
  same: number;
  bytes: number;
  findings: number;
}

/**
 * Reads every file of a mirror, compares its bytes with the record, and the record with the service's listings. Reads
 * only, and downloads nothing. @returns summary sentences. @throws FaultError when the folder is lost.
 */
export async function verify(context: AppContext, mirror: Mirror, work: ToolWork): Promise<readonly string[]> {
  const { journal, world } = context;
  const look = await world.disk.look(mirror.root, new Map());
  const known = recordedHere(journal.items.tree(mirror.id, mirror.rootItem));
  const entries = filesOf(look);
  const tally: Tally = { same: 0, bytes: 0, findings: 0 };
  const find = (path: string, code: FindingCode): void => {
    tally.findings += 1;
    work.find({ path, code, text: toolTexts.codes[code] });
  };
  const ignoring = ignoringOf(journal, mirror);
  let done = 0;
  work.progress(0, entries.size);
  for (const [path, entry] of entries) {
    if (work.isStopped()) return ending(tally, [texts.stopped]);
    const code = await judgeFile(context, mirror, { path, entry, item: known.get(path) ?? null, ignoring });
    if (code === 'same') {
      tally.same += 1;
      tally.bytes += entry.sizeBytes;
    } else if (code !== 'left-out') find(path, code);
    work.progress((done += 1), entries.size);
  }
  for (const { path } of look.unreadable) find(path, 'unreadable');
  const blind = look.unreadable.map(({ path }) => `${path}/`);
  for (const [path, item] of known)
    if (item.kind === 'file' && !entries.has(path) && !blind.some(each => path.startsWith(each))) find(path, 'missing');
  if (work.isStopped()) return ending(tally, [texts.stopped]);
  return ending(tally, [await compareThere(context, mirror, { known, work, find }), texts.nothing]);
}

function ending({ same, bytes, findings }: Tally, rest: readonly string[]): readonly string[] {
  return [texts.same(same, bytes), findings === 0 ? texts.allFine : texts.differ(findings), ...rest];
}

/** Compares one file. A file that changes while it is read is left to the next scan. */
async function judgeFile(
  { world }: AppContext,
  { root }: Mirror,
  { path, entry, item, ignoring }: { path: string; entry: Entry; item: Item | null; ignoring: Ignoring },
): Promise<FindingCode | 'same' | 'left-out'> {
  if (entry.kind !== 'file' || ignoring.ignores(path, 'file')) return 'left-out';
  if (item === null || item.local === null) return 'not-recorded';
  if (item.local.sha256 === null) return 'changed';
  let hashed: Awaited<ReturnType<typeof world.disk.hash>>;
  try {
    hashed = await world.disk.hash(root, path);
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'disk-refused') return 'unreadable';
    throw error;
  }
  if (hashed === null) return 'changed';
  if (hashed.sha256 !== item.local.sha256) return hashed.entry.stamp === item.local.stamp ? 'bytes-differ' : 'changed';
  return item.agreed?.sha256 === hashed.sha256 ? 'same' : 'not-sent';
}
