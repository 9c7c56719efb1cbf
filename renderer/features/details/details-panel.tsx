import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { words } from '../../../shared/text/words.ts';
import { Button } from '../../components/controls/button.tsx';
import { CopyFault } from '../../components/feedback/copy-details.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { showDetails, toggleDetails, useDetails } from './stores/details.ts';
import { useFolders } from '../browse/stores/files.ts';
import { placeOf } from '../../state/navigation.ts';
import { chosenOf, useSelection } from '../browse/stores/selection.ts';
import { Copies } from './copies.tsx';
import { DescribeMany } from './describe-many.tsx';
import { Described } from './described.tsx';
import { DescribeOne } from './describe-one.tsx';
import styles from './details-panel.module.css';
import { Badges, Facts } from './facts.tsx';
import { NextNote } from './next-note.tsx';
import { Origin } from './origin.tsx';
import { Versions } from './versions.tsx';

/** What is known of what is chosen, at the right of the files. */
export function DetailsPanel() {
  const isOpen = useDetails(state => state.isOpen);
  return isOpen ? <OpenPanel /> : null;
}

function OpenPanel() {
  const rows = useChosenRows();
  const only = rows.length === 1 ? rows[0] : undefined;
  const isInLibrary = useIsInLibrary();
  useEffect(() => void showDetails(only?.id ?? null), [only?.id]);
  return (
    <aside className={styles['panel']} aria-label={detailsTexts.title} data-region="details" tabIndex={-1} data-copies>
      <header className={styles['head']}>
        <h2>{rows.length > 1 ? detailsTexts.many(rows.length) : (only?.name ?? detailsTexts.title)}</h2>
        <Button look="icon" label={detailsTexts.close} onPress={toggleDetails}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </header>
      {rows.length === 0 ? <p className={styles['quiet']}>{detailsTexts.none}</p> : null}
      {rows.length > 1 && !isInLibrary ? <DescribeMany rows={rows} /> : null}
      {only === undefined ? null : <One key={only.id} id={only.id} />}
    </aside>
  );
}

/** The rows that are chosen, wherever they are on show. */
function useChosenRows() {
  const selection = useSelection();
  const view = useFolders(state => state.folders.get(selection.key)?.view ?? null);
  return useMemo(() => (view === null ? [] : chosenOf(view.known, selection)), [view, selection]);
}

/** What others published is described by them. */
function useIsInLibrary(): boolean {
  return useSelection(({ key }) => 'library' in placeOf(key));
}

/** Why nothing stands here that only the service knows. */
function Unasked({ fault }: { readonly fault: Fault | null }) {
  if (fault === null) return null;
  const isQuiet = fault.kind === 'bad-request' || fault.kind === 'offline';
  if (!isQuiet) return <FaultNotice fault={fault} saidTitle={words.start.serviceSaid} />;
  return (
    <Notice tone="rest">
      <span>{fault.kind === 'bad-request' ? fault.detail : detailsTexts.offline}</span>
      <CopyFault fault={fault} />
    </Notice>
  );
}

function One({ id }: { readonly id: string }) {
  const { details, about, origin, fault, id: shown } = useDetails();
  const rows = useChosenRows();
  const row = rows[0];
  const isInLibrary = useIsInLibrary();
  if (shown !== id || details === null || row === undefined) {
    if (shown === id && fault !== null) return <FaultNotice fault={fault} saidTitle={words.start.serviceSaid} />;
    return <p className={styles['quiet']}>{detailsTexts.reading}</p>;
  }
  const isFile = details.kind === 'file';
  return (
    <>
      <Unasked fault={fault} />
      <Badges row={row} />
      {origin === null ? null : <Origin origin={origin} />}
      {isFile ? <Copies file={id} /> : null}
      {isFile && !isInLibrary ? <DescribeOne row={row} details={details} /> : null}
      {isFile && isInLibrary ? <Described described={about ?? details.described} /> : null}
      {isFile && details.path !== null ? <NextNote key={details.changeNote} details={details} /> : null}
      <Facts row={row} details={details} about={about} />
      {isFile ? <Versions id={id} name={details.name} versions={about?.versions ?? []} head={details.version} /> : null}
    </>
  );
}
