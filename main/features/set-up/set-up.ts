import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { isUuid, type ServiceId } from '../../../shared/ids.ts';
import type { Comparison, ComputerKind, MirrorPreview, SetUpState } from '../../../shared/features/set-up/model.ts';
import { setUpTexts } from '../../../shared/features/set-up/text.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext, AppSettings } from '../../items/app-context.ts';
import {
  absoluteOf,
  checkPlace,
  defaultPlace,
  groundOf,
  localFolders,
  makePlace,
  planFolders,
} from '../../items/local/check-place.ts';
import { type Compared, type ComparedFile, compareTrees } from '../../core/scan/compare-trees.ts';
import { Ignoring } from '../../core/policy/ignore.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { findFolder } from '../../items/remote-path.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import type { Facts } from '../../journal/records/history.ts';
import { currentApi, foldersIn, measureFolder, walkRemote } from './remote-choice.ts';

type SetUpCall = keyof Handlers & `setUp.${string}`;

const KIND = 'computerKind';
const DONE = 'setUpDone';
const CHECKLIST = 'checklist';

/** Choices before the first sync. */
export function setUpHandlers(context: AppContext): Pick<Handlers, SetUpCall> {
  const { journal } = context;
  return {
    'setUp.setComputer': ({ kind }) => {
      journal.facts.set(KIND, kind);
      context.changed();
      return Promise.resolve(null);
    },
    'setUp.computer': () => Promise.resolve({ kind: kindOf(journal.facts.get(KIND)) }),
    'setUp.name': async () => {
      const now = context.settings.computer;
      return { now, next: givenName(journal.facts) ?? now };
    },
    'setUp.setName': async ({ name }) => {
      giveName(journal.facts, name);
      return null;
    },
    'setUp.finish': () => {
      journal.facts.set(DONE, 'yes');
      context.changed();
      return Promise.resolve(null);
    },
    'setUp.putChecklistAway': () => {
      journal.facts.set(CHECKLIST, 'away');
      context.changed();
      return Promise.resolve(null);
    },
    'setUp.plan': input => planFolders(context, input),
    'setUp.defaultPlace': () => Promise.resolve({ path: defaultPlace(context) }),
    'setUp.checkPlace': ({ path }) => checkPlace(context, path),
    'setUp.localFolders': ({ path }) => localFolders(context, path),
    'setUp.makePlace': ({ path }) => makePlace(context, path),
    'setUp.folders': ({ parent }) => foldersIn(context, parent),
    'setUp.measure': ({ folder }) => measureFolder(context, folder),
    'setUp.preview': input => preview(context, input),
    'setUp.myFolder': async () => {
      const { engine } = context;
      const line = (await engine.connection()).line(journal.facts.get('organization'));
      // GAP: the field with the folder's id is not documented.
      const made = await calls.ensureUserFolder(line, { body: {} });
      return named(context, made.userFolderId ?? made.id, setUpTexts.myFolder);
    },
    'setUp.drafts': async () => {
      const line = (await context.engine.connection()).line(journal.facts.get('organization'));
      const made = await calls.ensureDraftsFolder(line, { body: {} });
      return named(context, made.folderId ?? made.id, setUpTexts.drafts);
    },
  };
}

/** How far this computer is set up. */
export function setUpStateOf({ facts, mirrors }: AppContext['journal']): SetUpState {
  const isDone = facts.get(DONE) === 'yes';
  return {
    kind: kindOf(facts.get(KIND)),
    isDone: isDone || mirrors.all().length > 0,
    showsChecklist: isDone && facts.get(CHECKLIST) !== 'away',
  };
}

function kindOf(text: string | null): ComputerKind | null {
  return text === 'own' || text === 'instrument' || text === 'shared' ? text : null;
}

/** A folder the service just made or found, with its name. */
async function named(context: AppContext, id: string, otherwise: string): Promise<{ id: string; name: string }> {
  if (!isUuid(id)) throw new FaultError({ kind: 'failing', status: 200, messages: [] });
  const { name } = await (await currentApi(context)).folder(id.toLowerCase() as ServiceId);
  return { id, name: name === '' ? otherwise : name };
}

/** Folders compared for the preview; the first sync compares everything. */
const MOST_FOLDERS_THERE = 2000;
const MOST_FILES_HERE = 100_000;
const MOST_ROWS = 500;

/** Order of importance to a person. */
const ORDER: readonly Comparison[] = ['different', 'only-here', 'alike', 'left-out', 'only-there'];

/** Compares the service's content with a local folder. Reads only: nothing is created, marked or transferred. */
async function preview(
  context: AppContext,
  { remote, local }: { readonly remote: string; readonly local: string; readonly mode: MirrorMode },
): Promise<MirrorPreview> {
  const ground = groundOf(context);
  const api = await currentApi(context);
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
  const isWhole = await walkRemote(await currentApi(context), root, MOST_FOLDERS_THERE, seen => {
    const above = seen.path.map(name => `${toLocalName(name, EXACT_NAMES)}/`).join('');
    for (const { name, sizeBytes } of seen.files)
      files.push({ path: `${above}${toLocalName(name, EXACT_NAMES)}`, sizeBytes: sizeBytes ?? 0 });
  });
  return { files, isWhole };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const NAME = 'computerName';

/** The settings with the name a person gave this computer, in place of the system's. */
export function withChosenName(settings: AppSettings, facts: Facts): AppSettings {
  return { ...settings, computer: facts.get(NAME) ?? settings.computer };
}

/** The name that applies from the next start on. */
function givenName(facts: Facts): string | null {
  return facts.get(NAME);
}

/** Existing conflict copies keep their names. */
function giveName(facts: Facts, name: string): void {
  facts.set(NAME, name);
}
