import type { DragEvent } from 'react';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { askPerson } from '../../../state/edit.ts';
import { tellFault } from '../../../state/toast.ts';
import { audienceOf, moveFiles } from '../stores/file-actions.ts';
import { desktop, dragOut } from '../../../state/desktop.ts';
import { placeKey } from '../../../state/navigation.ts';
import { chosenNow, selectLines, useSelection } from '../stores/selection.ts';
import { type FolderLine, lineUnder, rowUnder } from './folder-under.ts';
import type { Shown } from '../place-labels.ts';
import { canChange } from '../actions/run-action.ts';
import { markDropTarget } from '../../../components/controls/drop-area.tsx';

/** Marks a drag as one of our own lines, so that it is not taken for files from outside. */
const OURS = 'application/x-benchtop-lines';

/**
 * Lines of the list are dragged onto folders of the list and of the tree, and moved there. The same is behind "Move" for who
 * uses no mouse. To be spread over what holds both.
 */
export function dragWithin(shown: Shown) {
  return {
    onDragStart: (event: DragEvent) => begin(event, shown),
    onDragOver: (event: DragEvent) => {
      const target = isOurs(event) ? targetOf(event, shown) : null;
      markDropTarget(target?.element ?? null);
      if (target === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDragEnd: () => markDropTarget(null),
    onDrop: (event: DragEvent) => {
      markDropTarget(null);
      const target = isOurs(event) ? targetOf(event, shown) : null;
      if (target === null) return;
      event.preventDefault();
      void drop(chosenNow(), shown, target);
    },
  };
}

/**
 * What is dragged is what is chosen; a line beside it is chosen first. In the desktop app it leaves the window as a copy with
 * Ctrl (⌘), and wherever nothing can be moved.
 */
function begin(event: DragEvent, shown: Shown): void {
  const id = event.target instanceof Element ? rowUnder(event.target) : null;
  const isOut = desktop !== null && (event.ctrlKey || event.metaKey || !canChange(shown));
  if (id === null || (!isOut && !canChange(shown))) return event.preventDefault();
  if (!useSelection.getState().ids.has(id)) selectLines(shown.key, [id]);
  if (isOut) {
    // The system's own drag takes its place.
    event.preventDefault();
    return void dragOut(chosenNow());
  }
  event.dataTransfer.setData(OURS, id);
  event.dataTransfer.effectAllowed = 'move';
}

async function drop(rows: readonly FileRow[], { place: from }: Shown, { place: to, name }: FolderLine): Promise<void> {
  // Who could read it there, and who no longer could, is said in the dialog before anything is moved.
  const change = await Promise.race([audienceOf(rows, to), notForLong()]);
  if (change?.gains?.length || change?.loses?.length) return askPerson({ name: 'move', rows, from, to });
  const { fault, question } = await moveFiles(rows, { from, to, toName: name }, null);
  if (question !== null) askPerson({ name: 'move', rows, from, to });
  else if (fault !== null) tellFault(fault);
}

/** The service may not answer for long; whom a move would let in it is asked once more by the move itself. */
function notForLong(): Promise<null> {
  return new Promise(resolve => setTimeout(() => resolve(null), 4 * SECOND));
}

function targetOf({ target }: DragEvent, shown: Shown): FolderLine | null {
  const under = target instanceof Element ? lineUnder(target, shown) : null;
  if (under === null || ('row' in under && useSelection.getState().ids.has(under.row))) return null;
  const { place } = under;
  if ('list' in place || 'library' in place || placeKey(place) === placeKey(shown.place)) return null;
  return 'base' in place && place.base === null ? null : under;
}

function isOurs({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(OURS);
}
