import { Ban, Download } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

import { dropTexts } from '../../../shared/text/drops.ts';
import { collectDropped } from '../../stores/collect.ts';
import { offer } from '../../stores/dropping.ts';
import type { FolderPlace } from '../../stores/navigation.ts';
import styles from './drop-area.module.css';

interface AreaProps {
  readonly place: FolderPlace;
  /** The folder as people know it. */
  readonly folder: string;
  /** Why nothing can be added; null when it can. */
  readonly refusal: string | null;
  readonly children: ReactNode;
}

/** Takes files and folders that are dragged in from outside. The same is behind "Add" for who uses no mouse. */
export function DropArea({ place, folder, refusal, children }: AreaProps) {
  const [isOver, setOver] = useState(false);
  /** A drag enters and leaves each element on its way; only the last leaving ends it. */
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    leave();
    if (refusal === null) void offer(place, collectDropped(event.dataTransfer));
  };
  return (
    <div
      className={styles['area']}
      role="presentation"
      onDragEnter={event => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={event => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = refusal === null ? 'copy' : 'none';
      }}
      onDragLeave={event => {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={onDrop}
    >
      {children}
      {isOver ? <Overlay folder={folder} refusal={refusal} /> : null}
    </div>
  );
}

function Overlay({ folder, refusal }: { readonly folder: string; readonly refusal: string | null }) {
  const Icon = refusal === null ? Download : Ban;
  return (
    <div className={styles['overlay']} data-refused={refusal !== null || undefined}>
      <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
      <strong>{refusal === null ? dropTexts.overlay(folder) : dropTexts.noDrop}</strong>
      <span>{refusal ?? dropTexts.overlayHint}</span>
    </div>
  );
}

/** Text and lines of our own list are no files. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
