import { toolTexts } from '../../../shared/features/diagnostics/text.ts';
import { compareTrees } from '../../core/scan/compare-trees.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';
import { filesOf, recordedThere, type ToolWork } from './verify.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

const { rebuild: texts, codes, verify } = toolTexts;

const CODES = {
  alike: 'would-join',
  different: 'would-differ',
  'only-here': 'would-send',
  'only-there': 'would-fetch',
} as const;

/**
 * Predicts what an empty record of a mirror would find: compares the folder's content with the service's last listing
 * by name and size. Changes nothing. @throws FaultError when the folder is lost.
 */
export async function rebuildDry(context: AppContext, mirror: Mirror, work: ToolWork): Promise<readonly string[]> {
  const { journal, world } = context;
  const scan = await world.disk.scan(mirror.root, new Map());
  const ignoring = ignoringOf(journal, mirror);
  const here = [...filesOf(scan)]
    .filter(([path, { kind }]) => kind === 'file' && !ignoring.ignores(path, 'file'))
    .map(([path, { sizeBytes }]) => ({ path, sizeBytes }));
  const there = [...recordedThere(journal.items.tree(mirror.id, mirror.rootItem))]
    .filter(([path, { kind }]) => kind === 'file' && !ignoring.ignores(path, 'file'))
    .map(([path, { remote }]) => ({
      path: path
        .split('/')
        .map(name => toLocalName(name, EXACT_NAMES))
        .join('/'),
      sizeBytes: remote?.sizeBytes ?? -1,
    }));
  const rows = compareTrees(here, there);
  const counts = { alike: 0, different: 0, 'only-here': 0, 'only-there': 0 };
  let done = 0;
  for (const { path, how } of rows) {
    if (work.isStopped()) return [verify.stopped];
    counts[how] += 1;
    // Most files are identical; list only differences.
    if (how !== 'alike') work.find({ path, code: CODES[how], text: codes[CODES[how]] });
    work.progress((done += 1), rows.length);
  }
  return [
    texts.counts.alike(counts.alike),
    ...(counts.different > 0 ? [texts.counts.different(counts.different)] : []),
    ...(counts['only-here'] > 0 ? [texts.counts.here(counts['only-here'])] : []),
    ...(counts['only-there'] > 0 ? [texts.counts.there(counts['only-there'])] : []),
    texts.basis,
    texts.how,
  ];
}
