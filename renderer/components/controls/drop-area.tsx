import { Ban, Download } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

import { dropTexts } from '../../../shared/features/drops/text.ts';
import styles from './drop-area.module.css';

/** Where files may be dropped. */
export interface DropAreaProps {
  /** What a drop would do, said over the area while something is held over it. */
  readonly title: string;
  readonly hint: string;
  /** Why nothing can be added; null when it can. */
  readonly refusal: string | null;
  /** To be read while the drop is being handled: afterwards the browser forgets it. */
  readonly onDrop: (dropped: DataTransfer) => void;
  readonly children: ReactNode;
}

/** Takes files and folders that are dragged in from outside. An area inside another takes its drops for itself. */
export function DropArea({ title, hint, refusal, onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  /** A drag enters and leaves each element on its way; only the last leaving ends it. */
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const take = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
    if (refusal === null) onDrop(event.dataTransfer);
  };
  return (
    <div
      className={styles['area']}
      role="presentation"
      onDragEnter={event => {
        if (!hasFiles(event)) return;
        event.stopPropagation();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={event => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = refusal === null ? 'copy' : 'none';
      }}
      onDragLeave={event => {
        if (!hasFiles(event)) return;
        event.stopPropagation();
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={take}
    >
      {children}
      {isOver ? <Overlay title={title} hint={hint} refusal={refusal} /> : null}
    </div>
  );
}

function Overlay({ title, hint, refusal }: Pick<DropAreaProps, 'title' | 'hint' | 'refusal'>) {
  const Icon = refusal === null ? Download : Ban;
  return (
    <div className={styles['overlay']} data-refused={refusal !== null || undefined}>
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
