import { CloudOff, FolderOpen, FolderX, LibraryBig, Lock } from 'lucide-react';

import { browseTexts } from '../../../shared/features/browse/text.ts';
import { libraryTexts as texts } from '../../../shared/features/library/text.ts';
import { words } from '../../../shared/text/words.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { checkPlace, type FolderScan } from '../browse/stores/files.ts';
import { openFolder } from '../../state/navigation.ts';

interface LibraryEmptyProps {
  readonly place: { readonly library: string | null };
  readonly view: FolderScan;
}

/** Why no list of the library is shown; for a place that is being listed there is nothing to say yet. */
export function LibraryEmpty({ place, view }: LibraryEmptyProps) {
  const { standing, fault } = view.head;
  const isTop = place.library === null;
  if (standing === 'closed')
    return (
      <EmptyState icon={Lock} title={texts.closed}>
        <p>{texts.closedHint}</p>
      </EmptyState>
    );
  if (standing === 'gone') return isTop ? <None place={place} /> : <FolderGone />;
  if (standing === 'unvisited' && fault !== null) return <Unvisited place={place} view={view} />;
  return isTop ? (
    <EmptyState icon={LibraryBig} title={texts.emptyTitle}>
      <p>{texts.emptyHint}</p>
    </EmptyState>
  ) : (
    <EmptyState icon={FolderOpen} title={texts.emptyFolder} />
  );
}

function None({ place }: Pick<LibraryEmptyProps, 'place'>) {
  return (
    <EmptyState icon={LibraryBig} title={texts.none}>
      <p>{texts.noneHint}</p>
      <Again place={place} />
    </EmptyState>
  );
}

function FolderGone() {
  return (
    <EmptyState icon={FolderX} title={texts.noFolder}>
      <p>{texts.noFolderHint}</p>
      <Button onPress={() => openFolder({ library: null })}>{texts.toTop}</Button>
    </EmptyState>
  );
}

function Unvisited({ place, view }: LibraryEmptyProps) {
  const { fault } = view.head;
  const isOffline = fault?.kind === 'offline';
  return (
    <EmptyState
      icon={isOffline ? CloudOff : LibraryBig}
      title={place.library === null ? texts.unvisited : texts.unvisitedFolder}
    >
      {isOffline || fault === null ? (
        <>
          <p>{browseTexts.unvisitedOffline}</p>
          <Again place={place} />
        </>
      ) : (
        <FaultNotice
          fault={fault}
          saidTitle={words.start.serviceSaid}
          again={{ label: browseTexts.tryAgain, onPress: () => check(place) }}
        />
      )}
    </EmptyState>
  );
}

function Again({ place }: Pick<LibraryEmptyProps, 'place'>) {
  return <Button onPress={() => check(place)}>{browseTexts.tryAgain}</Button>;
}

function check(place: LibraryEmptyProps['place']): void {
  void checkPlace(place).catch(() => undefined);
}
