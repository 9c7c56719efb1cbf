import type { ServiceId } from '../../../shared/ids.ts';
import type { Comparison, MirrorPreview } from '../../../shared/features/set-up/model.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { compareTrees } from '../../core/scan/compare-trees.ts';
import type { Compared, ComparedFile } from '../../core/scan/compare-trees.ts';
import { Ignoring } from '../../core/policy/ignore.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { AppContext } from '../../items/app-context.ts';
import { absoluteOf, groundOf } from '../../items/local/check-place.ts';
import { apiNow, walkThere } from './remote-choice.ts';
import { findFolder } from '../../items/remote-path.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/** Folders compared for the preview; the first sync compares everything. */
const MOST_FOLDERS_THERE = 2000;
const MOST_FILES_HERE = 100_000;
const MOST_ROWS = 500;

/** Order of importance to a person. */
const ORDER: readonly Comparison[] = ['different', 'only-here', 'alike', 'left-out', 'only-there'];

/** Compares the service's content with a local folder. Reads only: nothing is created, marked or transferred. */
export async function preview(
  context: AppContext,
  { remote, local }: { readonly remote: string; readonly local: string; readonly mode: MirrorMode },
): Promise<MirrorPreview> {
  const ground = groundOf(context);
  const api = await apiNow(context);
  const folder = await findFolder(api, remote);
  const survey = await ground.survey(absoluteOf(ground, local));
  const [there, here] = await Promise.all([
    filesThere(context, folder.id),
    survey.is === 'folder' ? ground.walk(survey.path, MOST_FILES_HERE) : { files: [], isWhole: true },
  ]);
  const ignoring = new Ignoring();
  const isLeftOut = ({ path }: { readonly path: string }): boolean => ignoring.ruling(path, 'file').ignored;
  const compared = compareTrees(
    here.files.filter(file => !isLeftOut(file)),
    there.files.filter(file => !isLeftOut(file)),
  );
  const leftOut = here.files.filter(isLeftOut).map(({ path, sizeBytes }) => ({
    path,
    how: 'left-out' as const,
    hereBytes: sizeBytes,
    thereBytes: null,
  }));
  const all = [...compared, ...leftOut];
  return {
    local: survey.path,
    remotePath: folder.path,
    exists: survey.is === 'folder',
    counts: countsOf(all),
    rows: [...all]
      .sort((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how) || compareText(a.path, b.path))
      .slice(0, MOST_ROWS),
    isWhole: there.isWhole && here.isWhole,
  };
}

type Row = Omit<Compared, 'how'> & { readonly how: Comparison };

function countsOf(rows: readonly Row[]): MirrorPreview['counts'] {
  const counts = Object.fromEntries(ORDER.map(how => [how, { files: 0, bytes: 0 }])) as MirrorPreview['counts'];
  for (const { how, hereBytes, thereBytes } of rows) {
    counts[how].files += 1;
    counts[how].bytes += thereBytes ?? hereBytes ?? 0;
  }
  return counts;
}

async function filesThere(context: AppContext, root: ServiceId): Promise<{ files: ComparedFile[]; isWhole: boolean }> {
  const files: ComparedFile[] = [];
  const isWhole = await walkThere(await apiNow(context), root, MOST_FOLDERS_THERE, seen => {
    const above = seen.path.map(name => `${toLocalName(name, EXACT_NAMES)}/`).join('');
    for (const { name, sizeBytes } of seen.files)
      files.push({ path: `${above}${toLocalName(name, EXACT_NAMES)}`, sizeBytes: sizeBytes ?? 0 });
  });
  return { files, isWhole };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
