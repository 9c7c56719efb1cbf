import { type ReactNode, useEffect, useMemo, useState } from 'react';

import type { FileRow, SyncBadge } from '../../../../shared/features/browse/file-row-model.ts';
import { classes } from '../../../components/classes.ts';
import motion from '../../../components/layout/motion.module.css';
import { lineOf, mayHaveThumbnail, type ThumbnailMaker, useThumbnails, wantThumbnail } from '../stores/thumbnails.ts';
import styles from './thumbnail.module.css';

/** Its bytes are not on this computer, or are just being replaced: nothing is downloaded for a picture. */
const NOT_HERE: ReadonlySet<SyncBadge> = new Set(['remote', 'queuedDown', 'downloading']);

/** What reads files loads with the first file that has a picture. */
const make: ThumbnailMaker = async (file, context) =>
  (await import('./make-thumbnail.ts')).makeThumbnail(file, context);

interface ThumbnailProps {
  readonly row: Pick<FileRow, 'id' | 'kind' | 'name' | 'badge' | 'sizeBytes' | 'modifiedAt'>;
  /** In a line, where lines and wells could not be told apart: a table has none. */
  readonly isSmall?: boolean;
  /** What stands for it while there is no picture. */
  readonly children: ReactNode;
}

/** A small picture of what is in a file, in the room of its parent; until it was made, and where none can be, its kind's. */
export function Thumbnail({ row, isSmall = false, children }: ThumbnailProps) {
  const { id, kind, name, badge, sizeBytes, modifiedAt } = row;
  const mayBe = kind === 'file' && mayHaveThumbnail(name, isSmall) && !NOT_HERE.has(badge);
  const stamp = `${sizeBytes ?? ''} ${modifiedAt ?? ''}`;
  const file = useMemo(() => (mayBe ? { id, name, stamp } : null), [mayBe, id, name, stamp]);
  useEffect(() => (file === null ? undefined : wantThumbnail(file, make)), [file]);
  const address = useThumbnails(({ addresses }) => (file === null ? undefined : addresses.get(lineOf(file))));
  // What is there from the beginning stands at once; only what comes later is seen to come.
  const [wasThere] = useState(address !== undefined);
  if (address === undefined) return children;
  return (
    <img
      src={address}
      alt=""
      draggable={false}
      decoding="sync"
      className={classes(styles['picture'], !wasThere && motion['fades'])}
    />
  );
}
