import type { VersionRow } from '../../../shared/model/versions.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { PlaceQuestion } from '../../components/place-question.tsx';
import { checkPlace, usualDownloadPlace } from '../../stores/download-to.ts';
import { downloadVersion, useVersions } from '../../stores/versions/history.ts';

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
