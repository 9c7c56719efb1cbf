import { Ban, Download } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

import { dropTexts } from '../../../shared/features/drops/text.ts';
import { classes } from '../classes.ts';
import styles from './drop-area.module.css';

/** What a drop would do. */
export interface DropTarget {
  /** Said over the area while something is held over it. */
  readonly title: string;
  readonly hint: string;
  /** Why nothing can be added; null when it can. */
  readonly refusal: string | null;
  /** To be read while the drop is being handled: afterwards the browser forgets it. */
  readonly onDrop: (dropped: DataTransfer) => void;
}

/** A part of an area with drops of its own, such as the line of a folder. */
export interface DropSpot extends DropTarget {
  readonly element: Element;
}

/** Where files may be dropped. */
export interface DropAreaProps extends DropTarget {
  /** The part of the area that an element belongs to; null: none. What is under the pointer stays to be seen. */
  readonly spotOf?: (element: Element) => DropSpot | null;
  /** It is a panel beside something, and not there while nothing is in it. */
  readonly isPanel?: boolean;
  readonly children: ReactNode;
}

/** Takes files and folders that are dragged in from outside. An area inside another takes its drops for itself. */
export function DropArea({ spotOf, isPanel = false, children, ...whole }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const [spot, setSpot] = useState<DropSpot | null>(null);
  /** A drag enters and leaves each element on its way; only the last leaving ends it. */
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
    setSpot(null);
    markDropTarget(null);
  };
  const spotUnder = ({ target }: DragEvent) => (target instanceof Element ? (spotOf?.(target) ?? null) : null);
  const take = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const { refusal, onDrop } = spotUnder(event) ?? whole;
    leave();
    if (refusal === null) onDrop(event.dataTransfer);
  };
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const under = spotUnder(event);
    event.dataTransfer.dropEffect = (under ?? whole).refusal === null ? 'copy' : 'none';
    if (spotOf === undefined) return;
    markDropTarget(under?.refusal === null ? under.element : null);
    if (under?.element !== spot?.element) setSpot(under);
  };
  return (
    <div
      className={classes(styles['area'], isPanel && styles['panel'])}
      role="presentation"
      onDragEnter={event => {
        if (!hasFiles(event)) return;
        event.stopPropagation();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={over}
      onDragLeave={event => {
        if (!hasFiles(event)) return;
        event.stopPropagation();
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={take}
    >
      {children}
      {isOver ? <Overlay target={spot ?? whole} isClear={spotOf !== undefined} /> : null}
    </div>
  );
}

/** Shows one part of the page at a time as where something would go; null: none. */
export function markDropTarget(element: Element | null): void {
  const marked = document.querySelector('[data-drop-target]');
  if (marked === element) return;
  marked?.removeAttribute('data-drop-target');
  element?.setAttribute('data-drop-target', '');
}

function Overlay({ target, isClear }: { readonly target: DropTarget; readonly isClear: boolean }) {
  const { title, hint, refusal } = target;
  const Icon = refusal === null ? Download : Ban;
  return (
    <div className={styles['overlay']} data-refused={refusal !== null || undefined} data-clear={isClear || undefined}>
      <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
      <strong>{refusal === null ? title : dropTexts.noDrop}</strong>
      <span>{refusal ?? hint}</span>
    </div>
  );
}

/** Text and lines of our own list are no files. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
