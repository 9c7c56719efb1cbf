import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { PlaceQuestion } from '../../components/overlay/place-question.tsx';
import { checkPlace, usualDownloadPlace } from '../edit/stores/save-copy.ts';
import { downloadVersion, useVersions } from './stores/history.ts';

/** Asks where the copy of a version goes. */
export function DownloadVersionQuestion({ row, onClose }: { readonly row: VersionRow; readonly onClose: () => void }) {
  const name = useVersions(state => state.name);
  return (
    <PlaceQuestion
      title={words.downloading.title(words.label(row), name)}
      about={words.downloading.about}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => void downloadVersion(row.ref, folder)}
      onClose={onClose}
    />
  );
}
