import type { MirrorPreview, RemoteFolderInfo } from '../../../../shared/features/set-up/model.ts';
import { engine } from '../../../state/engine.ts';
import { claimedFault } from '../../../state/settings.ts';
import { attemptStep, MODES, type SetUp, useSetUp } from './set-up.ts';
import { answerOrFault, update } from '../../../state/reading/section.ts';

/** The top of the service's folders, as a key. */
export const TOP = '';

/** Reads the folders in a folder, once. */
export async function readFolders(parent: string): Promise<void> {
  const known = useSetUp.getState().folders.get(parent);
  if (known !== undefined && known !== 'unread') return;
  put(parent, 'reading');
  const { answer: found, fault } = await answerOrFault(() =>
    engine.call('setUp.folders', { parent: parent === TOP ? null : parent }),
  );
  put(parent, found ?? 'unread');
  if (fault !== null) return useSetUp.setState({ fault });
  useSetUp.setState(({ names }) => ({
    names: new Map([...names, ...found.map(({ id, name }) => [id, name] as const)]),
  }));
  for (const folder of found) if (!folder.isSpecial) wantSize(folder.id);
  if (parent === TOP) openFirst(found);
}

/** The first folder that people work in stands open. */
function openFirst(found: readonly RemoteFolderInfo[]): void {
  const first = found.find(({ isSpecial }) => !isSpecial);
  if (first !== undefined && useSetUp.getState().unfolded.size === 0) setUnfolded(new Set([first.id]));
}

/** Opens exactly these, and reads what is in them. */
export function setUnfolded(unfolded: ReadonlySet<string>): void {
  useSetUp.setState({ unfolded });
  for (const id of unfolded) void readFolders(id);
}

function put(parent: string, found: readonly RemoteFolderInfo[] | 'reading' | 'unread'): void {
  useSetUp.setState(({ folders }) => ({ folders: new Map([...folders, [parent, found]]) }));
}

/** Folders that wait to be counted; one at a time, so that counting is never in the way. */
const uncounted: string[] = [];
let isCounting = false;

/** Counts a folder when its turn comes. */
export function wantSize(id: string): void {
  if (useSetUp.getState().sizes.has(id) || uncounted.includes(id)) return;
  uncounted.push(id);
  if (!isCounting) void countAll();
}

async function countAll(): Promise<void> {
  isCounting = true;
  for (let id = uncounted.shift(); id !== undefined; id = uncounted.shift()) {
    const folder = id;
    const size = await engine.call('setUp.measure', { folder }).catch(() => 'unread' as const);
    useSetUp.setState(({ sizes }) => ({ sizes: new Map([...sizes, [folder, size]]) }));
  }
  isCounting = false;
}

/** All folders below one, as far as they were read. */
export function foldersBelow(id: string, folders: SetUp['folders']): readonly string[] {
  const inside = folders.get(id);
  if (inside === undefined || typeof inside === 'string') return [];
  return inside.flatMap(child => [child.id, ...foldersBelow(child.id, folders)]);
}

/** What lies in a chosen folder comes with it, so it is not chosen by itself. */
export function chooseFolders(wanted: ReadonlySet<string>): void {
  const { folders } = useSetUp.getState();
  const covered = new Set([...wanted].flatMap(id => foldersBelow(id, folders)));
  const chosen = new Set([...wanted].filter(id => !covered.has(id)));
  useSetUp.setState({ chosen, previews: new Map(), fault: null });
}

/** The person's own folder: made at the service when it is not there, and chosen. */
export async function chooseMyFolder(): Promise<void> {
  useSetUp.setState({ busy: 'asking', fault: null });
  await attemptStep(async () => {
    const mine = await engine.call('setUp.myFolder', null);
    // It may be new in lists that were read.
    useSetUp.setState(({ chosen, names }) => ({
      chosen: new Set([...chosen, mine.id]),
      names: new Map([...names, [mine.id, mine.name]]),
      folders: new Map(),
      previews: new Map(),
    }));
    wantSize(mine.id);
    await readFolders(TOP);
    setUnfolded(useSetUp.getState().unfolded);
  });
  useSetUp.setState({ busy: null });
}

let comparing = 0;

/** Compares each chosen folder with what is here; what was compared already is kept. */
export async function comparePlans(): Promise<void> {
  const turn = (comparing += 1);
  const { place, chosen, names, kind } = useSetUp.getState();
  // A person may have gone back and chosen otherwise while this ran: a plan that is no longer wanted must not be added.
  const isOutdated = (): boolean => {
    const now = useSetUp.getState();
    return turn !== comparing || now.place !== place || now.chosen !== chosen || now.kind !== kind;
  };
  await attemptStep(async () => {
    const folders = [...chosen].map(id => ({ id, name: names.get(id) ?? '' }));
    const plans = await engine.call('setUp.plan', { place, folders });
    const mode = MODES[kind ?? 'own'];
    for (const planned of plans) {
      if (isOutdated()) return;
      setPreview(planned, null);
      const found = await engine.call('setUp.preview', { remote: planned.id, local: planned.local, mode });
      if (isOutdated()) return;
      setPreview(planned, found);
    }
  });
}

function setPreview(planned: { id: string; name: string; local: string }, found: MirrorPreview | null): void {
  useSetUp.setState(({ previews }) => ({ previews: new Map([...previews, [planned.id, { planned, found }]]) }));
}

/** Carries the plan out: makes the folders and begins to keep them in step. @returns whether all of it was done. */
export async function beginKeeping(): Promise<boolean> {
  const { previews, kind, keeps, organizations, claimed, begun, isSheet } = useSetUp.getState();
  const setUp = async () => {
    const mode = useSetUp.getState().mode ?? MODES[kind ?? 'own'];
    const organization = organizations?.find(({ isActive }) => isActive)?.id ?? null;
    const isBegun = new Set(begun.map(({ id }) => id));
    for (const { planned, found } of keeps ? previews.values() : []) {
      // What is done is not done again when the rest is tried once more.
      if (isBegun.has(planned.id)) continue;
      useSetUp.setState({ failed: planned.name });
      const { path } = await engine.call('setUp.makePlace', { path: planned.local });
      const takesOver = claimed.has(path);
      const added = await engine.call('mirrors.add', {
        remote: planned.id,
        local: path,
        mode,
        organization,
        takesOver,
      });
      if (added.claimed) {
        // Who starts once more after that was said uses the folder all the same.
        useSetUp.setState({ claimed: new Set([...claimed, path]) });
        throw claimedFault(path, added.claimed);
      }
      const { id, name } = planned;
      const files = found === null ? null : allFiles(found);
      const one = { id, mirror: added.id ?? '', name, local: path, files, notice: added.notice };
      useSetUp.setState(now => ({ begun: [...now.begun, one] }));
    }
    if (!isSheet) await engine.call('setUp.finish', null);
  };
  const isArriving = keeps && previews.size > 0 && !isSheet;
  return update(useSetUp, setUp, () => ({ failed: null, ...(isArriving ? { step: 'arriving' as const } : {}) }), {
    during: { busy: 'starting', fault: null, failed: null },
    after: { busy: null },
  });
}

/** As many files as there will be on both sides. */
function allFiles({ counts, isWhole }: MirrorPreview): number | null {
  if (!isWhole) return null;
  return counts['only-there'].files + counts['only-here'].files + counts.alike.files + counts.different.files;
}
