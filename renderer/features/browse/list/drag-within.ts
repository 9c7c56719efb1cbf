import type { DragEvent } from 'react';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { ask } from '../../../state/edit.ts';
import { tellFault } from '../../../state/toast.ts';
import { audienceOf, move } from '../stores/file-actions.ts';
import { desktop, dragOut } from '../../../state/desktop.ts';
import { useFolders } from '../stores/files.ts';
import { type FolderPlace, placeKey, placeOf } from '../../../state/navigation.ts';
import { chosenNow, select, useSelection } from '../stores/selection.ts';
import { opensOf } from '../actions/opens.ts';
import type { Shown } from '../place-labels.ts';
import { canChange } from '../actions/run-action.ts';

/** Marks a drag as one of our own lines, so that it is not taken for files from outside. */
const OURS = 'application/x-benchtop-lines';

/** A folder that lines can be dropped on. */
interface Target {
  readonly place: FolderPlace;
  readonly name: string;
  readonly element: Element;
}

/**
 * Lines of the list are dragged onto folders of the list and of the tree, and moved there. The same is behind "Move" for who
 * uses no mouse. To be spread over what holds both.
 */
export function dragWithin(shown: Shown) {
  return {
    onDragStart: (event: DragEvent) => begin(event, shown),
    onDragOver: (event: DragEvent) => {
      const target = isOurs(event) ? targetOf(event, shown) : null;
      mark(target?.element ?? null);
      if (target === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDragEnd: () => mark(null),
    onDrop: (event: DragEvent) => {
      mark(null);
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
  const id = keyUnder(event.target, '[role="grid"]');
  const isOut = desktop !== null && (event.ctrlKey || event.metaKey || !canChange(shown));
  if (id === null || (!isOut && !canChange(shown))) return event.preventDefault();
  if (!useSelection.getState().ids.has(id)) select(shown.key, [id]);
  if (isOut) {
    // The system's own drag takes its place.
    event.preventDefault();
    return void dragOut(chosenNow());
  }
  event.dataTransfer.setData(OURS, id);
  event.dataTransfer.effectAllowed = 'move';
}

async function drop(rows: readonly FileRow[], { place: from }: Shown, { place: to, name }: Target): Promise<void> {
  // Who could read it there, and who no longer could, is said in the dialog before anything is moved.
  const change = await Promise.race([audienceOf(rows, to), notForLong()]);
  if (change?.gains?.length || change?.loses?.length) return ask({ name: 'move', rows, from, to });
  const { fault, question } = await move(rows, { from, to, toName: name }, null);
  if (question !== null) ask({ name: 'move', rows, from, to });
  else if (fault !== null) tellFault(fault);
}

/** The service may not answer for long; whom a move would let in it is asked once more by the move itself. */
function notForLong(): Promise<null> {
  return new Promise(resolve => setTimeout(() => resolve(null), 4 * SECOND));
}

function targetOf({ target }: DragEvent, shown: Shown): Target | null {
  const chosen = useSelection.getState().ids;
  const element = target instanceof Element ? target.closest('[role="row"][data-key]') : null;
  if (element === null) return null;
  const id = keyUnder(target, '[role="grid"]');
  if (id !== null) {
    const row = useFolders.getState().folders.get(shown.key)?.view?.known.get(id);
    const place = row === undefined || chosen.has(id) ? null : opensOf(shown.place, row);
    return place === null || row === undefined ? null : { place, name: row.name, element };
  }
  const key = keyUnder(target, '[role="treegrid"]');
  const place = key === null ? null : placeOf(key);
  if (place === null || 'list' in place || 'library' in place || key === placeKey(shown.place)) return null;
  if ('base' in place && place.base === null) return null;
  return { place, name: element.getAttribute('aria-label') ?? '', element };
}

function keyUnder(target: EventTarget, list: string): string | null {
  const row = target instanceof Element ? target.closest(`${list} [role="row"][data-key]`) : null;
  return row?.getAttribute('data-key') ?? null;
}

function isOurs({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(OURS);
}

/** One line at a time is shown as where it would go. */
function mark(element: Element | null): void {
  const marked = document.querySelector('[data-drop-target]');
  if (marked === element) return;
  marked?.removeAttribute('data-drop-target');
  element?.setAttribute('data-drop-target', '');
}
