import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { keepTexts } from '../../../../shared/features/set-up/keep-text.ts';
import { performDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { openFolder } from '../../../state/navigation.ts';
import { beginKeeping, readFolders, TOP, wantSize } from './folder-choice.ts';
import { attemptStep, MODES, startOver, usualPlace, useSetUp } from './set-up.ts';

/** A folder of the service, as its row names it. */
export interface KeptFolder {
  readonly id: string;
  readonly name: string;
}

/** Opens the sheet: for these folders, or for those that are chosen in it. */
export function openKeeping(folders: readonly KeptFolder[] | null): void {
  startOver('place');
  const { kind } = useSetUp.getState();
  useSetUp.setState({ isSheet: true, keeps: true, mode: MODES[kind ?? 'own'] });
  void usualPlace();
  if (folders === null) return void readFolders(TOP);
  useSetUp.setState({
    chosen: new Set(folders.map(({ id }) => id)),
    names: new Map(folders.map(({ id, name }) => [id, name])),
  });
  for (const { id } of folders) wantSize(id);
}

/** Puts the sheet away. */
export function closeKeeping(): void {
  startOver();
}

export function setMode(mode: MirrorMode): void {
  useSetUp.setState({ mode });
}

/** Asks where each chosen folder would lie. Only the answer to the last question counts. */
export async function planKeeping(): Promise<void> {
  const { place, chosen, names } = useSetUp.getState();
  const folders = [...chosen].map(id => ({ id, name: names.get(id) ?? '' }));
  if (folders.length === 0 || place.trim() === '') return;
  await attemptStep(async () => {
    const plans = await engine.call('setUp.plan', { place, folders });
    const now = useSetUp.getState();
    if (now.place !== place || now.chosen !== chosen) return;
    useSetUp.setState({ previews: new Map(plans.map(planned => [planned.id, { planned, found: null }])) });
  });
}

/** Makes the folders and keeps them in step from now on. @returns whether all of it was done. */
export async function keepHere(): Promise<boolean> {
  if (!(await beginKeeping())) return false;
  const { begun } = useSetUp.getState();
  const [first] = begun;
  const text = begun.length === 1 && first !== undefined ? keepTexts.done(first.name) : null;
  const notes = begun.flatMap(({ notice }) => notice ?? []);
  const show = first === undefined ? {} : { show: () => openFolder({ mirror: first.mirror, folder: null }) };
  await performDeed(async () => ({ text: text ?? keepTexts.doneSeveral(begun.length), notes, ...show }));
  return true;
}
