import { FolderInput, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { browseTexts } from '../../../shared/features/browse/text.ts';
import { sideTexts } from '../../../shared/features/details/side-text.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import { formerFolder, storedName, wasIn, whyStored } from '../../../shared/features/trash/stored-text.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { formatExactBytes } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { ItemIcon } from '../../components/items/item-icon.tsx';
import layout from '../../components/layout/layout.module.css';
import { type SideDeed, SideHead } from '../../components/overlay/side-head.tsx';
import { useChosenStored, useWaysBack, type WaysBack } from '../trash/stores/removed-files.ts';
import { toggleDetails } from './stores/details.ts';
import { classes } from '../../components/classes.ts';
import styles from './details-panel.module.css';
import { Fact, timeOf } from './facts.tsx';

/** What is known of the removed file that is chosen, and its way back. */
export function RemovedSide() {
  const file = useChosenStored();
  return file === null ? <None /> : <Removed file={file} />;
}

function None() {
  return (
    <>
      <Head title={detailsTexts.title} icon={null} deeds={[]} />
      <div className={classes(layout['scrolls'], styles['body'])}>
        <p className={layout['faintInk']}>{storeTexts.none}</p>
      </div>
    </>
  );
}

function Removed({ file }: { readonly file: StoredInfo }) {
  const { at, until, path, sizeBytes } = file;
  const ways = useWaysBack(file);
  const name = storedName(file);
  return (
    <>
      <Head title={shownName(name)} icon={<ItemIcon kind="file" name={name} size={20} />} deeds={deedsOf(ways)} />
      <div className={classes(layout['scrolls'], styles['body'])}>
        <p>{`${whyStored(file)}. ${ways.putBack === null ? storeTexts.homeless : browseTexts.restoreFile(formerFolder(path))}`}</p>
        <dl className={layout['stack']}>
          <Fact word={browseTexts.removedAt} value={timeOf(at)} />
          <Fact word={browseTexts.storeFrom} value={wasIn(file)} />
          <Fact word={browseTexts.keptUntil} value={timeOf(until)} />
          <Fact word={detailsTexts.facts.size} value={sizeBytes === null ? null : formatExactBytes(sizeBytes)} />
        </dl>
      </div>
    </>
  );
}

function deedsOf({ isBusy, putBack, putInto }: WaysBack): readonly SideDeed[] {
  const into = { label: storeTexts.into, icon: FolderInput, isDisabled: isBusy, onPress: putInto };
  return putBack === null
    ? [into]
    : [{ label: sideTexts.putBack, icon: Undo2, isDisabled: isBusy, onPress: putBack }, into];
}

interface HeadProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly deeds: readonly SideDeed[];
}

/** There is no other side: what was removed cannot be looked into. */
function Head(props: HeadProps) {
  return <SideHead {...props} side={null} onStep={null} closeLabel={detailsTexts.close} onClose={toggleDetails} />;
}
