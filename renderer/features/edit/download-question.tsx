import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { downloadToTexts as texts } from '../../../shared/features/edit/save-copy-text.ts';
import { PlaceQuestion } from '../../components/overlay/place-question.tsx';
import { askNothing } from '../../state/edit.ts';
import { checkPlace, downloadTo, usualDownloadPlace } from './stores/save-copy.ts';

/** Asks where copies go; what comes of it is said in the window. */
export function DownloadQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  return (
    <PlaceQuestion
      title={texts.title(questionTexts.names(rows.map(({ name }) => name)))}
      about={texts.about}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => void downloadTo(rows, folder)}
      onClose={askNothing}
    />
  );
}
