import { pathBelow } from '../../../../shared/local-path.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { askPerson, copyText, freeUpSpace, keepOffline } from '../../../state/edit.ts';
import { askAgent } from '../../chat/stores/asking-agent.ts';
import { collectChosen } from '../../drops/stores/pick-files.ts';
import { openDescription, toggleDetails } from '../../details/stores/details.ts';
import { offerCollection } from '../../drops/stores/dropping.ts';
import type { FolderScan } from '../stores/files.ts';
import { folderOnShow } from '../stores/folder-on-show.ts';
import { keepCopies, letGoCopies } from '../../library/stores/library.ts';
import { desktop, lookAtHere } from '../../../state/desktop.ts';
import { openFolder } from '../../../state/navigation.ts';
import { togglePreviewPane } from '../../preview/stores/preview.ts';
import { chosenOf, useSelection } from '../stores/selection.ts';
import { openSharing } from '../../sharing/stores/sharing.ts';
import { openHistory } from '../../versions/stores/history.ts';
import { type ActionName, canBeKept, type Chosen, isMirrored, isPossible } from './actions.ts';
import { chooseFiles } from '../../../components/controls/choose-files.ts';
import { opensOf } from './opens.ts';
import { type Shown, placeLabel } from '../place-labels.ts';

/** The folder on show and its contents: what actions are about. */
export interface Scene {
  readonly shown: Shown;
  readonly view: FolderScan;
}

/** What is chosen in the folder on show at this moment. */
export function chosenIn({ shown, view }: Scene): Chosen {
  const selection = useSelection.getState();
  const rows = selection.key === shown.key ? chosenOf(view.known, selection) : [];
  const hasFolder = folderOnShow(shown.place, view) !== null;
  return { rows, canChange: canChange(shown), list: listOf(shown, view), inDesktop: desktop !== null, hasFolder };
}

function listOf({ place }: Shown, { head }: FolderScan): Chosen['list'] {
  if ('library' in place) return head.mayManage === true ? 'managed' : 'library';
  return 'list' in place && place.list !== 'removed' ? place.list : null;
}

/** Whether anything may be changed in the folder on show. */
export function canChange({ mirror, place }: Shown): boolean {
  return mirror === null ? 'base' in place && place.base !== null : mirror.mode !== 'download';
}

function folderOf({ shown, view }: Scene) {
  return { place: shown.place, folder: placeLabel(shown, view) };
}

/** Does it, or asks about it first; nothing where it is not possible. */
export function runAction(action: ActionName, scene: Scene): void {
  const chosen = chosenIn(scene);
  if (!isPossible(action, chosen)) return;
  const { rows } = chosen;
  const [row] = rows;
  const isInLibrary = 'library' in scene.shown.place;
  switch (action) {
    case 'open':
      return row === undefined ? undefined : openRow(scene, row);
    case 'openHere':
    case 'reveal':
      return row === undefined ? undefined : void lookAtHere(action, row);
    case 'preview':
      return row === undefined ? undefined : togglePreviewPane({ id: row.id, name: row.name, version: null });
    case 'keep':
      return keep(chosen);
    case 'free':
      return free(chosen);
    case 'copyPath':
      return void copyText(rows.map(({ name }) => pathOf(scene, name)).join('\n'));
    case 'copyId':
      return void copyText(rows.map(({ id }) => id).join('\n'));
    case 'newFolder':
    case 'newNote':
      return askPerson({ name: action, ...folderOf(scene) });
    case 'rename':
      return row === undefined ? undefined : askPerson({ name: 'rename', row, isInLibrary });
    case 'move':
      return askPerson({ name: 'move', rows, from: scene.shown.place });
    case 'copyTo':
    case 'download':
      return askPerson({ name: action, rows: rows.filter(({ kind }) => kind === 'file') });
    case 'publish':
    case 'withdraw':
      return askPerson({ name: action, rows });
    case 'clearFolder':
    case 'remove':
      return askPerson(
        row !== undefined && isInLibrary ? { name: 'removeLibraryFolder', row } : { name: action, rows },
      );
    case 'askAgent':
      return askAgent(rows.flatMap(({ kind, id, name }) => (kind === 'file' ? [{ id, name }] : [])));
    case 'editCopy':
      return row === undefined ? undefined : askPerson({ name: 'startCopy', file: { id: row.id, name: row.name } });
    case 'addFiles':
    case 'addFolder':
      return chooseFiles(
        action === 'addFolder',
        files => void offerCollection(scene.shown.place, collectChosen(files)),
      );
    case 'versions':
      return row === undefined ? undefined : void openHistory(row.id, row.name);
    case 'share':
      return share(row ?? folderOnShow(scene.shown.place, scene.view));
    case 'describe':
      return openDescription();
    case 'details':
      return toggleDetails();
  }
}

/** In a mirror nothing is left to choose; of anything else at the service, where it goes and which way is confirmed. */
function keep({ rows, list }: Chosen): void {
  if (list !== null) return void keepCopies(rows);
  const mirrored = rows.filter(isMirrored);
  const others = rows.filter(row => !isMirrored(row) && canBeKept(row));
  if (mirrored.length > 0) void keepOffline(mirrored);
  if (others.length > 0) askPerson({ name: 'keep', rows: others });
}

function share(what: { readonly id: string; readonly name: string } | null): void {
  if (what !== null) void openSharing(what.id, what.name);
}

function free({ rows, list }: Chosen): void {
  if (list !== null) return void letGoCopies(rows);
  const mirrored = rows.filter(isMirrored);
  if (mirrored.length > 0) void freeUpSpace(mirrored);
  if (mirrored.length < rows.length) void letGoCopies(rows.filter(row => !isMirrored(row)));
}

/** Keep offline where something of it is not here, else free its space: what one key does. */
export function toggleOffline(scene: Scene): void {
  const { rows } = chosenIn(scene);
  runAction(rows.some(({ badge }) => badge === 'remote') ? 'keep' : 'free', scene);
}

function openRow({ shown }: Scene, row: FileRow): void {
  const place = opensOf(shown.place, row);
  if (place !== null) openFolder(place);
}

/** On this computer, or at the service for what is not mirrored. */
function pathOf({ shown, view }: Scene, name: string): string {
  const inside = [...view.head.trail.slice(1).map(step => step.name), name].join('/');
  return shown.mirror === null ? inside : pathBelow(shown.mirror.local, inside);
}
