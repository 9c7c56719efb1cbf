import { Dialog } from 'react-aria-components';
import { type ReactNode, useEffect, useMemo } from 'react';

import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { closePreview, followInPane, usePreview } from './stores/preview.ts';
import { PreviewCard } from './preview-card.tsx';
import { classes } from '../../components/classes.ts';
import { Overlay } from '../../components/overlay/overlay.tsx';
import layout from '../../components/layout/layout.module.css';
import motion from '../../components/layout/motion.module.css';
import styles from './preview-sheet.module.css';
import { useFolders } from '../browse/stores/files.ts';
import { chosenOf, useSelection } from '../browse/stores/selection.ts';
import { useComparison } from '../versions/stores/comparison.ts';
import { useIsInSheet } from '../versions/stores/history.ts';

/**
 * A file that is looked into over the window, from wherever one was. Two of its versions that are compared take its place
 * until they are put away. @param props.history the panel of its versions, which stands beside it when it is asked for.
 */
export function PreviewSheet({ history }: { readonly history: ReactNode }) {
  const isComparing = useComparison(state => state.asked !== null);
  const isOpen = usePreview(state => state.place === 'sheet') && !isComparing;
  const hasHistory = useIsInSheet();
  const name = usePreview(state => state.subject?.name ?? '');
  return (
    <Overlay isOpen={isOpen} onClose={closePreview} className={styles['overlay']} sheet={styles['sheet']}>
      <Dialog className={styles['dialog'] ?? ''} aria-label={previewTexts.titleOf(name)}>
        <PreviewCard place="sheet" instead={previewTexts.none} />
        {hasHistory ? history : null}
      </Dialog>
    </Overlay>
  );
}

/** A file that is looked into beside the list; it follows what is chosen there. */
export function PreviewPane() {
  const isOpen = usePreview(state => state.place === 'pane');
  return isOpen ? <OpenPane /> : null;
}

function OpenPane() {
  const selection = useSelection();
  const view = useFolders(state => state.folders.get(selection.key)?.view ?? null);
  const rows = useMemo(() => (view === null ? [] : chosenOf(view.known, selection)), [view, selection]);
  const [only] = rows.length === 1 ? rows : [];
  const id = only?.id ?? null;
  useEffect(() => {
    followInPane(only?.kind === 'file' ? { id: only.id, name: only.name, version: null } : null);
    // Only when another one is chosen, not when the row comes as another object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  const instead =
    rows.length > 1 ? previewTexts.many(rows.length) : only?.kind === 'folder' ? previewTexts.folder : null;
  return (
    // Escape puts it away from wherever in it one is; a field that has something in it empties first.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={classes(layout['pane'], styles['pane'], motion['panel'])}
      aria-label={previewTexts.title}
      data-region="preview"
      tabIndex={-1}
      data-copies
      onKeyDown={event => (event.key === 'Escape' ? closePreview() : undefined)}
    >
      <PreviewCard place="pane" instead={instead ?? previewTexts.none} />
    </aside>
  );
}
